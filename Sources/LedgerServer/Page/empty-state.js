// What stands where nothing is yet, and what to do next.

import { go, returnToToday } from "./address.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { openAddSheet, openImportSheet } from "./sheets.js";
import { canChange, isFiltered, isPast } from "./store.js";

export function emptyState(known) {
  if (isFiltered(known.place)) {
    return state("search", "Nothing matches", "No transaction has all that the filters ask for.",
      button("Clear the filters", () => go({ category: null, merchant: null, text: null })));
  }
  if (isPast(known.place)) {
    return state("calendar", "Nothing yet at that time", "The ledger had no transactions then.",
      button("Back to today", returnToToday));
  }
  if (!canChange(known)) return state("list", "No transactions yet", "This ledger is shown read-only.");
  return state("list", "No transactions yet", "Import a file from your bank, or add the first transaction by hand.",
    element("p", { class: "detail-actions" }, button("Import a bank file", () => openImportSheet(), { tone: "primary" }),
      button("Add a transaction", () => openAddSheet())));
}

const state = (drawing, headline, text, ...more) =>
  element("div", { class: "empty" }, icon(drawing), element("p", { class: "headline" }, headline), element("p", {}, text), ...more);
