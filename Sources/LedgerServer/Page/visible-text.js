// Makes names that banks and strangers wrote safe to look at.

// Controls, and the marks that reorder or hide text: bidi overrides and isolates, zero width, soft hyphen, byte order mark, tags.
const unseen = new RegExp([
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]",
  "[\\u{e0000}-\\u{e007f}]",
].join("|"), "gu");

/** The text with every control and reordering mark shown as a replacement sign; joiners of scripts stay. */
export function visibleText(text) {
  return String(text ?? "").replace(unseen, (mark) => (mark === "\n" || mark === "\t" ? " " : "\ufffd"));
}

/** The same, several lines kept: for notes and the bank's own text. */
export function visibleLines(text) {
  return String(text ?? "").split(/\r\n|\r|\n/).map(visibleText).join("\n");
}
