// Says what happened, and offers to take it back. Nothing here takes the focus.

import { element } from "./dom.js";
import { icon } from "./icons.js";

const restMilliseconds = 12_000;
const most = 3;

const place = element("div", { class: "toasts", role: "status", "aria-live": "polite", popover: "manual" });

/** The element that holds them; it belongs to the page's end. */
export const toastPlace = place;

/** Shows a message; `action` is `{ name, run }`. It stays while it is pointed at or has the focus. */
export function toast(text, action = null) {
  const close = () => {
    clearTimeout(timer);
    message.remove();
    if (place.childElementCount === 0) place.hidePopover();
  };
  const message = element("div", { class: "toast" }, element("span", { class: "text" }, text));
  if (action) {
    message.append(element("button", { type: "button", class: "button", onclick: () => { close(); action.run(); } }, action.name));
  }
  message.append(element("button", { type: "button", class: "button icon", "aria-label": "Dismiss", onclick: close }, icon("close")));
  let timer = 0;
  const rest = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (message.matches(":hover, :focus-within") ? rest() : close()), restMilliseconds);
  };
  // A screen reader hears what is added to a place that is there already.
  raise({ isWanted: true });
  place.append(message);
  while (place.childElementCount > most) place.firstElementChild.remove();
  rest();
}

/** Puts the messages on top of everything, into an open sheet if there is one: nothing beside a modal sheet can be reached. */
export function raise({ isWanted = place.childElementCount > 0 } = {}) {
  const home = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (place.matches(":popover-open")) place.hidePopover();
  if (place.parentElement !== home) home.append(place);
  if (isWanted) place.showPopover();
}
