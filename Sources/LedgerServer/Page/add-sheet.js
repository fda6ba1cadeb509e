// Adding a transaction.

import * as api from "./api.js";
import { categoryChoices } from "./category-choices.js";
import { make } from "./changes.js";
import { options } from "./controls.js";
import { element } from "./dom.js";
import { field } from "./sheet.js";
import { formGrounds, TransactionForm } from "./transaction-form.js";
import { visibleText } from "./visible-text.js";

/** Opens the form with an empty draft. */
export async function openAddSheet() {
  const grounds = await formGrounds();
  if (!grounds) return;
  const { known, accounts } = grounds;
  const choices = categoryChoices(known.categories.filter((each) => each.category !== "Uncategorised"));
  const select = element("select", { class: "input", name: "category" }, options([["", "Uncategorised"]]), choices);
  const category = field("Category", select);
  new TransactionForm(known, accounts, { more: [category] }).open("Add a transaction", ({ account, note, ...draft }) => {
    const texts = Object.entries({ category: category.control.value, account, note }).filter(([, value]) => value);
    return make(() => api.add({ ...draft, ...Object.fromEntries(texts) }), `${visibleText(draft.merchant)} is added.`);
  });
}
