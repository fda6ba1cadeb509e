// Buttons, in the few kinds that there are.

import { element } from "./dom.js";
import { icon } from "./icons.js";

/** A button with words. `tone` is a class such as "primary" or "small", `drawing` an icon before the words. */
export const button = (words, run, { tone = "", drawing = null, ...attributes } = {}) =>
  element("button", { type: "button", class: `button ${tone}`.trim(), onclick: () => run(), ...attributes },
    drawing ? icon(drawing) : null, words);

/** A button that is only a drawing; `name` is what it is called, for everybody. */
export const iconButton = (drawing, name, run, attributes = {}) =>
  element("button", { type: "button", class: "button icon", "aria-label": name, title: name, onclick: () => run(), ...attributes },
    icon(drawing));

/** The options of a picker, from pairs of value and words. */
export const options = (pairs) => pairs.map(([value, words]) => element("option", { value }, words));

/** A box to tick with words beside it. */
export function checkBox(words, onchange) {
  const box = element("input", { type: "checkbox", onchange });
  return { box, element: element("label", { class: "check" }, box, words) };
}
