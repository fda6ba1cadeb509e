// The fields of a transaction, for adding and correcting one: a draft that is written only by Save.

import * as api from "./api.js";
import { example, parseAmount } from "./amount-parser.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { amount as written, amountsAreCovered, minorUnitDigits, negated } from "./money.js";
import { field, openSheet } from "./sheet.js";
import { canChange, knowledge } from "./store.js";
import { toast } from "./toasts.js";
import { visibleText } from "./visible-text.js";

export class TransactionForm {
  #touched = new Set();

  /** `values` are those of the transaction that is corrected; `more` are fields that only one of the two ways has. */
  constructor({ session, dashboard }, accounts, { values = null, more = [] } = {}) {
    this.today = dashboard?.today ?? session.today;
    this.accounts = accounts;
    this.baseCurrency = session.currency;
    this.values = values;
    this.more = more;
    // Covered amounts stay covered: then the amount can't be corrected.
    this.hasAmount = !(values && amountsAreCovered());
    this.direction = this.#makeDirection();
    this.amount = field("Amount", this.#control("input", "amount", { inputmode: "decimal", enterkeyhint: "next" }),
      { hint: `In ${this.#currency()}, like ${example(this.#currency())}` });
    this.merchants = element("datalist", { id: "form-merchants" });
    this.merchant = field("Merchant", this.#control("input", "merchant", {
      list: "form-merchants", maxlength: "512", enterkeyhint: "next",
    }));
    this.account = field("Account", this.#control("select", "account", {}, accounts.map((account) =>
      element("option", { value: account.name }, visibleText(account.name)))));
    this.account.element.hidden = accounts.length === 0;
    this.date = field("Day", this.#control("input", "date", {
      type: "date", max: this.#lastDay(), value: this.today, onchange: () => this.#touch("date"),
    }));
    this.note = field("Note", this.#control("input", "note", { maxlength: "1000" }));
    this.save = element("button", { type: "submit", class: "button primary", disabled: true }, "Save");
    if (values) this.#fill(values);
  }

  /** Opens the form; `onsave` gets what was entered and says whether that was written. */
  open(title, onsave) {
    this.onsave = onsave;
    this.sheet = openSheet({
      title,
      body: [
        ...(this.hasAmount ? [this.direction, this.amount.element] : []), this.merchant.element, this.merchants,
        ...this.more.map((each) => each.element), this.account.element, this.date.element, this.note.element,
      ],
      actions: [button("Cancel", () => this.sheet.close()), this.save],
      onsubmit: () => this.#submit(),
    });
    (this.hasAmount ? this.amount : this.merchant).control.focus();
    this.#check();
    this.#offerMerchants();
  }

  #control(tag, name, attributes, ...children) {
    return element(tag, {
      class: "input", name, autocomplete: "off", oninput: () => this.#check(), onblur: () => this.#touch(name), ...attributes,
    }, ...children);
  }

  #makeDirection() {
    const choice = (value, words) => element("label", {},
      element("input", { type: "radio", name: "direction", value, checked: value === "out", onchange: () => this.#check() }), words);
    return element("fieldset", { class: "field" }, element("legend", { class: "unseen" }, "Direction"),
      element("div", { class: "choice wide" }, choice("out", "Money out"), choice("in", "Money in")));
  }

  #fill({ merchant, amountMinor, currency, account, date, note }) {
    const isIn = amountMinor > 0;
    this.direction.querySelector(`[value=${isIn ? "in" : "out"}]`).checked = true;
    if (this.hasAmount) this.amount.control.value = written(amountMinor, currency, { sign: "never" });
    this.merchant.control.value = merchant;
    if (![...this.account.control.options].some((option) => option.value === account)) {
      this.account.control.prepend(element("option", { value: account }, visibleText(account)));
    }
    this.account.control.value = account;
    this.date.control.value = date;
    this.note.control.value = note ?? "";
  }

  /** A bank's row may lie in the future; what a person says may not, unless it lay there already. */
  #lastDay() {
    return this.values && this.values.date > this.today ? this.values.date : this.today;
  }

  #currency() {
    return this.accounts.find((account) => account.name === this.account?.control.value)?.currency
      ?? this.values?.currency ?? this.accounts[0]?.currency ?? this.baseCurrency;
  }

  #touch(name) {
    this.#touched.add(name);
    this.#check();
  }

  /** The draft, or null where something is missing; problems are said where somebody has been already. */
  #check() {
    const currency = this.#currency();
    const amount = this.hasAmount ? parseAmount(this.amount.control.value, currency, minorUnitDigits(currency)) : {};
    const merchant = this.merchant.control.value.trim();
    const date = this.date.control.value;
    const problems = {
      amount: amount.problem,
      merchant: merchant === "" ? "Say who it was." : null,
      date: !date ? "Say the day." : date > this.#lastDay() ? "The day lies in the future." : null,
    };
    for (const [name, problem] of Object.entries(problems)) {
      const isTyping = document.activeElement === this[name].control && !this.#touched.has(name);
      this[name].say(problem && this.#touched.has(name) && !isTyping ? problem : null);
    }
    const isValid = Object.values(problems).every((problem) => !problem);
    this.save.disabled = !isValid;
    if (!isValid) return null;
    const isIn = this.direction.querySelector("input:checked").value === "in";
    return {
      merchant, date, account: this.account.control.value, note: this.note.control.value.trim(),
      ...(this.hasAmount ? { amountMinor: isIn ? amount.minor : negated(amount.minor) } : {}),
    };
  }

  async #submit() {
    this.#touched = new Set(["amount", "merchant", "date"]);
    const draft = this.#check();
    if (!draft) return;
    this.save.disabled = true;
    if (await this.onsave(draft)) this.sheet.close();
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

/** What is known and the accounts that something can be booked to; null, and the reason is told, where no form can be filled in. */
export async function formGrounds() {
  const known = knowledge();
  if (!canChange(known)) return null;
  try {
    return { known, accounts: (await api.accounts()).accounts.filter((account) => !account.closed) };
  } catch (failure) {
    toast(failure.message);
    return null;
  }
}
