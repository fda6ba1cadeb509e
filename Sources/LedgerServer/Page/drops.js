// Bank files may be dropped anywhere on the page.

import { element } from "./dom.js";
import { openImportSheet } from "./sheets.js";
import { canChange, knowledge } from "./store.js";

export function acceptDrops() {
  const cover = element("div", { class: "drop-cover", "aria-hidden": "true" }, "Drop to preview");
  document.body.append(cover);
  const carriesFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files"));
  const isWelcome = () => canChange(knowledge()) && !document.querySelector("dialog[open]");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", isWelcome());
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (isWelcome()) openImportSheet([...event.dataTransfer.files]);
  });
}
