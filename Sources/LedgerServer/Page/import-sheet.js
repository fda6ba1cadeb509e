// Importing bank files: choose or drop, look at what would happen, then take them in.

import * as api from "./api.js";
import { renew } from "./data.js";
import { takeBack } from "./changes.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { ImportOptions } from "./import-options.js";
import { importPreview } from "./import-preview.js";
import { counted, megabytes } from "./locale.js";
import { openSheet } from "./sheet.js";
import { canChange, knowledge } from "./store.js";
import { toast } from "./toasts.js";
import { visibleText } from "./visible-text.js";

/** What the server takes at once, less what a form adds. */
const mostBytes = 64 * 1024 * 1024 - 65_536;

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
    this.names = element("p", { class: "names" });
    this.drop = element("div", {
      class: "drop", ondragover: (event) => { event.preventDefault(); this.drop.classList.add("over"); },
      ondragleave: () => this.drop.classList.remove("over"),
      ondrop: (event) => this.#dropped(event),
    }, icon("importing"), element("p", { class: "invitation" }, "Drop bank files here: CSV, OFX, QIF, CAMT, MT940 or JSON"),
    element("p", { class: "caption invitation" }, `Up to ${megabytes(mostBytes)} at once`), this.names, this.choose, this.chooser);
    this.status = element("p", { class: "meta", role: "status" });
    this.working = element("progress", { class: "working", "aria-label": "Reading", hidden: true });
    this.preview = element("div", { class: "file" });
    this.commit = element("button", { type: "submit", class: "button primary", disabled: true }, "Import");
    this.options = new ImportOptions(() => this.#look());
  }

  open(files) {
    this.sheet = openSheet({
      title: "Import bank files",
      body: [this.drop, this.status, this.working, this.options.questions, this.preview, this.options.element],
      actions: [button("Cancel", () => this.sheet.close()), this.commit],
      onsubmit: () => this.#commit(), onclose: () => { this.#turn += 1; },
    });
    this.choose.focus();
    if (files.length) this.#take(files);
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
    this.options.ask([]);
    this.options.element.hidden = false;
    this.drop.classList.add("taken");
    this.choose.classList.remove("primary");
    this.choose.classList.add("small");
    this.choose.textContent = files.length === 1 ? "Choose another" : "Choose others";
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const names = files.length === 1 ? visibleText(files[0].name) : counted(files.length, "file", "files");
    this.names.textContent = `${names}, ${megabytes(bytes)}`;
    this.#report = null;
    this.preview.replaceChildren();
    if (bytes > mostBytes) {
      this.#turn += 1;
      this.commit.disabled = true;
      this.status.textContent = `That is ${megabytes(bytes)}; at most ${megabytes(mostBytes)} can be taken at once here. `
        + "Choose fewer files, or use the command foldbook import, which has no such limit.";
      return;
    }
    this.#look();
  }

  #work(words) {
    this.commit.disabled = true;
    this.status.textContent = words;
    this.working.hidden = false;
  }

  /** Asks for the preview; an older answer that comes late is dropped. */
  async #look() {
    if (this.#files.length === 0) return;
    const turn = (this.#turn += 1);
    this.#work("Reading…");
    try {
      const report = await api.importFiles(this.#files, this.options.read(), { isPreview: true });
      if (turn === this.#turn) this.#show(report);
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.status.textContent = failure.message;
      this.preview.replaceChildren();
    } finally {
      if (turn === this.#turn) this.working.hidden = true;
    }
  }

  #show(report) {
    this.#report = report;
    const whole = report.files.flatMap((file) => file.errors).filter((error) => error.line === 0).map((error) => error.reason);
    const rows = report.invalid - whole.length;
    const isRefused = whole.length > 0 || (rows > 0 && !this.options.skip.box.checked);
    const count = report.added;
    this.commit.disabled = isRefused || count === 0;
    this.commit.textContent = count === 0 ? "Import" : `Import ${counted(count, "row", "rows")}`;
    const isAsked = this.options.ask(whole, { hasUnreadRows: rows > 0 });
    this.status.textContent = isAsked ? "The file can be read in more than one way. Nothing is guessed: please say which."
      : whole.length > 0 ? "This can't be imported."
        : isRefused ? `${counted(rows, "row", "rows")} can't be read, so nothing would be imported. `
          + "Correct the file, or leave such rows out."
          : count === 0 ? "Nothing here is new." : "Nothing is written yet. Look it over, then import.";
    const words = (reason) => this.options.inSheetWords(reason);
    this.preview.replaceChildren(...report.files.map((file) => importPreview(file, { words, isAsked })));
    for (const note of report.notes ?? []) this.preview.append(element("p", { class: "meta" }, visibleText(note)));
  }

  async #commit() {
    if (this.commit.disabled || !this.#report) return;
    const saveProfile = this.options.profileName();
    if (saveProfile === null) {
      this.options.element.open = true;
      this.options.keep.control.focus();
      return;
    }
    this.#work("Importing…");
    try {
      const report = await api.importFiles(this.#files, { ...this.options.read(), saveProfile }, { isPreview: false });
      if (report.commit === null) return this.#show(report);
      this.sheet.close();
      await renew();
      const kept = (saveProfile ? report.notes ?? [] : []).filter((note) => note.includes("kept"))
        .map((note) => ` ${visibleText(note.charAt(0).toUpperCase() + note.slice(1))}.`);
      const said = `${counted(report.added, "transaction is", "transactions are")} imported.${kept.join("")}`;
      toast(said, { name: "Undo", run: () => takeBack(report.commit) });
    } catch (failure) {
      this.status.textContent = failure.message;
      this.commit.disabled = false;
    } finally {
      this.working.hidden = true;
    }
  }
}
