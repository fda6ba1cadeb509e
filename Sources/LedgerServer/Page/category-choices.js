// The categories of a ledger as the options of a picker, by kind.

import { element } from "./dom.js";
import { visibleText } from "./visible-text.js";

const headings = { expense: "Spending", income: "Income", transfer: "Transfers" };

export function categoryChoices(categories) {
  const names = new Map();
  for (const { category, kind } of categories) if (!names.has(category)) names.set(category, kind);
  return Object.entries(headings).map(([kind, heading]) => {
    const inKind = [...names].filter(([, of]) => of === kind).map(([name]) => name).sort((left, right) => left.localeCompare(right));
    return inKind.length === 0 ? null
      : element("optgroup", { label: heading }, inKind.map((name) => element("option", { value: name }, visibleText(name))));
  }).filter(Boolean);
}
