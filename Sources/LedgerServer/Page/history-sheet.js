// The history: every commit, what it did, and a way to take it back or to look at the ledger as it was.

import * as api from "./api.js";
import { go } from "./address.js";
import { redo, takeBack } from "./changes.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { instant, integer } from "./locale.js";
import { openSheet } from "./sheet.js";
import { canChange, knowledge } from "./store.js";
import { visibleText } from "./visible-text.js";

const pageLength = 50;

export function openHistorySheet() {
  const list = element("ol", { class: "commits" });
  const status = element("p", { class: "meta", role: "status" }, "Reading…");
  let limit = pageLength;
  const more = button("Show more", () => { limit += pageLength; read(); }, { tone: "small", hidden: true });
  const act = (work) => async () => { await work(); await read(); };
  const undoNewest = button("Undo", act(() => takeBack()), { drawing: "undo" });
  const redoNewest = button("Redo", act(() => redo()), { drawing: "redo" });
  const sheet = openSheet({
    title: "History",
    body: [
      element("p", { class: "meta" }, "Every change is kept. Undoing adds a change that takes another back."),
      status, list, element("div", { class: "list-end" }, more),
    ],
    actions: canChange(knowledge()) ? [undoNewest, redoNewest] : [],
  });

  async function read() {
    try {
      const { commits } = await api.log(limit);
      status.textContent = "";
      status.hidden = true;
      list.replaceChildren(...commits.map((commit) => item(commit, sheet, act)));
      more.hidden = commits.length < limit || limit >= 1_000;
      undoNewest.disabled = !commits.some((commit) => isUndoable(commit) && !/^undo\b/.test(commit.command));
      redoNewest.disabled = !commits.some((commit) => /^undo\b/.test(commit.command) && !commit.undone);
    } catch (failure) {
      status.hidden = false;
      status.textContent = failure.message;
    }
  }
  read();
}

const isUndoable = (commit) => !commit.undone && commit.command !== "init" && !commit.command.startsWith("init ");

function item(commit, sheet, act) {
  const { commit: number, command, recordedAt, source, lastPosition, undone } = commit;
  const actions = [];
  if (isUndoable(commit) && canChange(knowledge())) {
    actions.push(button("Undo", act(() => takeBack(number)), {
      tone: "small", drawing: "undo", "aria-label": `Undo commit ${number}: ${visibleText(command)}`,
    }));
  }
  const look = () => { sheet.close(); go({ at: String(lastPosition), day: null, known: null }); };
  actions.push(button("Look at it then", look, { tone: "small", "aria-label": `Look at the ledger after commit ${number}` }));
  return element("li", { class: undone ? "commit undone" : "commit" },
    element("p", { class: "what" }, titleOf(commit), undone ? element("span", { class: "unseen" }, " (undone)") : null),
    element("p", { class: "meta" }, `Commit ${integer(number)} · `, element("time", { datetime: recordedAt }, instant(recordedAt)),
      ` · ${effectOf(commit)}`),
    element("p", { class: "caption" }, element("bdi", {}, visibleText(command))),
    element("div", { class: "actions" }, actions));
}

const titles = {
  init: "Ledger created", add: "Transaction added", edit: "Transaction edited", recategorise: "Category changed",
  delete: "Transaction deleted", undo: "Change undone", redo: "Change redone", budget: "Budget set", accounts: "Account changed",
  categories: "Category list changed", merchants: "Merchant changed", settings: "Setting changed", split: "Transaction split",
  transfers: "Transfers linked", rules: "Rules changed",
};

/** What a commit was for, in a few words; its command line stands below. */
function titleOf({ command, source, recategorised, deleted, added }) {
  const word = command.split(" ")[0];
  if (word === "import") return `Imported ${source.map((file) => visibleText(file.name.split("/").at(-1))).join(", ")}`;
  if (word === "recategorise" && recategorised > 1) return `${integer(recategorised)} categories changed`;
  if (word === "delete" && deleted > 1) return `${integer(deleted)} transactions deleted`;
  if (word === "add" && added > 1) return `${integer(added)} transactions added`;
  return titles[word] ?? visibleText(command);
}

function effectOf({ added, recategorised, deleted, firstPosition, lastPosition, undone }) {
  const parts = [[added, "added"], [recategorised, "recategorised"], [deleted, "deleted"]]
    .filter(([count]) => count > 0).map(([count, word]) => `${integer(count)} ${word}`);
  const events = lastPosition - firstPosition + 1;
  if (parts.length === 0) parts.push(events === 1 ? "1 event" : `${integer(events)} events`);
  if (undone) parts.push("undone");
  return parts.join(", ");
}
