// Spending by category, with budget and change; choosing one filters by it.

import { changeView, nameView, plainAmount } from "./amount-view.js";
import { go } from "./address.js";
import { button } from "./controls.js";
import { element, keepChildren, shape } from "./dom.js";
import { direction, integer } from "./locale.js";
import { negated, share, sum } from "./money.js";
import { isNew } from "./store.js";

const fewest = 8;

export class CategoryCard {
  #showsAll = false;

  constructor() {
    this.list = element("ul", { class: "categories" });
    this.more = button("", () => this.#toggle(), { tone: "small" });
    this.end = element("div", { class: "list-end" }, this.more);
    this.total = element("p", { class: "meta" });
    this.element = element("section", { class: "card category-card", "aria-label": "Spending by category" },
      element("div", { class: "card-head" }, element("h2", { class: "card-title" }, "Categories"), this.total), this.list, this.end);
  }

  update(known) {
    const { place } = known;
    this.known = known;
    const dashboard = place.merchant || place.text ? (known.focus ?? known.dashboard) : known.dashboard;
    this.element.hidden = !dashboard || isNew(known);
    if (!dashboard) return;
    const { categories, currency, month } = dashboard;
    const shown = this.#showsAll || categories.length <= fewest + 1 ? categories : categories.slice(0, fewest);
    const picked = categories.find((each) => each.category === place.category);
    const entries = picked && !shown.includes(picked) ? [...shown, picked] : shown;
    this.total.textContent = categories.length === 0 ? "Nothing spent yet" : "against last month by this day";
    const most = Math.max(1, ...categories.map((each) => Math.max(Number(each.spentMinor), Number(each.budgetMinor ?? 0))));
    keepChildren(this.list, entries, (entry) => entry.category, () => element("li", {}, categoryButton()),
      (item, entry) => renew(item.firstElementChild, entry, { currency, most, month, place }));
    this.end.hidden = categories.length <= fewest + 1;
    this.more.textContent = this.#showsAll ? "Show fewer" : `Show all ${integer(categories.length)}`;
  }

  #toggle() {
    this.#showsAll = !this.#showsAll;
    this.update(this.known);
  }
}

function categoryButton() {
  const button = element("button", { type: "button", class: "category" });
  button.addEventListener("click", () => {
    const isPicked = button.getAttribute("aria-pressed") === "true";
    go({ category: isPicked ? null : button.dataset.category });
  });
  return button;
}

function renew(button, entry, { currency, most, month, place }) {
  button.dataset.category = entry.category;
  button.setAttribute("aria-pressed", String(entry.category === place.category));
  const { spentMinor, budgetMinor, previousSpentMinor } = entry;
  button.replaceChildren(
    nameView(entry.category, { class: "name" }),
    plainAmount(spentMinor, currency, { tag: "amount" }),
    barOf(Number(spentMinor), budgetMinor === null ? null : Number(budgetMinor), most),
    element("span", { class: "notes" },
      element("span", {}, budgetNote(entry, currency) ?? share(spentMinor, month.moneyOutMinor)),
      changeView(sum(spentMinor, negated(previousSpentMinor)), previousSpentMinor, currency, "on last month", { isNeutral: true })));
}

function budgetNote({ spentMinor, budgetMinor }, currency) {
  if (budgetMinor === null) return null;
  const left = sum(budgetMinor, negated(spentMinor));
  return element("span", { class: left < 0 ? "warning" : null },
    plainAmount(left < 0 ? negated(left) : left, currency), left < 0 ? " over budget" : ` left of budget`);
}

/** A bar of the largest category's length; a mark stands where the budget ends. */
function barOf(spent, budget, most) {
  const place = (from, width) => (direction === "rtl" ? { x: 100 - from - width, width } : { x: from, width });
  const filled = Math.max(0, Math.min(100, (spent / most) * 100));
  const bar = shape("svg", { class: "bar-line", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape("rect", { class: "track", ...place(0, 100), y: 1, height: 6, rx: 1 }),
    shape("rect", { class: budget !== null && spent > budget ? "fill over" : "fill", ...place(0, filled), y: 1, height: 6, rx: 1 }));
  if (budget !== null) bar.append(shape("rect", { class: "pace", ...place(Math.min(99.2, (budget / most) * 100), 0.8), y: 0, height: 8 }));
  return bar;
}
