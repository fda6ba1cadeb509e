// Setting a monthly budget, for everything or for a category.

import * as api from "./api.js";
import { example, parseAmount } from "./amount-parser.js";
import { categoryChoices } from "./category-choices.js";
import { make } from "./changes.js";
import { button, options } from "./controls.js";
import { element } from "./dom.js";
import { amount as plain, minorUnitDigits } from "./money.js";
import { field, openSheet } from "./sheet.js";
import { knowledge } from "./store.js";

export function openBudgetSheet() {
  const { categories, dashboard } = knowledge();
  const { currency } = dashboard;
  const amount = field("Amount a month", element("input", { class: "input", inputmode: "decimal", autocomplete: "off" }),
    { hint: `In ${currency}, like ${example(currency)}` });
  const category = field("For", element("select", { class: "input" }, options([["", "Everything"]]),
    categoryChoices(categories.filter((each) => each.kind === "expense"))));
  // What holds now stands where the new amount goes.
  const showPresent = () => {
    const found = category.control.value
      ? categoriesOf(dashboard).get(category.control.value) : dashboard.budget?.amountMinor;
    amount.control.placeholder = found === null || found === undefined ? "" : plain(found, currency, { sign: "never" });
  };
  category.control.addEventListener("change", showPresent);
  showPresent();
  const save = element("button", { type: "submit", class: "button primary", disabled: true }, "Save");
  const read = () => parseAmount(amount.control.value, currency, minorUnitDigits(currency));
  amount.control.addEventListener("input", () => {
    save.disabled = Boolean(read().problem);
    if (!save.disabled) amount.say(null);
  });
  amount.control.addEventListener("blur", () => amount.say(amount.control.value ? read().problem : null));
  const sheet = openSheet({
    title: dashboard.budget ? "Change the budget" : "Set a budget", body: [amount.element, category.element],
    actions: [button("Cancel", () => sheet.close()), save],
    onsubmit: async () => {
      const { minor, problem } = read();
      if (problem) return amount.say(problem);
      const fields = { amountMinor: minor, ...(category.control.value ? { category: category.control.value } : {}) };
      if (await make(() => api.setBudget(fields), "The budget is set.")) sheet.close();
    },
  });
  amount.control.focus();
}

const categoriesOf = ({ categories }) => new Map(categories.map((each) => [each.category, each.budgetMinor]));
