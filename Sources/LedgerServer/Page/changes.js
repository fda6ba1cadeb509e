// Makes changes and says so; every one can be taken back from what is said.

import * as api from "./api.js";
import { go, place } from "./address.js";
import { renew } from "./data.js";
import { toast } from "./toasts.js";
import { visibleText } from "./visible-text.js";

/** Makes a change, shows the ledger as it then is, and offers to undo it; a refusal is said. */
export async function make(change, text) {
  try {
    const report = await change();
    await renew();
    if (text) toast(text, report.commit ? { name: "Undo", run: () => takeBack(report.commit) } : null);
    return report;
  } catch (failure) {
    toast(failure.message);
    return null;
  }
}

/** Undoes a commit (the newest that stands, unless one is named) and offers to redo it. */
export async function takeBack(commit = null, { cascade = false } = {}) {
  try {
    await api.undo(commit, cascade);
    await renew();
    toast("Undone.", { name: "Redo", run: () => redo() });
    return true;
  } catch (failure) {
    if (failure.code === "dependents" && failure.laterCommits.length > 0) {
      const later = failure.laterCommits;
      const names = later.length === 1 ? `commit ${later[0]}` : `${later.length} later commits`;
      toast(failure.message, { name: `Undo ${names} too`, run: () => takeBack(commit, { cascade: true }) });
    } else toast(failure.message);
    return false;
  }
}

export async function redo() {
  try {
    const report = await api.redo();
    await renew();
    toast("Redone.", report.commit ? { name: "Undo", run: () => takeBack() } : null);
  } catch (failure) {
    toast(failure.message);
  }
}

export const recategorise = (transaction, category) =>
  make(() => api.recategorise([transaction.id], category), `${nameOf(transaction)} is now in ${visibleText(category)}.`);

export const changeNote = (transaction, note) =>
  make(() => api.edit(transaction.id, { note }), note ? "The note is kept." : "The note is gone.");

export const split = (transaction, parts) =>
  make(() => api.split(transaction.id, parts), `${nameOf(transaction)} is split into ${parts.length} parts.`);

export const removeSplit = (transaction, category) =>
  make(() => api.removeSplit(transaction.id, category), `${nameOf(transaction)} is one again, in ${visibleText(category)}.`);

export const linkTransfer = (ids) => make(() => api.linkTransfer(ids), "The two are one transfer.");
export const unlinkTransfer = (ids) => make(() => api.unlinkTransfer(ids), "The two are no transfer any more.");

/** Deletes a transaction; an open detail of it closes. */
export async function removeTransaction(transaction) {
  if (!transaction) return;
  if (place().transaction === String(transaction.id)) go({ transaction: null }, { replace: true });
  await make(() => api.remove(transaction.id), `${nameOf(transaction)} is deleted.`);
}

const nameOf = (transaction) => visibleText(transaction.merchant) || "The transaction";
