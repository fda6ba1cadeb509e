// One transaction in a list: a link to its detail.

import { addressOf, go } from "./address.js";
import { amountView, nameView } from "./amount-view.js";
import { amountWords } from "./amount-words.js";
import { element } from "./dom.js";
import { categoryIcon } from "./icons.js";
import { dayShort, spokenDay } from "./locale.js";
import { amountsAreCovered } from "./money.js";
import { visibleText } from "./visible-text.js";

export function makeRow() {
  const link = element("a", { class: "row" });
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go({ transaction: link.dataset.id });
  });
  return element("li", {}, link);
}

/** Brings a row up to date; `showsDay` where no heading says the day. */
export function renewRow(item, transaction, { isCurrent, isTransfer, showsDay, baseCurrency }) {
  const link = item.firstElementChild;
  const { id, merchant, category, account, amountMinor, currency, date } = transaction;
  link.dataset.id = id;
  link.setAttribute("href", addressOf({ transaction: String(id) }));
  if (isCurrent) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
  const version = JSON.stringify([
    merchant, category, account, String(amountMinor), currency, date, isTransfer, showsDay, amountsAreCovered(), categoriesOf(transaction),
  ]);
  if (link.dataset.version === version) return;
  link.dataset.version = version;
  link.setAttribute("aria-label", [
    visibleText(merchant) || "No name", amountWords(amountMinor, currency), ...categoriesOf(transaction).map(visibleText), spokenDay(date),
    visibleText(account)].join(", "));
  link.replaceChildren(
    element("span", { class: "sign", "aria-hidden": "true" }, categoryIcon(category) ?? initial(merchant)),
    element("span", { class: "who" },
      nameView(merchant, { class: "merchant" }),
      element("span", { class: "meta where" },
        showsDay ? `${dayShort(date)} · ` : null, categoryNames(transaction), " · ", nameView(account))),
    amountView(amountMinor, currency, { isTransfer, symbol: currency !== baseCurrency }));
}

/** The category, or those of a split's parts. */
const categoriesOf = ({ category, parts = [] }) => (parts.length > 0 ? [...new Set(parts.map((part) => part.category))] : [category]);

const categoryNames = (transaction) =>
  categoriesOf(transaction).flatMap((name, index) => [index > 0 ? ", " : null, nameView(name)]);

const initial = (name) => [...visibleText(name)].find((sign) => /\p{L}|\p{N}/u.test(sign))?.toLocaleUpperCase() ?? "?";
