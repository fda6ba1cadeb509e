// The month's spending against its budget.

import { plainAmount, spoken } from "./amount-view.js";
import { amountWords } from "./amount-words.js";
import { button } from "./controls.js";
import { element, shape } from "./dom.js";
import { dayShort, locale, monthLong } from "./locale.js";
import { amount, negated, sum } from "./money.js";
import { ReadableChart } from "./readable-chart.js";
import { spendingModel } from "./spending-chart.js";
import { openBudgetSheet } from "./sheets.js";
import { canChange, isNew } from "./store.js";
import { visibleText } from "./visible-text.js";

export class SpendingCard {
  #dashboard = null;

  constructor() {
    this.title = element("h2", { class: "card-title" }, "Spending");
    this.month = element("p", { class: "meta month", lang: locale });
    this.figure = element("p", { class: "figure" });
    this.pace = element("p", { class: "meta" });
    this.readout = element("p", { class: "chart-readout spaced" });
    this.chart = new ReadableChart("Spending by day", 220, (index) => this.#read(index));
    this.legend = element("ul", { class: "legend", "aria-hidden": "true" });
    this.actions = element("p", { class: "actions" });
    this.element = element("section", { class: "card only-dashboard spending-card", "aria-label": "Spending this month" },
      element("div", { class: "card-head" }, this.title, this.month),
      this.figure, this.pace, this.readout, this.chart.element, this.legend, this.actions);
  }

  update(known) {
    const dashboard = known.focus ?? known.dashboard;
    this.element.hidden = !dashboard;
    if (!dashboard) return;
    this.title.textContent = titleOf(known.focus ? known.place : {});
    this.month.textContent = monthLong(dashboard.month.month);
    this.#showHeadline(dashboard);
    this.#showActions(dashboard, known);
    const isEmpty = isNew(known);
    for (const part of [this.readout, this.chart.element, this.legend, this.pace]) part.classList.toggle("none", isEmpty);
    if (dashboard === this.#dashboard) return;
    this.#dashboard = dashboard;
    this.chart.show(spendingModel(dashboard));
    this.#showLegend(dashboard);
    this.#read(null);
  }

  #showHeadline({ budget, month, currency }) {
    if (!budget) {
      this.figure.replaceChildren(
        plainAmount(month.moneyOutMinor, currency, { symbol: true }), " ", element("span", { class: "meta" }, "spent"));
      this.pace.replaceChildren(plainAmount(month.previousMoneyOutMinor, currency), " by then last month");
      return;
    }
    const isOver = budget.remainingMinor < 0;
    const left = isOver ? negated(budget.remainingMinor) : budget.remainingMinor;
    this.figure.replaceChildren(
      plainAmount(left, currency, { symbol: true, tag: isOver ? "warning" : "" }), " ",
      element("span", { class: "meta" }, isOver ? "over " : "left of ", plainAmount(budget.amountMinor, currency, { symbol: true })));
    const ahead = sum(budget.spentMinor, negated(budget.evenPaceMinor));
    const size = ahead < 0 ? negated(ahead) : ahead;
    const word = ahead > 0 ? "over an even pace" : "under an even pace";
    this.pace.replaceChildren(ahead === 0 ? "exactly at an even pace"
      : element("span", { class: ahead > 0 ? "warning" : null },
        spoken(`${ahead > 0 ? "▲" : "▼"} ${amount(size, currency)} `, amountWords(size, currency)), ` ${word}`));
  }

  #showActions(dashboard, known) {
    const words = known.focus || !canChange(known) ? "" : dashboard.budget ? "Change the budget" : "Set a budget";
    if (words === this.actions.textContent) return;
    this.actions.replaceChildren(...(words
      ? [button(words, openBudgetSheet, { tone: "small" })] : []));
  }

  #showLegend({ budget }) {
    this.legend.replaceChildren(
      item("spent-line", "Spent so far"), ...(budget ? [item("pace-line", "Even pace to the budget")] : []));
  }

  #read(index) {
    const { dailySpending: days, currency } = this.#dashboard;
    const day = days[index ?? days.length - 1];
    if (!day) return this.readout.replaceChildren("Nothing spent yet.");
    this.readout.replaceChildren(
      element("span", {}, `${dayShort(day.date)} `, element("strong", {}, plainAmount(day.cumulativeMinor, currency))),
      element("span", {}, "that day ", plainAmount(day.spentMinor, currency),
        ...(day.evenPaceMinor === null ? [] : [" · pace ", plainAmount(day.evenPaceMinor, currency)])));
  }
}

const titleOf = ({ category, merchant, text }) =>
  [
    "Spending", category ? `on ${visibleText(category)}` : "", merchant ? `at ${visibleText(merchant)}` : "",
    text ? `with “${visibleText(text)}”` : "",
  ].filter(Boolean).join(" ");

function item(name, words) {
  return element("li", {}, shape("svg", { viewBox: "0 0 20 8" }, shape("path", { class: name, d: "M2 4H18" })), words);
}
