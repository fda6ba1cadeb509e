// Adding a transaction: a draft that is written only by Save.

import * as api from "./api.js";
import { example, parseAmount } from "./amount-parser.js";
import { categoryChoices } from "./category-choices.js";
import { make } from "./changes.js";
import { button, options } from "./controls.js";
import { element } from "./dom.js";
import { minorUnitDigits } from "./money.js";
import { field, openSheet } from "./sheet.js";
import { canChange, knowledge } from "./store.js";
import { toast } from "./toasts.js";
import { visibleText } from "./visible-text.js";

/** Opens the form with an empty draft. */
export async function openAddSheet() {
  const known = knowledge();
  if (!canChange(known)) return;
  let accounts = [];
  try {
    accounts = (await api.accounts()).accounts.filter((account) => !account.closed);
  } catch (failure) {
    toast(failure.message);
    return;
  }
  new AddForm(known, accounts).open();
}

class AddForm {
  #touched = new Set();

  constructor({ session, categories, dashboard }, accounts) {
    this.today = dashboard?.today ?? session.today;
    this.accounts = accounts;
    this.baseCurrency = session.currency;
    const touch = (name) => () => { this.#touched.add(name); this.#check(); };
    const control = (tag, name, attributes, ...children) =>
      element(tag, {
        class: "input", name, autocomplete: "off", oninput: () => this.#check(), onblur: touch(name), ...attributes,
      }, ...children);

    this.direction = element("fieldset", { class: "field" }, element("legend", { class: "unseen" }, "Direction"),
      element("div", { class: "choice wide" }, ["out", "in"].map((value) => element("label", {},
        element("input", { type: "radio", name: "direction", value, checked: value === "out", onchange: () => this.#check() }),
        value === "out" ? "Money out" : "Money in"))));
    this.amount = field("Amount", control("input", "amount", { inputmode: "decimal", enterkeyhint: "next" }),
      { hint: `In ${this.#currency()}, like ${example(this.#currency())}` });
    this.merchants = element("datalist", { id: "add-merchants" });
    this.merchant = field("Merchant", control("input", "merchant", { list: "add-merchants", maxlength: "512", enterkeyhint: "next" }));
    this.category = field("Category", control("select", "category", {}, options([["", "Uncategorised"]]),
      categoryChoices(categories.filter((each) => each.category !== "Uncategorised"))));
    this.account = field("Account", control("select", "account", {}, accounts.map((account) =>
      element("option", { value: account.name }, visibleText(account.name)))));
    this.account.element.hidden = accounts.length === 0;
    this.date = field("Day", control("input", "date", { type: "date", max: this.today, value: this.today, onchange: touch("date") }));
    this.note = field("Note", control("input", "note", { maxlength: "1000" }));
    this.save = element("button", { type: "submit", class: "button primary", disabled: true }, "Save");
  }

  open() {
    this.sheet = openSheet({
      title: "Add a transaction",
      body: [this.direction, this.amount.element, this.merchant.element, this.merchants, this.category.element,
        this.account.element, this.date.element, this.note.element],
      actions: [button("Cancel", () => this.sheet.close()), this.save],
      onsubmit: () => this.#submit(),
    });
    this.amount.control.focus();
    this.#offerMerchants();
  }

  #currency() {
    return this.accounts?.find((account) => account.name === this.account?.control.value)?.currency
      ?? this.accounts[0]?.currency ?? this.baseCurrency;
  }

  /** The draft, or null where something is missing; problems are said where somebody has been already. */
  #check() {
    const currency = this.#currency();
    const amount = parseAmount(this.amount.control.value, currency, minorUnitDigits(currency));
    const merchant = this.merchant.control.value.trim();
    const date = this.date.control.value;
    const problems = {
      amount: amount.problem,
      merchant: merchant === "" ? "Say who it was." : null,
      date: !date ? "Say the day." : date > this.today ? "The day lies in the future." : null,
    };
    for (const [name, problem] of Object.entries(problems)) {
      const isTyping = document.activeElement === this[name].control && !this.#touched.has(name);
      this[name].say(problem && this.#touched.has(name) && !isTyping ? problem : null);
    }
    const isValid = Object.values(problems).every((problem) => !problem);
    this.save.disabled = !isValid;
    if (!isValid) return null;
    const isIn = this.direction.querySelector("input:checked").value === "in";
    const texts = { category: this.category.control.value, account: this.account.control.value, note: this.note.control.value.trim() };
    return {
      merchant, date, amountMinor: isIn ? amount.minor : -amount.minor,
      ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)),
    };
  }

  async #submit() {
    this.#touched = new Set(["amount", "merchant", "date"]);
    const draft = this.#check();
    if (!draft) return;
    this.save.disabled = true;
    const report = await make(() => api.add(draft), `${visibleText(draft.merchant)} is added.`);
    if (report) this.sheet.close();
    else this.#check();
  }

  async #offerMerchants() {
    try {
      const { merchants } = await api.merchants(200);
      this.merchants.replaceChildren(...merchants.map((each) => element("option", { value: each.merchant })));
    } catch {
      // Typing works without suggestions.
    }
  }
}
