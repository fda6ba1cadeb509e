// Time travel: choosing a past day and what is to be known on it.

import { go, returnToToday } from "./address.js";
import { button } from "./controls.js";
import { element } from "./dom.js";
import { field, openSheet } from "./sheet.js";
import { knowledge } from "./store.js";

const choices = [
  ["now", "As known today", "everything recorded since counts too"],
  ["then", "As recorded then", "only what the ledger held at the end of that day"],
];

export function openTimeSheet() {
  const { place, session } = knowledge();
  const day = field("Day", element("input", { class: "input", type: "date", max: session.today, value: place.day ?? session.today }));
  const known = element("fieldset", { class: "field" }, element("legend", { class: "name" }, "What is known"),
    choices.map(([value, name, note]) => element("label", { class: "check" },
      element("input", { type: "radio", name: "known", value, checked: (place.known ?? "now") === value }),
      element("span", {}, name, element("span", { class: "meta" }, `: ${note}`)))));
  const isElsewhen = Boolean(place.day || place.at);
  const back = button("Back to today", () => { sheet.close(); returnToToday(); });
  const sheet = openSheet({
    title: "Look at a past day",
    body: [
      element("p", { class: "meta" }, "The dashboard is shown as of that day. Nothing can be changed meanwhile, and nothing is lost."),
      day.element, known,
    ],
    actions: [...(isElsewhen ? [back] : []), element("button", { type: "submit", class: "button primary" }, "Show")],
    onsubmit: () => {
      const chosen = day.control.value;
      const problem = !chosen ? "Choose a day." : chosen > session.today ? "The day lies in the future." : null;
      day.say(problem);
      if (problem) return day.control.focus();
      const way = known.querySelector("input:checked").value;
      sheet.close();
      if (chosen === session.today && way === "now") returnToToday();
      else go({ day: chosen, known: way === "then" ? "then" : null, at: null });
    },
  });
  day.control.focus();
}
