// Giving the parts of a transaction categories of their own; they are kept when they come to the whole.

import { parseAmount } from "./amount-parser.js";
import { categoryChoices } from "./category-choices.js";
import { removeSplit, split } from "./changes.js";
import { button, iconButton } from "./controls.js";
import { element, setText } from "./dom.js";
import { amount as written, minorUnitDigits, negated, sum } from "./money.js";
import { openSheet } from "./sheet.js";
import { knowledge } from "./store.js";
import { visibleText } from "./visible-text.js";

const most = 1000;

export const openSplitSheet = (transaction) => new SplitSheet(transaction, knowledge().categories).open();

class SplitSheet {
  #rows = [];

  constructor(transaction, categories) {
    this.transaction = transaction;
    this.categories = categories;
    this.isOut = transaction.amountMinor < 0;
    this.whole = Math.abs(transaction.amountMinor);
    this.list = element("ul", { class: "split-parts", "aria-label": "Parts" });
    this.rest = element("p", { class: "split-rest", role: "status" });
    this.useRest = button("Use the rest", () => this.#takeRest(), { tone: "small" });
    this.more = button("Add a part", () => this.#add().category.focus(), { tone: "small", drawing: "add" });
    this.save = element("button", { type: "submit", class: "button primary", disabled: true }, "Save");
    const { parts = [] } = transaction;
    for (const part of parts.length > 0 ? parts : [{ category: transaction.category }, {}]) this.#add(part);
  }

  open() {
    const { transaction } = this;
    const isSplit = (transaction.parts ?? []).length > 0;
    this.sheet = openSheet({
      title: isSplit ? "Change the parts" : "Split the transaction",
      body: [
        element("p", { class: "meta" }, element("bdi", {}, visibleText(transaction.merchant)),
          ` · ${written(transaction.amountMinor, transaction.currency, { symbol: true })}`),
        this.list, element("div", { class: "split-foot" }, this.more, this.rest, this.useRest),
      ],
      actions: [
        isSplit ? button("One category again", () => this.#unite(), { drawing: "remove" }) : null,
        button("Cancel", () => this.sheet.close()), this.save,
      ].filter(Boolean),
      onsubmit: () => this.#submit(),
    });
    this.#check();
    this.#rows[0].amount.focus();
  }

  /** A row with a category and an amount; amounts go the way of the whole, with a minus the other way. */
  #add({ category = "", amountMinor = null } = {}) {
    const { currency } = this.transaction;
    const row = { id: `split-problem-${SplitSheet.#count += 1}` };
    row.category = element("select", { class: "input", "aria-label": "Category", onchange: () => this.#check() },
      element("option", { value: "" }, "Category"), categoryChoices(this.categories));
    row.category.value = [...row.category.options].some((option) => option.value === category) ? category : "";
    row.amount = element("input", {
      class: "input", "aria-label": "Amount", inputmode: "decimal", autocomplete: "off", "aria-describedby": row.id,
      oninput: () => this.#check(), onblur: () => { row.isLeft = true; this.#check(); },
    });
    if (amountMinor !== null) {
      const ownWay = (amountMinor < 0) === this.isOut;
      row.amount.value = (ownWay ? "" : "\u2212") + written(amountMinor, currency, { sign: "never" });
    }
    row.problem = element("p", { class: "problem", id: row.id, hidden: true });
    row.element = element("li", {}, row.category, row.amount,
      iconButton("remove", "Remove this part", () => this.#remove(row)), row.problem);
    this.#rows.push(row);
    this.list.append(row.element);
    this.#check();
    return row;
  }

  static #count = 0;

  #remove(row) {
    const place = this.#rows.indexOf(row);
    this.#rows.splice(place, 1);
    row.element.remove();
    (this.#rows[Math.max(0, place - 1)]?.amount ?? this.more).focus();
    this.#check();
  }

  /** What a row's amount is: `{ minor }` in the direction of the whole, or `{ problem }`. */
  #read(row) {
    const { currency } = this.transaction;
    const text = row.amount.value.trim();
    const isAgainst = /^[-\u2212]/u.test(text);
    const read = parseAmount(isAgainst ? text.slice(1) : text, currency, minorUnitDigits(currency));
    return isAgainst && !read.problem ? { minor: negated(read.minor) } : read;
  }

  /** Shows what is left, and lets Save go where nothing is. */
  #check() {
    const readings = this.#rows.map((row) => this.#read(row));
    const left = sum(this.whole, ...readings.map(({ minor }) => negated(minor ?? 0)));
    this.left = left;
    const shown = written(left, this.transaction.currency, { sign: "never", symbol: true });
    setText(this.rest, left === 0 ? "The parts come to the whole." : left > 0 ? `${shown} left` : `${shown} too much`);
    this.rest.classList.toggle("done", left === 0);
    this.useRest.hidden = left === 0 || !this.#rows.some((row) => row.amount.value.trim() === "");
    for (const [index, row] of this.#rows.entries()) {
      const problem = row.isLeft && row.amount.value.trim() !== "" ? readings[index].problem : null;
      setText(row.problem, problem ?? "");
      row.problem.hidden = !problem;
      if (problem) row.amount.setAttribute("aria-invalid", "true");
      else row.amount.removeAttribute("aria-invalid");
    }
    const names = this.#rows.map((row) => row.category.value);
    const isComplete = names.every(Boolean) && readings.every(({ problem }) => !problem) && new Set(names).size > 1;
    this.save.disabled = left !== 0 || !isComplete;
    this.more.disabled = this.#rows.length >= most;
  }

  /** Puts what is left into the first part without an amount. */
  #takeRest() {
    const row = this.#rows.find((each) => each.amount.value.trim() === "");
    if (!row || this.left === 0) return;
    row.amount.value = (this.left < 0 ? "\u2212" : "") + written(this.left, this.transaction.currency, { sign: "never" });
    row.amount.focus();
    this.#check();
  }

  async #submit() {
    this.#check();
    if (this.save.disabled) return;
    const parts = this.#rows.map((row) => {
      const { minor } = this.#read(row);
      return { category: row.category.value, amountMinor: this.isOut ? negated(minor) : minor };
    });
    if (await split(this.transaction, parts)) this.sheet.close();
  }

  /** The category of the largest part is that of the whole. */
  async #unite() {
    const largest = this.transaction.parts.reduce((left, right) =>
      (Math.abs(right.amountMinor) > Math.abs(left.amountMinor) ? right : left));
    if (await removeSplit(this.transaction, largest.category)) this.sheet.close();
  }
}
