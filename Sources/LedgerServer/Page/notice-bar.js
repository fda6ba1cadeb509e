// Says what is unusual about what is shown: a past, a ledger that is only read, a server that is gone.

import { returnToToday } from "./address.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { dayFull, integer } from "./locale.js";
import { openTimeSheet } from "./sheets.js";
import { isPast } from "./store.js";

export class NoticeBar {
  #said = null;

  constructor() {
    this.element = element("div", { class: "notices", role: "status" });
  }

  update({ place, session, failures }) {
    const notices = [];
    const messages = new Set(Object.values(failures).map((failure) => failure.message));
    for (const message of messages) notices.push(["failure", message]);
    if (isPast(place)) notices.push(["past", pastWords(place)]);
    if (session?.readOnly) notices.push(["read-only", "This ledger is shown read-only."]);
    const said = JSON.stringify(notices);
    if (said === this.#said) return;
    this.#said = said;
    this.element.hidden = notices.length === 0;
    this.element.replaceChildren(...notices.map(([kind, text]) => element("div", { class: "notice", "data-kind": kind },
      element("p", { class: "text" }, text), kind === "past" ? pastActions() : null)));
  }
}

function pastWords({ day, known, at }) {
  if (at) return `You look at the past: the ledger as it was at event ${integer(Number(at))}.`;
  return known === "then"
    ? `You look at the past: ${dayFull(day)}, as it was recorded then.`
    : `You look at the past: ${dayFull(day)}, as known today.`;
}

const pastActions = () => element("div", { class: "detail-actions" },
  button("Another day", openTimeSheet, { tone: "small" }), button("Back to today", returnToToday, { tone: "small primary" }));
