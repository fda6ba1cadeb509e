// What every day of the month came to; choosing one shows its transactions.

import { amountView } from "./amount-view.js";
import { button } from "./controls.js";
import { element, keepChildren } from "./dom.js";
import { counted, dayLong, integer, locale } from "./locale.js";

const fewest = 7;

export class ActivityCard {
  #showsAll = false;

  constructor() {
    this.list = element("ul", {});
    this.more = button("", () => this.#toggle(), { tone: "small" });
    this.end = element("div", { class: "list-end" }, this.more);
    this.element = element("section", { class: "card activity-card", "aria-label": "Activity by day" },
      element("div", { class: "card-head" }, element("h2", { class: "card-title" }, "Activity by day")), this.list, this.end);
  }

  update(known) {
    this.known = known;
    const dashboard = known.focus ?? known.dashboard;
    this.element.hidden = !dashboard || dashboard.activity.length === 0;
    if (!dashboard) return;
    const days = this.#showsAll ? dashboard.activity : dashboard.activity.slice(0, fewest);
    keepChildren(this.list, days, (day) => day.date, () => element("li", { class: "line" }), (line, day) =>
      line.replaceChildren(
        element("span", {}, element("time", { datetime: day.date, lang: locale }, dayLong(day.date)), " ",
          element("span", { class: "meta count-of" }, counted(day.count, "transaction", "transactions"))),
        amountView(day.netMinor, dashboard.currency)));
    this.end.hidden = dashboard.activity.length <= fewest;
    this.more.textContent = this.#showsAll ? "Show fewer" : `Show all ${integer(dashboard.activity.length)} days`;
  }

  #toggle() {
    this.#showsAll = !this.#showsAll;
    this.update(this.known);
  }
}
