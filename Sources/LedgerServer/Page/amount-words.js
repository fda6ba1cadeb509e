// Amounts as a screen reader should say them: "minus 12 dollars 50 cents".

import { spokenLocale } from "./locale.js";
import { amountsAreCovered, minorUnitDigits } from "./money.js";

// Singular and plural of the unit and of its hundredth (or thousandth).
const names = {
  AUD: ["dollar", "dollars", "cent", "cents"], BHD: ["dinar", "dinars", "fils", "fils"],
  BRL: ["real", "reais", "centavo", "centavos"], CAD: ["dollar", "dollars", "cent", "cents"],
  CHF: ["franc", "francs", "centime", "centimes"], CNY: ["yuan", "yuan", "fen", "fen"],
  CZK: ["koruna", "koruny", "haler", "haleru"], DKK: ["krone", "kroner", "øre", "øre"],
  EUR: ["euro", "euros", "cent", "cents"], GBP: ["pound", "pounds", "penny", "pence"],
  HKD: ["dollar", "dollars", "cent", "cents"], HUF: ["forint", "forints", "fillér", "fillér"],
  INR: ["rupee", "rupees", "paisa", "paise"], JPY: ["yen", "yen", "", ""], KRW: ["won", "won", "", ""],
  KWD: ["dinar", "dinars", "fils", "fils"], MXN: ["peso", "pesos", "centavo", "centavos"],
  NOK: ["krone", "kroner", "øre", "øre"], NZD: ["dollar", "dollars", "cent", "cents"],
  PLN: ["zloty", "zloty", "grosz", "groszy"], SEK: ["krona", "kronor", "öre", "öre"],
  SGD: ["dollar", "dollars", "cent", "cents"], TRY: ["lira", "lira", "kurus", "kurus"],
  USD: ["dollar", "dollars", "cent", "cents"], ZAR: ["rand", "rand", "cent", "cents"],
};

/** The amount in words; `sign` "always" says plus too. */
export function amountWords(minor, currency, sign = "auto") {
  if (amountsAreCovered()) return "amount covered";
  const digits = minorUnitDigits(currency);
  const size = String(minor).replace("-", "").padStart(digits + 1, "0");
  const whole = BigInt(digits === 0 ? size : size.slice(0, -digits));
  const part = digits === 0 ? 0 : Number(size.slice(-digits));
  const before = minor < 0 ? "minus " : sign === "always" && minor > 0 ? "plus " : "";
  const [one, many, oneOfPart, manyOfPart] = names[currency] ?? namesByIntl(currency);
  const words = [];
  if (whole !== 0n || part === 0) words.push(`${whole} ${whole === 1n ? one : many}`);
  if (part !== 0) words.push(manyOfPart ? `${part} ${part === 1 ? oneOfPart : manyOfPart}` : `point ${size.slice(-digits)}`);
  return before + words.join(" ");
}

/** What Intl calls a currency that the table above leaves out. */
function namesByIntl(currency) {
  const name = (count) =>
    new Intl.NumberFormat(spokenLocale, { style: "currency", currency, currencyDisplay: "name", maximumFractionDigits: 0 })
      .formatToParts(count).filter((piece) => piece.type === "currency").map((piece) => piece.value).join("");
  return [name(1), name(2), "", ""];
}
