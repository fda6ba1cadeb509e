// What only a person can know about a file: the fields that settle it, and the server's words turned into the sheet's.

import * as api from "./api.js";
import { checkBox, options } from "./controls.js";
import { element } from "./dom.js";
import { field } from "./sheet.js";
import { knowledge } from "./store.js";
import { visibleText } from "./visible-text.js";

// The common ones first; the server knows more, so any name may be typed.
const encodings = [
  "utf-8", "windows-1252", "iso-8859-1", "iso-8859-15", "windows-1250", "windows-1251", "utf-16", "shift_jis", "euc-jp", "gb18030",
  "big5", "euc-kr",
];

/** The fields by the flag of the command that says the same. */
export class ImportOptions {
  constructor(onchange) {
    this.byFlag = new Map();
    const picker = (pairs) => element("select", { class: "input", onchange }, options([["", "By evidence"], ...pairs]));
    const text = (name, attributes) => element("input", { class: "input", name, autocomplete: "off", onchange, ...attributes });
    const add = (flag, name, control) => {
      const made = field(name, control);
      this.byFlag.set(flag, { ...made, name });
      return made;
    };
    this.account = add("account", "Account", text("account", { list: "import-accounts", placeholder: "As the file says" }));
    this.dates = add("date-order", "Order of dates",
      picker([["dmy", "Day, month, year"], ["mdy", "Month, day, year"], ["ymd", "Year, month, day"]]));
    this.mark = add("decimal-mark", "Decimal mark", picker([[",", "Comma, as in 12,50"], [".", "Point, as in 12.50"]]));
    this.encoding = add("encoding", "Encoding", text("encoding", { list: "import-encodings", placeholder: "By evidence" }));
    this.currency = add("currency", "Currency",
      text("currency", { maxlength: "3", placeholder: "As the file says", autocapitalize: "characters" }));
    this.profile = add("profile", "Profile", picker([]));
    this.invert = checkBox("Flip the sign of every amount", onchange);
    this.skip = checkBox("Leave out rows that can't be read", onchange);
    this.restore = checkBox("Bring deleted rows back", onchange);
    this.keep = field("Keep these choices as a profile named",
      text("saveProfile", { maxlength: "100", pattern: "[\\p{L}0-9_\\-]+", placeholder: "mybank", onchange: null }),
      { hint: "Letters, digits, - and _. The next file of this bank is then read alike." });
    const accounts = (knowledge().dashboard?.accounts ?? []).map((each) => [each.name, each.name]);
    /** Holds the questions that are open, above everything. */
    this.questions = element("div", { class: "file" });
    this.rest = element("div", { class: "file" });
    this.element = element("details", { class: "more", hidden: true }, element("summary", {}, "What the evidence leaves open"), this.rest,
      element("datalist", { id: "import-accounts" }, options(accounts)),
      element("datalist", { id: "import-encodings" }, encodings.map((name) => element("option", { value: name }))));
    this.ask([]);
    this.#offerProfiles();
  }

  /** The form's fields as the server takes them. */
  read() {
    const values = {
      account: this.account, dateOrder: this.dates, decimalMark: this.mark, encoding: this.encoding, currency: this.currency,
      profile: this.profile,
    };
    return {
      ...Object.fromEntries(Object.entries(values).map(([name, each]) => [name, each.control.value.trim()])),
      currency: this.currency.control.value.trim().toUpperCase(),
      invertSign: this.invert.box.checked, skipInvalid: this.skip.box.checked, restoreDeleted: this.restore.box.checked,
    };
  }

  /** The name under which the choices are to be kept, or null where it is none. */
  profileName() {
    const name = this.keep.control.value.trim();
    const isName = this.keep.control.checkValidity();
    this.keep.say(isName ? null : "Letters, digits, - and _ only.");
    return isName ? name : null;
  }

  /** Puts the fields that settle these reasons beside them, on top; the others are for whoever wants them. */
  ask(reasons, { hasUnreadRows = false } = {}) {
    const asked = new Map();
    for (const reason of reasons) {
      const flags = flagsIn(reason).filter((flag) => this.byFlag.has(flag));
      for (const flag of flags) if (!asked.has(flag)) asked.set(flag, reason);
    }
    const focused = document.activeElement;
    for (const [flag, each] of this.byFlag) each.say(asked.has(flag) ? this.#besideIt(asked.get(flag), each.name) : null);
    // A field that was answered stays where it is until other files are chosen.
    for (const [flag, each] of this.byFlag) if (each.control.value && this.questions.contains(each.element)) asked.set(flag, "");
    const skip = hasUnreadRows ? [this.skip.element] : [];
    this.questions.replaceChildren(...[...asked.keys()].map((flag) => this.byFlag.get(flag).element), ...skip);
    this.rest.replaceChildren(...[...this.byFlag].filter(([flag]) => !asked.has(flag)).map(([, each]) => each.element),
      ...[this.invert, ...(hasUnreadRows ? [] : [this.skip]), this.restore, this.keep].map((each) => each.element));
    if (focused?.isConnected) focused.focus();
    return asked.size > 0;
  }

  /** A reason as it stands beside the field that settles it: the field needs no naming then. */
  #besideIt(reason, name) {
    const words = this.inSheetWords(reason);
    const end = words.indexOf(`“${name}”`);
    const clause = words.slice(0, end).lastIndexOf("; ");
    return end === words.length - name.length - 3 && clause > 0 ? `${words.slice(0, clause)}.` : words;
  }

  /** A reason of the command line, with the names that stand here in place of its flags. */
  inSheetWords(reason) {
    const names = { "skip-invalid": "Leave out rows that can't be read", "invert-sign": "Flip the sign of every amount" };
    const named = reason.replace(/--([a-z-]+)(?: (?:dmy|mdy|ymd|[.,](?=[\s,;]|$)|[a-z]+-\d+|utf-8))?/g, (flag, name) => {
      const words = this.byFlag.get(name)?.name ?? names[name];
      return words ? `“${words}”` : flag;
    });
    // One field settles what several flags did.
    const words = visibleText(named.replace(/(“[^”]+”)(?:,? (?:or|such as) \1)+/g, "$1"));
    return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
  }

  /** The person's own profiles first, then those that come with the program. */
  async #offerProfiles() {
    try {
      const { profiles } = await api.profiles();
      const group = (label, list) => (list.length === 0 ? null : element("optgroup", { label },
        list.map(({ name, problem }) => element("option", { value: name, disabled: Boolean(problem) }, visibleText(name)))));
      const groups = [
        group("Yours", profiles.filter((each) => each.path !== null)), group("Bundled", profiles.filter((each) => each.path === null)),
      ];
      this.profile.control.append(...groups.filter(Boolean));
    } catch {
      // Files are read without one.
    }
  }
}

const flagsIn = (reason) => [...reason.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag);
