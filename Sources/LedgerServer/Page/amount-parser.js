// Reads an amount as the person's locale writes it. Nothing is read leniently: what is not surely an amount is a problem in words.

import { locale } from "./locale.js";
import { amount } from "./money.js";

const largestMinor = 10n ** 15n;

/** The marks of a locale: decimal, group and its ten digits. */
function marksOf(tag) {
  const parts = new Intl.NumberFormat(tag, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(1234567.8);
  const mark = (type) => parts.find((part) => part.type === type)?.value ?? "";
  const digits = [...new Intl.NumberFormat(tag, { useGrouping: false }).format(9876543210)].reverse();
  return { decimal: mark("decimal"), group: mark("group"), digits };
}

const marks = marksOf(locale);
const spaces = /[\s\u00a0\u202f]/gu;

/** `{ minor }` (above zero) or `{ problem }`. `digits` is the currency's number of decimals. */
export function parseAmount(text, currency, digits) {
  const plain = westernDigits(text.trim());
  if (plain === "") return { problem: "Say the amount." };
  if (/^[+\-\u2212]/.test(plain)) return { problem: "Leave the sign out: choose money out or money in above." };
  const match = pattern().exec(plain.replace(spaces, isSpace(marks.group) ? marks.group : " "));
  if (!match) return { problem: `Write it like ${example(currency)}.` };
  const [, whole, fraction = ""] = match;
  if (!isGroupedAsHere(whole)) return { problem: `Write it like ${example(currency)}.` };
  if (marks.group === "." && whole.includes(".") && fraction === "") {
    return { problem: `${text.trim()} can be read two ways: write it like ${example(currency)}.` };
  }
  if (fraction.length > digits) {
    return { problem: digits === 0 ? "This currency has no decimals." : `At most ${digits} decimals.` };
  }
  const minor = BigInt(whole.replace(/\D/g, "") + fraction.padEnd(digits, "0"));
  if (minor === 0n) return { problem: "The amount must be above zero." };
  if (minor > largestMinor) return { problem: "The amount is too large." };
  return { minor: Number(minor) };
}

/** Whole digits, maybe in groups, then maybe a decimal mark with digits. */
function pattern() {
  const group = marks.group ? `(?:${escaped(marks.group)}\\d+)*` : "";
  return new RegExp(`^(\\d+${group})(?:${escaped(marks.decimal)}(\\d+))?$`, "u");
}

/** Whether groups, where there are any, are as long as the locale makes them: in India 12,34,567. */
function isGroupedAsHere(whole) {
  const groups = whole.split(/\D/u);
  if (groups.length === 1) return true;
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(BigInt(groups.join("")));
  const lengths = parts.filter((part) => part.type === "integer").map((part) => [...part.value].length);
  return groups.map((group) => group.length).join() === lengths.join();
}

/** A mark in a pattern; a keyboard has one kind of space and one apostrophe, whatever a locale prints. */
function escaped(mark) {
  if (isSpace(mark)) return "[\\s\\u00a0\\u202f]";
  if (mark === "'" || mark === "\u2019") return "['\u2019]";
  return mark.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const isSpace = (mark) => /^\s$/u.test(mark);
const westernDigits = (text) =>
  [...text].map((sign) => (marks.digits.includes(sign) ? String(marks.digits.indexOf(sign)) : sign)).join("");

/** How an amount is written here, for a field's hint. */
export const example = (currency) => amount(1250, currency, { sign: "never" });
