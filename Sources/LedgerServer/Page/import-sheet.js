// Importing bank files: choose or drop, look at what would happen, then take them in.

import * as api from "./api.js";
import { renew } from "./data.js";
import { takeBack } from "./changes.js";
import { button, checkBox, options } from "./controls.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { importPreview } from "./import-preview.js";
import { counted } from "./locale.js";
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
    this.chooser = element("input", {
      type: "file", multiple: true, class: "unseen", tabindex: "-1", "aria-label": "Bank files",
      onchange: () => this.#take([...this.chooser.files]),
    });
    this.choose = button("Choose files", () => this.chooser.click(), { tone: "primary" });
    this.drop = element("div", {
      class: "drop", ondragover: (event) => { event.preventDefault(); this.drop.classList.add("over"); },
      ondragleave: () => this.drop.classList.remove("over"),
      ondrop: (event) => this.#dropped(event),
    }, icon("importing"), element("p", {}, "Drop bank files here: CSV, OFX, QIF, CAMT, MT940 or JSON"), this.choose, this.chooser);
    this.status = element("p", { class: "meta", role: "status" });
    this.preview = element("div", { class: "file" });
    this.commit = element("button", { type: "submit", class: "button primary", disabled: true }, "Import");
    this.options = this.#makeOptions();
  }

  open(files) {
    this.sheet = openSheet({
      title: "Import bank files", body: [this.drop, this.status, this.options.element, this.preview],
      actions: [button("Cancel", () => this.sheet.close()), this.commit],
      onsubmit: () => this.#commit(), onclose: () => { this.#turn += 1; },
    });
    this.choose.focus();
    if (files.length) this.#take(files);
  }

  #makeOptions() {
    const renewed = () => this.#look();
    const select = (pairs) => element("select", { class: "input", onchange: renewed }, options([["", "By evidence"], ...pairs]));
    const account = field("Account", element("input", {
      class: "input", list: "import-accounts", placeholder: "As the file says", autocomplete: "off", onchange: renewed,
    }));
    const dates = field("Order of dates", select([["dmy", "Day, month, year"], ["mdy", "Month, day, year"], ["ymd", "Year, month, day"]]));
    const mark = field("Decimal mark", select([[",", "Comma"], [".", "Point"]]));
    const invert = checkBox("Flip the sign of every amount", renewed);
    const skip = checkBox("Leave out rows that can't be read", renewed);
    const restore = checkBox("Bring deleted rows back", renewed);
    const names = (knowledge().dashboard?.accounts ?? []).map((each) => [each.name, each.name]);
    const accounts = element("datalist", { id: "import-accounts" }, options(names));
    const holder = element("details", { class: "more", hidden: true }, element("summary", {}, "What the evidence leaves open"),
      element("div", { class: "file" }, account.element, accounts, [dates, mark, invert, skip, restore].map((each) => each.element)));
    return {
      element: holder,
      skip,
      read: () => ({
        account: account.control.value.trim(), dateOrder: dates.control.value, decimalMark: mark.control.value,
        invertSign: invert.box.checked, skipInvalid: skip.box.checked, restoreDeleted: restore.box.checked,
      }),
    };
  }

  #dropped(event) {
    event.preventDefault();
    event.stopPropagation();
    this.drop.classList.remove("over");
    this.#take([...event.dataTransfer.files]);
  }

  #take(files) {
    if (files.length === 0) return;
    this.#files = files;
    this.options.element.hidden = false;
    this.drop.classList.add("taken");
    this.choose.textContent = "Choose others";
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
    this.commit.textContent = count === 0 ? "Import" : `Import ${counted(count, "row", "rows")}`;
    this.status.textContent = isRefused
      ? `${counted(report.invalid, "row", "rows")} can't be read, so nothing would be imported. Correct the file, or leave such rows out.`
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
      const said = `${counted(report.added, "transaction is", "transactions are")} imported.`;
      toast(said, { name: "Undo", run: () => takeBack(report.commit) });
    } catch (failure) {
      this.status.textContent = failure.message;
      this.commit.disabled = false;
    }
  }
}
