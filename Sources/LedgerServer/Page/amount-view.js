// Amounts and names on the page: seen as figures, heard as words.

import { amountWords } from "./amount-words.js";
import { element } from "./dom.js";
import { amount, negated, percentChange } from "./money.js";
import { visibleText } from "./visible-text.js";

/** A name that somebody else wrote; its direction can't spill over. */
export const nameView = (text, attributes = {}) => element("bdi", attributes, visibleText(text) || "(no name)");

/** What is seen, with what is heard in its place. */
export const spoken = (seen, heard, attributes = {}) =>
  element("span", attributes, element("bdi", { "aria-hidden": "true" }, seen), element("span", { class: "unseen" }, heard));

/** An amount as booked: money in is a gain with sign and glyph; `tag` adds a class. */
export function amountView(minor, currency, { tag = "amount", isTransfer = false, symbol = false } = {}) {
  const isGain = minor > 0 && !isTransfer;
  const words = amountWords(minor, currency, "always");
  const seen = amount(minor, currency, { sign: "always", symbol });
  const colour = isGain ? " gain" : isTransfer ? " faint" : "";
  return element("span", { class: tag + colour },
    element("bdi", { "aria-hidden": "true" }, isGain ? element("span", { class: "glyph" }, "▲ ") : null, seen),
    element("span", { class: "unseen" }, words));
}

/** A plain amount, without colour. */
export const plainAmount = (minor, currency, { tag = "", symbol = false, sign = "auto" } = {}) =>
  spoken(amount(minor, currency, { symbol, sign }), amountWords(minor, currency), { class: tag });

/** A change: glyph, signed amount, percent of `base`, period. Its colours say gain and loss, unless it `isNeutral`. */
export function changeView(minor, base, currency, period, { isNeutral = false } = {}) {
  const direction = minor > 0 ? "gain" : minor < 0 ? "loss" : "flat";
  const glyph = { gain: "▲", loss: "▼", flat: "—" }[direction];
  const percent = Number(minor) === 0 ? null : percentChange(minor, base);
  const size = amountWords(minor < 0 ? negated(minor) : minor, currency);
  const moved = { gain: `up ${size}`, loss: `down ${size}`, flat: "no change" }[direction];
  return element("span", { class: `change ${isNeutral ? "flat" : direction}` },
    element("span", { class: "unseen" }, `${moved}${percent ? `, ${percent}` : ""}, ${period}`),
    element("bdi", { "aria-hidden": "true" }, `${glyph} ${amount(minor, currency, { sign: "always" })}${percent ? ` (${percent})` : ""}`),
    element("span", { class: "period", "aria-hidden": "true" }, period));
}
