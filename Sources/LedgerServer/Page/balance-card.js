// The balance, how it changed this month, and how it came there.

import { changeView, plainAmount, spoken } from "./amount-view.js";
import { amountWords } from "./amount-words.js";
import { go } from "./address.js";
import { options } from "./controls.js";
import { rangeOf } from "./data.js";
import { element } from "./dom.js";
import { historyModel } from "./history-chart.js";
import { dayFull } from "./locale.js";
import { amount, negated, sum } from "./money.js";
import { ReadableChart } from "./readable-chart.js";
import { isNew, isPast } from "./store.js";

const ranges = [
  ["1W", "1W", "One week", "past week"], ["1M", "1M", "One month", "past month"], ["1Y", "1Y", "One year", "past year"],
  ["5Y", "5Y", "Five years", "past 5 years"], ["all", "All", "From the beginning", "since the beginning"],
];

export class BalanceCard {
  #report = null;
  #shownMinor = null;

  constructor() {
    this.title = element("h2", { class: "label" }, "Total balance");
    this.figure = element("p", { class: "balance" });
    this.change = element("p", {});
    this.readout = element("p", { class: "chart-readout" });
    this.chart = new ReadableChart("Balance history", 150, (index) => this.#read(index));
    this.ranges = element("div", { class: "choice", role: "radiogroup", "aria-label": "Range of the balance history" },
      ranges.map(([value, text, words]) =>
        element("label", {},
          element("input", {
            type: "radio", name: "range", value, "aria-label": words, onchange: () => go({ range: value }, { replace: true }),
          }),
          text)));
    this.graph = element("div", { class: "graph" }, this.readout, this.chart.element, this.ranges);
    this.currency = element("select", {
      class: "input currency", "aria-label": "Currency", onchange: () => go({ currency: this.currency.value }, { replace: true }),
    });
    this.element = element("section", { class: "card only-dashboard balance-card", "aria-label": "Total balance" },
      element("div", { class: "balance-head" }, this.title, this.currency), this.figure, this.change, this.graph);
  }

  update(known) {
    const { dashboard, balance, place, session } = known;
    this.#offerCurrencies(session?.currencies ?? [], dashboard?.currency);
    for (const input of this.ranges.querySelectorAll("input")) input.checked = input.value === rangeOf(place);
    this.element.hidden = !dashboard;
    if (dashboard) this.#showBalance(dashboard, place);
    this.graph.hidden = !balance || balance.points.length === 0 || isNew(known);
    this.change.hidden = isNew(known);
    if (balance && balance !== this.#report) {
      this.#report = balance;
      this.chart.show(historyModel(balance));
      this.#read(null);
    }
  }

  /** Sums never mix currencies: where there are several, one is looked at. */
  #offerCurrencies(currencies, shown) {
    this.currency.hidden = currencies.length < 2;
    if (this.currency.options.length !== currencies.length) {
      this.currency.replaceChildren(...options(currencies.map(({ currency }) => [currency, currency])));
    }
    if (shown) this.currency.value = shown;
  }

  #showBalance(dashboard, place) {
    const { balanceMinor, currency, month } = dashboard;
    const isFresh = this.#shownMinor !== null && this.#shownMinor !== balanceMinor;
    this.#shownMinor = balanceMinor;
    this.title.textContent = isPast(place) ? `Balance on ${dayFull(dashboard.today)}` : "Total balance";
    this.figure.replaceChildren(
      spoken(amount(balanceMinor, currency, { symbol: true }), amountWords(balanceMinor, currency), { class: isFresh ? "fresh" : null }));
    this.figure.style.setProperty("--length", String(this.figure.firstElementChild.firstElementChild.textContent.length));
    const change = sum(month.netMinor, month.transfersMinor);
    this.change.replaceChildren(changeView(change, sum(balanceMinor, negated(change)), currency, "this month"));
  }

  #read(index) {
    const report = this.#report;
    if (!report || report.points.length === 0) return;
    if (index === null) {
      const period = ranges.find(([value]) => value === report.range)?.[3] ?? "";
      const first = report.points[0].balanceMinor;
      this.readout.replaceChildren(changeView(report.changeMinor, first, report.currency, period));
      return;
    }
    const point = report.points[index];
    this.readout.replaceChildren(
      element("span", {}, dayFull(point.date)), plainAmount(point.balanceMinor, report.currency, { tag: "value", symbol: true }));
  }
}
