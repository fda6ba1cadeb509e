// Correcting a transaction: only what was changed is written, as one change.

import * as api from "./api.js";
import { make } from "./changes.js";
import { formGrounds, TransactionForm } from "./transaction-form.js";
import { visibleText } from "./visible-text.js";

export async function openEditSheet(transaction) {
  const grounds = await formGrounds();
  if (!grounds) return;
  const { known, accounts } = grounds;
  new TransactionForm(known, accounts, { values: transaction }).open("Edit the transaction", (draft) => {
    const changed = Object.entries(draft).filter(([name, value]) => String(value) !== String(transaction[name] ?? ""));
    if (changed.length === 0) return true;
    return make(() => api.edit(transaction.id, Object.fromEntries(changed)), `${visibleText(draft.merchant)} is changed.`);
  });
}
