// Amounts in whole minor units, written as the person's locale writes them: exact, with a true minus sign.

import { locale } from "./locale.js";

let areCovered = false;

/** Covers every amount that is written from now on, its sign too; or uncovers them. */
export function coverAmounts(covered) {
  areCovered = covered;
}

export const amountsAreCovered = () => areCovered;

const formats = new Map();

function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, options));
  return formats.get(key);
}

/** Decimals of a currency (ISO 4217, as Intl knows them). */
export function minorUnitDigits(currency) {
  return format({ style: "currency", currency }).resolvedOptions().maximumFractionDigits;
}

/** Minor units as a decimal text, exactly: -1250 with 2 digits is "-12.50". */
export function decimalText(minor, digits) {
  const text = String(minor).replace("-", "").padStart(digits + 1, "0");
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return minor < 0 ? `-${whole}` : whole;
}

/**
 * An amount. `sign` is "auto" (a minus where negative), "always" (a plus too) or "never"; `symbol` writes the currency,
 * `whole` leaves the minor units out, for an axis.
 */
export function amount(minor, currency, { sign = "auto", symbol = false, whole = false } = {}) {
  if (areCovered) return "•••";
  const digits = minorUnitDigits(currency);
  const shown = whole ? 0 : digits;
  const options = {
    minimumFractionDigits: shown, maximumFractionDigits: shown,
    signDisplay: sign === "always" ? "exceptZero" : sign,
    ...(symbol ? { style: "currency", currency, currencyDisplay: "narrowSymbol" } : {}),
  };
  return trueMinus(format(options).formatToParts(decimalText(minor, digits)));
}

/** A change of `minor` on `base` in percent with its sign, or null where there is nothing to compare with. */
export function percentChange(minor, base) {
  if (areCovered || Number(base) === 0) return null;
  const options = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" };
  return trueMinus(format(options).formatToParts(Number(minor) / Math.abs(Number(base))));
}

/** A share in whole percent. */
export function share(part, whole) {
  if (areCovered || Number(whole) === 0) return "";
  return format({ style: "percent", maximumFractionDigits: 0 }).format(Number(part) / Number(whole));
}

function trueMinus(parts) {
  return parts.map((part) => (part.type === "minusSign" ? part.value.replace("-", "\u2212") : part.value)).join("");
}

/** The sum of amounts, exact even where one is too large for a double. */
export function sum(...amounts) {
  if (amounts.every((each) => typeof each === "number")) {
    const total = amounts.reduce((left, right) => left + right, 0);
    if (Number.isSafeInteger(total)) return total;
  }
  const total = amounts.reduce((left, right) => left + BigInt(right), 0n);
  return Number.isSafeInteger(Number(total)) ? Number(total) : total;
}

export const negated = (minor) => (typeof minor === "bigint" ? -minor : 0 - minor);
