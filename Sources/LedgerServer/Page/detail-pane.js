// One transaction: facts, category, what the merchant cost, and its history.

import { go, leave } from "./address.js";
import { amountView, nameView, plainAmount } from "./amount-view.js";
import { categoryChoices } from "./category-choices.js";
import { changeNote, recategorise, removeTransaction } from "./changes.js";
import { button, iconButton } from "./controls.js";
import { element } from "./dom.js";
import { counted, dayFull, instant, integer, locale, monthLong } from "./locale.js";
import { amountsAreCovered, negated } from "./money.js";
import { barsModel, monthsOf } from "./merchant-bars.js";
import { ReadableChart } from "./readable-chart.js";
import { openEditSheet, openSplitSheet } from "./sheets.js";
import { canChange } from "./store.js";
import { historyOf } from "./transaction-history.js";
import { TransferCard } from "./transfer-card.js";
import { visibleLines, visibleText } from "./visible-text.js";

export class DetailPane {
  #shown = null;
  #history = null;

  constructor() {
    this.title = element("h2", { class: "title", tabindex: "-1", id: "detail-title" });
    this.back = iconButton("back", "Back", () => leave({ transaction: null }));
    this.close = iconButton("close", "Close", () => leave({ transaction: null }));
    this.summary = element("section", { class: "card", "aria-label": "Transaction" });
    this.transfer = new TransferCard();
    this.months = new MerchantMonths();
    this.past = element("section", { class: "card", "aria-label": "History of changes" });
    this.element = element("section", { class: "pane detail", "aria-labelledby": "detail-title", hidden: true },
      element("header", { class: "bar" }, this.back, element("div", { class: "name" }, this.title),
        element("div", { class: "actions" }, this.close)),
      element("div", { class: "block upper" }, this.summary),
      element("div", { class: "block lower" }, this.transfer.element, this.months.element, this.past));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave({ transaction: null });
    });
  }

  update(known) {
    const { place, transaction, merchantHistory, layout } = known;
    const isOpen = Boolean(place.transaction);
    if (this.element.hidden !== !isOpen) this.element.hidden = !isOpen;
    if (!isOpen) {
      this.#shown = null;
      return;
    }
    this.back.hidden = layout !== "column";
    this.close.hidden = layout === "column";
    const version = [transaction, known.categories, canChange(known)];
    if (this.#shown === null || version.some((part, index) => part !== this.#shown[index])) {
      const isOther = this.#shown === null || transaction?.id !== this.#shown[0]?.id;
      this.#shown = version;
      this.#show(known);
      if (isOther) this.element.scrollTop = 0;
    }
    this.transfer.update(known);
    this.months.update(merchantHistory, transaction);
  }

  #show(known) {
    const { transaction } = known;
    if (!transaction || transaction.missing) {
      this.title.textContent = transaction ? "Not here" : "";
      this.summary.replaceChildren(element("p", { class: "meta" }, transaction?.missing ?? "Reading…"));
      this.past.hidden = true;
      return;
    }
    const focused = this.summary.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    this.title.replaceChildren(nameView(transaction.merchant));
    this.summary.replaceChildren(...summaryOf(known));
    if (focused) this.summary.querySelector(`[data-part="${focused}"]`)?.focus();
    this.past.hidden = false;
    this.past.replaceChildren(element("h3", { class: "card-title" }, "History"), historyOf(transaction));
  }

  focusTitle() {
    this.title.focus({ preventScroll: true });
  }
}

function summaryOf(known) {
  const { transaction, categories } = known;
  const { amountMinor, currency, deleted } = transaction;
  const kind = categories.find((each) => each.category === transaction.category)?.kind;
  const mayChange = canChange(known) && !deleted;
  return [
    element("p", { class: "balance" }, amountView(amountMinor, currency, { tag: "", symbol: true, isTransfer: kind === "transfer" })),
    deleted ? element("p", { class: "warning" }, "This transaction is deleted; it counts nowhere.") : null,
    element("dl", { class: "facts" }, factsOf(transaction, categories, mayChange)),
    ...(mayChange ? [noteForm(transaction), actionsOf(transaction)] : []),
  ].filter(Boolean);
}

function factsOf(transaction, categories, mayChange) {
  const facts = [
    ["Day", element("time", { datetime: transaction.date, lang: locale }, dayFull(transaction.date))],
    ["Account", nameView(transaction.account)],
    ["Category", categoryOf(transaction, categories, mayChange)],
  ];
  if (transaction.note && !mayChange) facts.push(["Note", element("bdi", {}, visibleLines(transaction.note))]);
  if (transaction.memo) facts.push(["Memo", element("bdi", {}, visibleLines(transaction.memo))]);
  const { bankCategory } = transaction;
  if (bankCategory && bankCategory !== transaction.category) facts.push(["Bank's category", nameView(bankCategory)]);
  if (transaction.bankReference) facts.push(["Bank's reference", nameView(transaction.bankReference)]);
  if (transaction.rawText) facts.push(["Bank's text", element("bdi", { class: "raw" }, visibleLines(transaction.rawText))]);
  if (transaction.sourceFile) {
    const line = transaction.sourceLine ? `, line ${integer(transaction.sourceLine)}` : "";
    facts.push(["From", element("bdi", {}, visibleText(transaction.sourceFile) + line)]);
  }
  const { recordedAt } = transaction;
  facts.push(["Recorded", element("time", { datetime: recordedAt, lang: locale }, instant(recordedAt))]);
  facts.push(["Number", String(transaction.id)]);
  return facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
}

/** A split has no one category: its parts are shown; they are set in a sheet of their own. */
function categoryOf(transaction, categories, mayChange) {
  const { parts = [], currency } = transaction;
  if (parts.length > 0) {
    return element("ul", { class: "parts", "aria-label": "Parts" }, parts.map(({ category, amountMinor, memo }) =>
      element("li", {}, element("span", {}, nameView(category), memo ? element("span", { class: "meta" }, " ", nameView(memo)) : null),
        plainAmount(amountMinor, currency, { tag: "amount", sign: "always" }))));
  }
  return mayChange ? categoryPicker(transaction, categories) : nameView(transaction.category);
}

function categoryPicker(transaction, categories) {
  const picker = element("select", {
    class: "input", "aria-label": "Category", "data-part": "category",
    onchange: () => recategorise(transaction, picker.value),
  }, categoryChoices(categories));
  if (![...picker.options].some((option) => option.value === transaction.category)) {
    picker.prepend(element("option", { value: transaction.category, disabled: true }, visibleText(transaction.category)));
  }
  picker.value = transaction.category;
  return picker;
}

function noteForm(transaction) {
  const input = element("input", {
    class: "input", "aria-label": "Note", placeholder: "Add a note", value: transaction.note ?? "", autocomplete: "off",
    "data-part": "note",
  });
  return element("form", {
    class: "note", onsubmit: (event) => { event.preventDefault(); keep(); }, onfocusout: () => keep(),
  }, input);

  function keep() {
    const note = input.value.trim();
    if (note === (transaction.note ?? "")) return;
    transaction.note = note;
    changeNote(transaction, note);
  }
}

const actionsOf = (transaction) => element("div", { class: "detail-actions" },
  button("Edit", () => openEditSheet(transaction), { drawing: "edit", "data-part": "edit" }),
  // Parts are set by their amounts, and covered amounts stay covered.
  amountsAreCovered() ? null : button(transaction.parts?.length > 0 ? "Change parts" : "Split", () => openSplitSheet(transaction), {
    drawing: "split", "data-part": "split",
  }),
  button("All of this merchant", () => go({ merchant: transaction.merchant, transaction: null, view: "transactions" }), {
    drawing: "list",
  }),
  button("Delete", () => removeTransaction(transaction), { drawing: "remove", "data-part": "delete" }));

/** The bars with their readout. */
class MerchantMonths {
  #report = null;

  constructor() {
    this.title = element("h3", { class: "card-title" });
    this.figures = element("p", { class: "meta" });
    this.readout = element("p", { class: "chart-readout" });
    this.chart = new ReadableChart("Cost by month", 140, (index) => this.#read(index));
    this.element = element("section", { class: "card", "aria-label": "What the merchant cost each month" },
      element("div", { class: "card-head" }, this.title, this.figures), this.readout, this.chart.element);
  }

  update(history, transaction) {
    const isOfIt = history && transaction && history.merchant;
    this.element.hidden = !isOfIt;
    if (!isOfIt || history === this.#report) return;
    this.#report = history;
    this.title.textContent = history.totalMinor > 0 ? "Received by month" : "Cost by month";
    const total = history.totalMinor > 0 ? history.totalMinor : negated(history.totalMinor);
    this.figures.replaceChildren(
      plainAmount(total, history.currency, { symbol: true }), ` in ${counted(history.count, "transaction", "transactions")}`);
    this.chart.show(barsModel(history));
    this.#read(null);
  }

  #read(index) {
    const months = monthsOf(this.#report);
    const month = months[index ?? months.length - 1];
    this.readout.replaceChildren(element("span", {}, monthLong(month.month)),
      element("span", {}, element("strong", {}, plainAmount(month.costMinor, this.#report.currency)),
        month.count === 1 ? " · once" : ` · ${integer(month.count)} times`));
  }
}
