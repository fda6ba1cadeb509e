// Keys that work everywhere: undo and redo as in any program, unless somebody types or a sheet is open.

import { redo, takeBack } from "./changes.js";
import { canChange, knowledge } from "./store.js";

export function listenForKeys() {
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    const isTyping = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select");
    if (isTyping || document.querySelector("dialog[open]") || !canChange(knowledge())) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (isRedo) redo();
    else takeBack();
  });
}
