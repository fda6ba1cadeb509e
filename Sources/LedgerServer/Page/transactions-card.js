// The list of transactions: the newest six on a narrow screen, every one beside the other pane, by day.

import { addressOf, go } from "./address.js";
import { amountView } from "./amount-view.js";
import { button } from "./controls.js";
import { askMore } from "./data.js";
import { element, keepChildren } from "./dom.js";
import { emptyState } from "./empty-state.js";
import { FilterBar } from "./filter-bar.js";
import { counted, dayLong, locale } from "./locale.js";
import { sum } from "./money.js";
import { removeTransaction } from "./changes.js";
import { canChange, isFiltered, isNew } from "./store.js";
import { makeRow, renewRow } from "./transaction-row.js";

const fewest = 6;
/** More than a screen shows; the others are drawn when these are seen. */
const firstRows = 16;

export class TransactionsCard {
  /** Whether one column shows every row, since one further down was picked while there was room for all. */
  #keepsAll = false;
  #isFirst = true;

  constructor() {
    this.title = element("h2", { class: "card-title", tabindex: "-1" });
    this.total = element("p", { class: "meta", role: "status" });
    this.filters = new FilterBar();
    this.days = element("ol", { class: "days", onkeydown: (event) => this.#key(event) });
    this.empty = element("div", {});
    this.all = element("a", { class: "button small" }, "Show all");
    this.all.addEventListener("click", (event) => {
      event.preventDefault();
      go({ view: "transactions" });
    });
    this.more = button("Show more", () => this.#more(), { tone: "small" });
    this.fewer = button("Show the newest only", () => this.#showFewer(), { tone: "small" });
    this.end = element("div", { class: "list-end" }, this.all, this.fewer, this.more);
    this.element = element("section", { class: "card transactions-card", "aria-label": "Transactions" },
      element("div", { class: "card-head" }, this.title, this.total), this.filters.element, this.days, this.empty, this.end);
    const near = new IntersectionObserver(([entry]) => entry.isIntersecting && !this.more.hidden && askMore(), { rootMargin: "600px" });
    near.observe(this.more);
  }

  update(known) {
    this.known = known;
    const { list, place } = known;
    this.filters.update(known);
    if (!list) {
      if (known.failures.list) this.#showNothing();
      return;
    }
    const isWhole = this.#showsAll(known);
    const rows = isWhole ? this.#rowsNow(list.transactions, place) : list.transactions.slice(0, fewest);
    this.title.textContent = isFiltered(place) ? "Matching transactions" : isWhole ? "Transactions" : "Newest";
    this.#showTotal(list, place);
    this.#showRows(rows, known);
    this.all.hidden = isWhole || list.count <= fewest;
    this.all.setAttribute("href", addressOf({ view: "transactions" }));
    this.fewer.hidden = !this.#keepsAll || !isWhole || place.view === "transactions" || isFiltered(place);
    this.more.hidden = !isWhole || !list.next || rows.length < list.transactions.length;
    this.end.hidden = this.all.hidden && this.fewer.hidden && this.more.hidden;
    this.empty.replaceChildren(...(rows.length === 0 ? [emptyState(known)] : []));
    this.filters.element.hidden = list.count === 0 && !isFiltered(place);
  }

  /** The first picture waits for no rows further down, unless one of them is picked. */
  #rowsNow(all, place) {
    if (!this.#isFirst || all.length <= firstRows || place.transaction) return all;
    this.#isFirst = false;
    requestAnimationFrame(() => setTimeout(() => this.update(this.known)));
    return all.slice(0, firstRows);
  }

  #showNothing() {
    this.days.replaceChildren();
    this.empty.replaceChildren(emptyState(this.known));
    this.total.replaceChildren();
    this.end.hidden = true;
  }

  /** Everything is shown beside a pane, in its own view, where filters ask for it, and where the picked one is further down. */
  #showsAll({ layout, place, list }) {
    if (layout === "panes") this.#keepsAll = false;
    const index = list.transactions.findIndex((each) => String(each.id) === place.transaction);
    if (layout !== "panes" && index >= fewest) this.#keepsAll = true;
    return this.#keepsAll || layout === "panes" || place.view === "transactions" || isFiltered(place);
  }

  #showFewer() {
    this.#keepsAll = false;
    this.update(this.known);
    this.title.focus();
  }

  #showTotal(list, place) {
    const sumOfAll = isFiltered(place) && list.count > 0 ? [" · ", amountView(list.totalMinor, list.currency, { tag: "" })] : [];
    if (isNew(this.known)) return this.total.replaceChildren();
    this.total.replaceChildren(counted(list.count, "transaction", "transactions"), ...sumOfAll);
  }

  #showRows(rows, known) {
    const days = byDay(rows);
    const kinds = new Map(known.categories.map((each) => [each.category, each.kind]));
    const isTransfer = (row) => kinds.get(row.category) === "transfer";
    keepChildren(this.days, days, (day) => day.date, makeDay, (item, day) => {
      const [heading, list] = item.children;
      const isCut = (rows.length < known.list.transactions.length || known.list.next) && day === days.at(-1);
      const counted = day.rows.filter((row) => !isTransfer(row) && row.currency === known.list.currency);
      const net = sum(0, ...counted.map((row) => row.amountMinor));
      heading.replaceChildren(element("time", { datetime: day.date, lang: locale }, dayLong(day.date)),
        ...(isCut || day.rows.length < 2 || counted.length === 0 ? [] : [amountView(net, known.list.currency, { tag: "" })]));
      keepChildren(list, day.rows, (row) => row.id, makeRow, (line, row) =>
        renewRow(line, row, {
          isCurrent: String(row.id) === known.place.transaction, isTransfer: isTransfer(row), showsDay: false,
          baseCurrency: known.list.currency,
        }));
    });
    this.#keepOneTabStop();
  }

  /** One row is reached by Tab, the others by arrows: a long list is no wall. */
  #keepOneTabStop() {
    const links = [...this.days.querySelectorAll(".row")];
    const current = links.find((link) => link === document.activeElement)
      ?? links.find((link) => link.getAttribute("aria-current") === "true") ?? links[0];
    for (const link of links) link.tabIndex = link === current ? 0 : -1;
  }

  #key(event) {
    const link = event.target.closest(".row");
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...this.days.querySelectorAll(".row")];
    const now = links.indexOf(link);
    const target = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.key === "Delete" && canChange(this.known)) {
      event.preventDefault();
      const next = links[now + 1] ?? links[now - 1];
      const id = Number(link.dataset.id);
      next?.focus();
      removeTransaction(this.known.list.transactions.find((each) => each.id === id));
      return;
    }
    if (target === undefined || !links[target]) return;
    event.preventDefault();
    links[target].focus();
    this.#keepOneTabStop();
  }

  async #more() {
    const last = [...this.days.querySelectorAll(".row")].at(-1);
    await askMore();
    last?.focus();
  }

  /** Puts the focus where a detail was opened from. */
  focusRow(id) {
    const link = this.days.querySelector(`.row[data-id="${CSS.escape(String(id))}"]`);
    (link ?? this.title).focus({ preventScroll: Boolean(link) });
    link?.scrollIntoView({ block: "nearest" });
  }
}

const makeDay = () => element("li", {}, element("h3", { class: "day" }), element("ol", { class: "rows" }));

function byDay(rows) {
  const days = [];
  for (const row of rows) {
    if (days.at(-1)?.date !== row.date) days.push({ date: row.date, rows: [] });
    days.at(-1).rows.push(row);
  }
  return days;
}
