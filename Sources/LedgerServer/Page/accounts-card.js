// What each account holds.

import { nameView, plainAmount } from "./amount-view.js";
import { element } from "./dom.js";

export class AccountsCard {
  #shown = null;

  constructor() {
    this.list = element("ul", {});
    this.element = element("section", { class: "card accounts-card", "aria-label": "Accounts" },
      element("div", { class: "card-head" }, element("h2", { class: "card-title" }, "Accounts")), this.list);
  }

  update({ dashboard }) {
    this.element.hidden = !dashboard || dashboard.accounts.length < 2;
    if (!dashboard || dashboard === this.#shown) return;
    this.#shown = dashboard;
    this.list.replaceChildren(...dashboard.accounts.map((account) =>
      element("li", { class: "line" }, nameView(account.name),
        plainAmount(account.balanceMinor, account.currency, { tag: "amount" }))));
  }
}
