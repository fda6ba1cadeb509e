// Money in and money out of the month.

import { plainAmount, spoken } from "./amount-view.js";
import { amountWords } from "./amount-words.js";
import { element } from "./dom.js";
import { amount } from "./money.js";

export class FlowTiles {
  constructor() {
    this.moneyIn = tile("Money in");
    this.moneyOut = tile("Money out");
    this.elements = [this.moneyIn.element, this.moneyOut.element];
  }

  update({ dashboard }) {
    for (const each of this.elements) each.hidden = !dashboard;
    if (!dashboard) return;
    const { month, currency, incomeCategories } = dashboard;
    show(this.moneyIn, month.moneyInMinor, currency, "gain", "▲");
    show(this.moneyOut, month.moneyOutMinor, currency, "loss", "▼");
    const count = incomeCategories.length;
    this.moneyIn.note.replaceChildren(
      count === 0 ? "nothing yet this month" : count === 1 ? `${incomeCategories[0].category}` : `from ${count} categories`);
    this.moneyOut.note.replaceChildren(
      plainAmount(month.previousMoneyOutMinor, currency), " last month");
  }
}

function tile(name) {
  const figure = element("p", { class: "figure" });
  const note = element("p", { class: "meta" });
  return { figure, note, element: element("section", { class: "card half only-dashboard", "aria-label": name },
    element("h2", { class: "label" }, name), figure, note) };
}

/** In is shown as a gain and out as a loss; a month that is turned round by refunds has the other sign. */
function show(tile, minor, currency, tone, glyph) {
  const isPlain = minor > 0;
  const isOut = tone === "loss";
  const text = amount(minor, currency);
  const written = isPlain ? (isOut ? `\u2212${text}` : `+${text}`) : text;
  tile.figure.style.setProperty("--length", String(written.length + 2));
  tile.figure.replaceChildren(
    element("span", { class: isPlain ? tone : null },
      isPlain ? element("span", { class: "glyph", "aria-hidden": "true" }, `${glyph} `) : null,
      spoken(written, amountWords(minor, currency))));
}
