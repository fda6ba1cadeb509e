// Importing bank files: choose or drop, look at what would happen, then take them in.

import * as api from "./api.js";
import { renew } from "./data.js";
import { takeBack } from "./changes.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { importPreview } from "./import-preview.js";
import { integer } from "./locale.js";
import { field, openSheet } from "./sheet.js";
import { canChange, knowledge } from "./store.js";
import { toast } from "./toasts.js";
import { visibleText } from "./visible-text.js";

/** Opens the sheet, with files that were dropped already. */
export function openImportSheet(files = []) {
  if (!canChange(knowledge())) return;
  new ImportForm().open([...files]);
}

class ImportForm {
  #files = [];
  #report = null;
  #turn = 0;

  constructor() {
    this.chooser = element("input", { type: "file", multiple: true, class: "unseen", tabindex: "-1", "aria-label": "Bank files", onchange: () => this.#take([...this.chooser.files]) });
    const choose = element("button", { type: "button", class: "button primary", onclick: () => this.chooser.click() }, "Choose files");
    this.drop = element("div", {
      class: "drop", ondragover: (event) => { event.preventDefault(); this.drop.classList.add("over"); },
      ondragleave: () => this.drop.classList.remove("over"),
      ondrop: (event) => { event.preventDefault(); event.stopPropagation(); this.drop.classList.remove("over"); this.#take([...event.dataTransfer.files]); },
    }, icon("importing"), element("p", {}, "Drop bank files here: CSV, OFX, QIF, CAMT, MT940 or JSON"), choose, this.chooser);
    this.choose = choose;
    this.status = element("p", { class: "meta", role: "status" });
    this.preview = element("div", { class: "file" });
    this.commit = element("button", { type: "submit", class: "button primary", disabled: true }, "Import");
    this.options = this.#makeOptions();
  }

  open(files) {
    const cancel = element("button", { type: "button", class: "button", onclick: () => this.sheet.close() }, "Cancel");
    this.sheet = openSheet({
      title: "Import bank files", body: [this.drop, this.status, this.options.element, this.preview], actions: [cancel, this.commit],
      onsubmit: () => this.#commit(), onclose: () => { this.#turn += 1; },
    });
    this.choose.focus();
    if (files.length) this.#take(files);
  }

  #makeOptions() {
    const renewed = () => this.#look();
    const select = (choices) => element("select", { class: "input", onchange: renewed }, choices.map(([value, text]) => element("option", { value }, text)));
    const account = field("Account", element("input", { class: "input", list: "import-accounts", placeholder: "As the file says", autocomplete: "off", onchange: renewed }));
    const dates = field("Order of dates", select([["", "By evidence"], ["dmy", "Day, month, year"], ["mdy", "Month, day, year"], ["ymd", "Year, month, day"]]));
    const mark = field("Decimal mark", select([["", "By evidence"], [",", "Comma"], [".", "Point"]]));
    const check = (text) => {
      const box = element("input", { type: "checkbox", onchange: renewed });
      return { box, element: element("label", { class: "check" }, box, text) };
    };
    const invert = check("Flip the sign of every amount");
    const skip = check("Leave out rows that can't be read");
    const restore = check("Bring deleted rows back");
    const accounts = element("datalist", { id: "import-accounts" }, (knowledge().dashboard?.accounts ?? []).map((each) => element("option", { value: each.name })));
    const holder = element("details", { class: "more", hidden: true }, element("summary", {}, "What the evidence leaves open"),
      element("div", { class: "file" }, account.element, accounts, dates.element, mark.element, invert.element, skip.element, restore.element));
    return {
      element: holder,
      skip,
      read: () => ({
        account: account.control.value.trim(), dateOrder: dates.control.value, decimalMark: mark.control.value,
        invertSign: invert.box.checked, skipInvalid: skip.box.checked, restoreDeleted: restore.box.checked,
      }),
    };
  }

  #take(files) {
    if (files.length === 0) return;
    this.#files = files;
    this.options.element.hidden = false;
    this.#look();
  }

  /** Asks for the preview; an older answer that comes late is dropped. */
  async #look() {
    const turn = (this.#turn += 1);
    this.commit.disabled = true;
    this.status.textContent = "Reading…";
    try {
      const report = await api.importFiles(this.#files, this.options.read(), { isPreview: true });
      if (turn === this.#turn) this.#show(report);
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.status.textContent = failure.message;
      this.preview.replaceChildren();
    }
  }

  #show(report) {
    this.#report = report;
    const isRefused = report.invalid > 0 && !this.options.skip.box.checked;
    const count = report.added;
    this.commit.disabled = isRefused || count === 0;
    this.commit.textContent = count === 0 ? "Import" : count === 1 ? "Import 1 row" : `Import ${integer(count)} rows`;
    this.status.textContent = isRefused
      ? `${report.invalid === 1 ? "1 row can't" : `${integer(report.invalid)} rows can't`} be read, so nothing would be imported. Correct the file, or leave such rows out.`
      : count === 0 ? "Nothing here is new." : "Nothing is written yet. Look it over, then import.";
    if (isRefused) this.options.element.open = true;
    this.preview.replaceChildren(...report.files.map((file) => importPreview(file)));
    for (const note of report.notes ?? []) this.preview.append(element("p", { class: "meta" }, visibleText(note)));
  }

  async #commit() {
    if (this.commit.disabled || !this.#report) return;
    this.commit.disabled = true;
    this.status.textContent = "Importing…";
    try {
      const report = await api.importFiles(this.#files, this.options.read(), { isPreview: false });
      if (report.commit === null) return this.#show(report);
      this.sheet.close();
      await renew();
      toast(`${report.added === 1 ? "1 transaction is" : `${integer(report.added)} transactions are`} imported.`, { name: "Undo", run: () => takeBack(report.commit) });
    } catch (failure) {
      this.status.textContent = failure.message;
      this.commit.disabled = false;
    }
  }
}

/** Files may be dropped anywhere on the page. */
export function acceptDrops() {
  const cover = element("div", { class: "drop-cover", "aria-hidden": "true" }, "Drop to preview");
  document.body.append(cover);
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files") && canChange(knowledge()) && !document.querySelector("dialog[open]");
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", carriesFiles(event));
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (carriesFiles(event)) openImportSheet(event.dataTransfer.files);
  });
}
