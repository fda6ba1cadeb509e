// A sheet over the screen: a modal dialog with a title, a way out, and its own place on a wide or folded screen.

import { iconButton } from "./controls.js";
import { element } from "./dom.js";
import { knowledge, onKnowledge } from "./store.js";
import { raise } from "./toasts.js";

let count = 0;

/**
 * Opens a sheet. `body` and `actions` are elements; with `onsubmit` it is a form. Closing it by whatever way calls `onclose`,
 * and gives the focus back to where it was. The answer is `{ close, element }`.
 */
export function openSheet({ title, body, actions = [], onsubmit = null, onclose = () => {} }) {
  count += 1;
  const heading = element("h2", { class: "section", id: `sheet-${count}`, tabindex: "-1" }, title);
  const before = document.activeElement;
  const close = () => dialog.close();
  const parts = [
    element("header", { class: "sheet-head" }, heading,
      iconButton("close", "Close", close)),
    element("div", { class: "sheet-body" }, body),
    actions.length ? element("footer", { class: "sheet-actions" }, actions) : null,
  ];
  const submit = (event) => { event.preventDefault(); onsubmit(); };
  const inner = onsubmit ? [element("form", { novalidate: true, onsubmit: submit }, parts)] : parts;
  const dialog = element("dialog", {
    class: "sheet", "aria-labelledby": heading.id, "data-layout": knowledge().layout,
    onclose: () => {
      raise();
      dialog.remove();
      onclose();
      if (before?.isConnected) before.focus();
    },
    onclick: (event) => { if (event.target === dialog && isOutside(dialog, event)) close(); },
  }, inner);
  document.body.append(dialog);
  dialog.showModal();
  raise();
  return { close, element: dialog };
}

const isOutside = (dialog, { clientX, clientY }) => {
  const frame = dialog.getBoundingClientRect();
  return clientX < frame.left || clientX > frame.right || clientY < frame.top || clientY > frame.bottom;
};

/** Sheets follow a fold that opens or closes under them. */
onKnowledge(({ layout }) => {
  for (const dialog of document.querySelectorAll("dialog.sheet")) dialog.dataset.layout = layout;
});

/** A field with its name, its control and the place of its problem, tied together for screen readers. */
export function field(name, control, { hint = null } = {}) {
  count += 1;
  control.id = `field-${count}`;
  const problem = element("p", { class: "problem", id: `problem-${count}`, hidden: true });
  const note = hint ? element("p", { class: "caption", id: `hint-${count}` }, hint) : null;
  control.setAttribute("aria-describedby", [note?.id, problem.id].filter(Boolean).join(" "));
  const holder = element("div", { class: "field" }, element("label", { class: "name", for: control.id }, name), control, note, problem);
  return {
    element: holder,
    control,
    /** Says what is wrong beside the field; null takes it away. */
    say(text) {
      problem.hidden = !text;
      problem.textContent = text ?? "";
      if (text) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    },
  };
}
