// The other side of a transfer between own accounts: what a transaction is linked with, or may be.

import { addressOf, go } from "./address.js";
import { amountView, nameView } from "./amount-view.js";
import { linkTransfer, unlinkTransfer } from "./changes.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { dayShort } from "./locale.js";
import { canChange } from "./store.js";

const most = 3;

export class TransferCard {
  #shown = [];

  constructor() {
    this.title = element("h3", { class: "card-title" });
    this.pairs = element("ul", { class: "pairs" });
    this.element = element("section", { class: "card", "aria-label": "Transfer" }, this.title, this.pairs);
  }

  update(known) {
    const { transfers, transaction } = known;
    const linked = transfers?.linked ?? [];
    const pairs = (linked.length > 0 ? linked : transfers?.suggestions ?? []).slice(0, most);
    this.element.hidden = !transaction || pairs.length === 0;
    const version = [transfers, transaction, canChange(known)];
    if (this.element.hidden || version.every((part, index) => part === this.#shown[index])) return;
    this.#shown = version;
    const isLinked = linked.length > 0;
    this.title.textContent = isLinked ? "One transfer with" : "May be one transfer with";
    this.pairs.replaceChildren(...pairs.map((pair) => item(pair, transaction, isLinked, canChange(known))));
  }
}

function item({ outgoing, incoming }, transaction, isLinked, mayChange) {
  const other = outgoing.id === transaction.id ? incoming : outgoing;
  const ids = [outgoing.id, incoming.id];
  const open = element("a", { class: "link", href: addressOf({ transaction: String(other.id) }) }, nameView(other.merchant));
  open.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go({ transaction: String(other.id) });
  });
  const act = isLinked ? button("Unlink", () => unlinkTransfer(ids), { tone: "small" })
    : button("Link", () => linkTransfer(ids), { tone: "small" });
  return element("li", { class: "line" },
    element("span", { class: "who" }, open, element("span", { class: "meta" }, `${dayShort(other.date)} · `, nameView(other.account))),
    element("span", { class: "side" }, amountView(other.amountMinor, other.currency, { isTransfer: true }), mayChange ? act : null));
}
