// Our own line drawings on a 24 × 24 grid.

import { shape } from "./dom.js";

const paths = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3",
  history: "M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4.5l3 1.8",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  importing: "M12 4v10M8 10l4 4 4-4M5 16v3h14v-3",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM20 20l-4.5-4.5",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  filter: "M4 7h16M7 12h10M10 17h4",
  eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  covered: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 4l16 16",
  list: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  transfer: "M4 9h14l-3.5-3.5M20 15H6l3.5 3.5",
  income: "M12 20V7M7 12l5-5 5 5M5 4h14",
  split: "M12 20v-7M12 13L6 7M12 13l6-6M6 11V7h4M14 7h4v4",
  unknown: "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",
  groceries: "M4 5h2l2 10h9l2-7H7M9.5 19h.01M16 19h.01",
  eating: "M7 4v16M4.5 4v5a2.5 2.5 0 0 0 5 0V4M17 20v-7c-2 0-3-2-3-5s1.5-4 3-4z",
  housing: "M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6",
  utilities: "M13 3L5 14h6l-1 7 8-11h-6z",
  transport: "M5 16V8a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v8zM5 11h14M8 20l1.5-4M16 20l-1.5-4M8.5 13.500h.01M15.5 13.500h.01",
  health: "M12 20S4 15 4 9.500A4 4 0 0 1 12 8a4 4 0 0 1 8 1.500C20 15 12 20 12 20z",
  shopping: "M6 8h12l1 12H5zM9 8a3 3 0 0 1 6 0",
  entertainment: "M4 6h16v12H4zM10 9.500l5 2.5-5 2.500z",
  travel: "M3 14l18-6-4 10-4-3-4 3v-4z",
  education: "M3 9l9-4 9 4-9 4zM7 11v5c3 2 7 2 10 0v-5M21 9v5",
  children: "M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 20c0-4 2.5-7 6-7s6 3 6 7M9 16h6",
  pets: "M8 7h.01M12 5.500h.01M16 7h.01M5.5 11h.01M18.5 11h.01M12 11c-3 0-5 3-5 5.500S9.5 19 12 19s5 0 5-2.500S15 11 12 11z",
  gifts: "M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9C9 9 7.5 7.5 8 5.500S11.5 5 12 9zM12 9c3 0 4.5-1.5 4-3.500S12.5 5 12 9z",
  insurance: "M12 3l7 3v6c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2 2 4-4",
  taxes: "M4 9l8-5 8 5M6 9v8M10 9v8M14 9v8M18 9v8M4 20h16",
  fees: "M7 17L17 7M8 8.500a1 1 0 1 0 0-.01M16 16a1 1 0 1 0 0-.01",
  cash: "M3 7h18v10H3zM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12h.01M18 12h.01",
};

const byCategory = {
  "groceries": "groceries", "eating out": "eating", "housing": "housing", "utilities": "utilities", "transport": "transport",
  "health": "health", "shopping": "shopping", "entertainment": "entertainment", "travel": "travel", "education": "education",
  "children": "children", "pets": "pets", "gifts": "gifts", "insurance": "insurance", "taxes": "taxes", "fees": "fees",
  "cash": "cash", "salary": "income", "interest": "income", "other income": "income", "transfers": "transfer",
  "uncategorised": "unknown", "split": "split",
};

/** A drawing by name; it says nothing to a screen reader. */
export function icon(name) {
  return shape("svg", { class: "icon-shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: paths[name] }));
}

/** The drawing of a category, or null where there is none. */
export function categoryIcon(category) {
  const name = byCategory[category.toLocaleLowerCase("en")];
  return name ? icon(name) : null;
}
