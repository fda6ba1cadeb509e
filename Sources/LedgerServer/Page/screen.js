// The screen: two panes and their cards, and which of them is where.

import { AccountsCard } from "./accounts-card.js";
import { ActivityCard } from "./activity-card.js";
import { leave } from "./address.js";
import { BalanceCard } from "./balance-card.js";
import { iconButton } from "./controls.js";
import { CategoryCard } from "./category-card.js";
import { DetailPane } from "./detail-pane.js";
import { renew } from "./data.js";
import { element, setAttributes } from "./dom.js";
import { FlowTiles } from "./flow-tiles.js";
import { icon } from "./icons.js";
import { dayFull, locale, monthLong } from "./locale.js";
import { amountsAreCovered, coverAmounts } from "./money.js";
import { NoticeBar } from "./notice-bar.js";
import { openAddSheet, openHistorySheet, openImportSheet, openTimeSheet } from "./sheets.js";
import { SpendingCard } from "./spending-card.js";
import { canChange, isPast } from "./store.js";
import { TransactionsCard } from "./transactions-card.js";

export class Screen {
  #open = null;
  #scrollOfDashboard = 0;

  constructor() {
    this.notices = new NoticeBar();
    this.balance = new BalanceCard();
    this.flow = new FlowTiles();
    this.spending = new SpendingCard();
    this.transactions = new TransactionsCard();
    this.categories = new CategoryCard();
    this.activity = new ActivityCard();
    this.accounts = new AccountsCard();
    this.detail = new DetailPane();
    this.month = element("p", { class: "title", lang: locale });
    this.moment = element("p", { class: "label warning" });

    this.back = iconButton("back", "Back", () => leave({ view: null }));
    this.back.classList.add("only-list");
    this.add = iconButton("add", "Add a transaction", openAddSheet);
    this.add.classList.add("primary");
    this.importing = iconButton("importing", "Import bank files", () => openImportSheet());
    this.cover = iconButton("eye", "Show amounts", () => this.#cover());
    const history = iconButton("history", "History, undo and redo", openHistorySheet);
    const time = iconButton("calendar", "Look at a past day", openTimeSheet);
    this.leading = element("div", { class: "pane leading" },
      element("header", { class: "bar" }, this.back, element("h1", { class: "title name" }, "Foldbook"),
        element("div", { class: "actions", role: "toolbar", "aria-label": "Ledger" }, this.cover, time, history, this.importing, this.add)),
      element("div", { class: "block upper" }, this.notices.element, this.balance.element, this.flow.elements),
      element("div", { class: "block lower" }, this.transactions.element));
    this.trailing = element("div", { class: "pane trailing" },
      element("header", { class: "bar" }, this.month, this.moment),
      element("div", { class: "block upper" }, this.spending.element),
      element("div", { class: "block lower" }, this.categories.element, this.activity.element, this.accounts.element));
    this.app = element("main", { class: "app", "data-layout": "column", "data-shows": "dashboard" },
      this.leading, this.trailing, this.detail.element);
    this.parts = [
      this.notices, this.balance, this.flow, this.spending, this.transactions, this.categories, this.activity, this.accounts, this.detail,
    ];
  }

  update(known) {
    const { layout, place, dashboard } = known;
    const shows = place.transaction ? "detail" : place.view === "transactions" && layout === "column" ? "transactions" : "dashboard";
    this.#keepScroll(shows, layout);
    this.app.dataset.layout = layout;
    this.app.dataset.shows = shows;
    this.#place(layout);
    this.month.textContent = dashboard ? monthLong(dashboard.month.month) : "";
    this.moment.textContent = dashboard && isPast(place) ? `as of ${dayFull(dashboard.today)}` : "";
    this.cover.hidden = !known.session?.hideAmounts;
    const isCovered = shows === "detail" && layout === "column";
    this.leading.inert = isCovered;
    this.trailing.inert = shows === "detail";
    this.add.hidden = this.importing.hidden = !canChange(known);
    for (const part of this.parts) part.update(known);
    this.#moveFocus(place.transaction);
  }

  /** Uncovers the amounts that the server was asked to cover, or covers them again; everything is written anew. */
  #cover() {
    coverAmounts(!amountsAreCovered());
    const name = amountsAreCovered() ? "Show amounts" : "Cover amounts";
    setAttributes(this.cover, { "aria-label": name, title: name });
    this.cover.replaceChildren(icon(amountsAreCovered() ? "eye" : "covered"));
    renew();
  }

  /** The chart stands between the tiles and the list in one column, and heads the other pane where there are two. */
  #place(layout) {
    const home = layout === "column" ? this.leading.querySelector(".upper") : this.trailing.querySelector(".upper");
    if (this.spending.element.parentElement !== home) home.append(this.spending.element);
  }

  /** In one column, the list's own view begins at its top and the dashboard keeps its place. */
  #keepScroll(shows, layout) {
    const before = this.app.dataset.shows;
    if (layout !== "column" || before === shows || shows === "detail" || before === "detail") return;
    if (before === "dashboard") this.#scrollOfDashboard = this.app.scrollTop;
    requestAnimationFrame(() => { this.app.scrollTop = shows === "dashboard" ? this.#scrollOfDashboard : 0; });
  }

  /** Opening a detail puts the focus on its title; closing it, where it came from. */
  #moveFocus(transaction) {
    const before = this.#open;
    this.#open = transaction;
    if (before === transaction) return;
    if (transaction) this.detail.focusTitle();
    else if (before && !document.querySelector("dialog[open]")) this.transactions.focusRow(before);
  }
}
