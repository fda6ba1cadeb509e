// Correcting a transaction: only what was changed is written, as one change.

import * as api from "./api.js";
import { make } from "./changes.js";
import { canChange, knowledge } from "./store.js";
import { toast } from "./toasts.js";
import { openAccounts, TransactionForm } from "./transaction-form.js";
import { visibleText } from "./visible-text.js";

export async function openEditSheet(transaction) {
  const known = knowledge();
  if (!canChange(known)) return;
  let accounts = [];
  try {
    accounts = await openAccounts();
  } catch (failure) {
    toast(failure.message);
    return;
  }
  new TransactionForm(known, accounts, { values: transaction }).open("Edit the transaction", (draft) => {
    const changed = Object.entries(draft).filter(([name, value]) => String(value) !== String(transaction[name] ?? ""));
    if (changed.length === 0) return true;
    return make(() => api.edit(transaction.id, Object.fromEntries(changed)), `${visibleText(draft.merchant)} is changed.`);
  });
}
