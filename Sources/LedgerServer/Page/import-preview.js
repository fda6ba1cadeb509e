// What an import would do with one file: decisions and why, rows, duplicates, problems, the proof of the balance.

import { nameView, plainAmount } from "./amount-view.js";
import { element } from "./dom.js";
import { counted, dayFull, dayMedium, integer } from "./locale.js";
import { visibleText } from "./visible-text.js";

const mostRows = 200;
const words = {
  new: "new", duplicate: "duplicate", deleted: "deleted before", matched: "added by hand before",
  restored: "brought back", opening: "opening balance", skipped: "left out",
};

/** `words` turns a reason into the sheet's words; what `isAsked` above is not said twice. */
export function importPreview(file, { words: inWords, isAsked }) {
  const counts = countsOf(file);
  const errors = file.errors.filter((error) => !(isAsked && error.line === 0))
    .map((each) => ({ ...each, reason: inWords(each.reason) }));
  return element("section", { class: "card file", "aria-label": visibleText(file.path) },
    element("h3", { class: "card-title" }, nameView(baseName(file.path))),
    element("p", { class: "meta" }, kindOf(file)),
    element("div", { class: "counts" },
      counts.map(([count, one, many, tone = ""]) => element("span", { class: `count ${tone}` }, counted(count, one, many)))),
    problems(errors.some((error) => error.line > 0) ? "Rows that can't be read" : "Why", errors, true),
    balanceProof(file),
    (file.warnings ?? []).map((text) => element("p", { class: "warning" }, visibleText(text))),
    decisions(file.decisions),
    rows(file),
    problems("Rows left out on purpose", file.skipped.map((each) => ({ ...each, reason: visibleText(each.reason) })), false));
}

const kindOf = ({ format, encoding, account, currency, profile }) =>
  [format, encoding, account && visibleText(account), currency, profile && `profile ${profile}`].filter(Boolean).join(" · ");

const baseName = (path) => path.split("/").at(-1);

function countsOf({ transactions, errors, skipped }) {
  const withStatus = (status) => transactions.filter((each) => each.status === status).length;
  const unreadable = errors.filter((error) => error.line > 0).length;
  const unread = transactions.filter((each) => each.status === null).length;
  return [
    [withStatus("new"), "new", "new"], [unread, "row", "rows"], [withStatus("duplicate"), "duplicate", "duplicates"],
    [withStatus("matched"), "added by hand before", "added by hand before"],
    [withStatus("deleted"), "deleted before", "deleted before"], [unreadable, "unreadable", "unreadable", "warning"],
    [skipped.length, "left out", "left out"],
  ].filter(([count]) => count > 0);
}

function balanceProof({ balanceProof: proof, currency, transactions }) {
  if (!proof) return null;
  const code = currency ?? transactions[0]?.currency;
  if (!code) return null;
  return element("p", { class: proof.ties ? "meta" : "warning" },
    proof.ties ? "The balances add up: from " : "The balances do not add up: from ",
    plainAmount(proof.openingMinor, code), " to ", plainAmount(proof.closingMinor, code), ".");
}

function decisions(list) {
  if (list.length === 0) return null;
  return element("details", { class: "more" }, element("summary", {}, `${counted(list.length, "decision", "decisions")} and why`),
    element("ul", { class: "decisions" }, list.map(({ what, value, why }) => element("li", {},
      element("span", { class: "label" }, `${visibleText(what)} `), element("strong", {}, nameView(value)),
      element("p", { class: "meta" }, visibleText(why))))));
}

function problems(title, list, isBad) {
  if (list.length === 0) return null;
  return element("details", { class: "more", open: isBad }, element("summary", {}, `${title}: ${integer(list.length)}`),
    element("ul", {}, list.slice(0, mostRows).map(({ line, reason }) => element("li", { class: isBad ? "problem" : "meta" },
      line === 0 ? "" : `Line ${integer(line)}: `, reason))));
}

function rows({ transactions }) {
  if (transactions.length === 0) return null;
  const isRegion = { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Rows of the file" };
  const head = ["Day", "Payee", "Category", "Amount"];
  const headings = head.map((name, index) => element("th", { scope: "col", class: index === 3 ? "numeric" : null }, name));
  const table = element("table", { class: "table" },
    element("thead", {}, element("tr", {}, headings)), element("tbody", {}, transactions.slice(0, mostRows).map(row)));
  const isCut = transactions.length > mostRows;
  const rest = `The first ${integer(mostRows)} of ${integer(transactions.length)} rows.`;
  return element("div", {}, element("div", isRegion, table), isCut ? element("p", { class: "caption" }, rest) : null);
}

const row = (entry) => element("tr", { class: entry.status === "new" || entry.status === null ? null : "quiet" },
  element("td", { title: dayFull(entry.date) }, dayMedium(entry.date)),
  element("td", {}, nameView(entry.merchant || entry.payee), entry.status && entry.status !== "new" ? ` (${words[entry.status]})` : null),
  element("td", {}, entry.category === null ? "" : nameView(entry.category)),
  element("td", { class: "numeric" }, plainAmount(entry.amountMinor, entry.currency)));
