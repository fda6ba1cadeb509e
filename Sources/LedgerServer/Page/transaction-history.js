// Who set what, and when: a transaction's changes in words.

import { element } from "./dom.js";
import { instant, integer } from "./locale.js";
import { visibleText } from "./visible-text.js";

const causes = {
  hand: "by hand", import: "by an import", rule: "by a rule", undo: "by an undo", transfer: "by a transfer found at import",
  guess: "by a guess at import",
};

/** The list of a transaction's changes, newest first. */
export const historyOf = (transaction) =>
  element("ol", { class: "timeline" }, [...transaction.history].reverse().map((change) =>
    element("li", {},
      element("p", {}, element("bdi", {}, wordsOf(change)), change.cause ? ` ${causes[change.cause] ?? `by ${change.cause}`}` : null),
      element("p", { class: "meta" }, element("time", { datetime: change.recordedAt }, instant(change.recordedAt)),
        ` · commit ${integer(change.commit)}`))));

function wordsOf({ kind, category, previousCategory, fields, parts = [] }) {
  switch (kind) {
    case "transactionAdded": return `Added in ${visibleText(category)}`;
    case "transactionRecategorised": return `From ${visibleText(previousCategory)} to ${visibleText(category)}`;
    case "transactionSplit": return parts.length > 0 ? `Split into ${partsIn(parts)}` : `No split any more, but ${visibleText(category)}`;
    case "transactionDeleted": return "Deleted";
    case "transactionRestored": return "Brought back";
    case "transactionEdited": return fields?.length
      ? fields.map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`).join("; ") : "Edited";
    default: return kind.replace(/^transaction/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  }
}

const partsIn = (parts) => parts.map((part) => visibleText(part.category)).join(", ");

const shown = (value) => (value === null || value === "" ? "nothing" : `“${visibleText(value)}”`);
