// What is looked at lives in the address: selection, filters, range and point in time. The address is the one place of it.

const fields = {
  transaction: "transaction", view: "view", category: "category", merchant: "merchant", text: "text", range: "range",
  day: "day", known: "known", at: "at", currency: "currency",
};

const listeners = new Set();

/** The address as an object; what is not in it is null. */
export function place() {
  const parameters = new URLSearchParams(location.hash.replace(/^#\/?/, ""));
  const read = (name) => parameters.get(name) || null;
  const found = Object.fromEntries(Object.entries(fields).map(([key, name]) => [key, read(name)]));
  if (!/^[1-9]\d{0,15}$/.test(found.transaction ?? "")) found.transaction = null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(found.day ?? "")) found.day = null;
  if (!/^[1-9]\d{0,15}$/.test(found.at ?? "")) found.at = null;
  if (!/^[A-Z]{3}$/.test(found.currency ?? "")) found.currency = null;
  return found;
}

/** The address of the place that differs from this one by `change`, for a link. */
export function addressOf(change) {
  const next = { ...place(), ...change };
  const parameters = new URLSearchParams();
  for (const [key, name] of Object.entries(fields)) if (next[key]) parameters.set(name, next[key]);
  const text = parameters.toString();
  // The stroke says that this is a place of the page's own and not an element to skip to.
  return text ? `#/${text}` : location.pathname;
}

/** Goes somewhere else; `replace` leaves no step for Back, as while somebody types. */
export function go(change, { replace = false } = {}) {
  const before = place();
  const address = addressOf(change);
  const step = { cameFrom: before.transaction ?? before.view ?? "dashboard" };
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(step, "", address);
  tell();
}

export const returnToToday = () => go({ day: null, known: null, at: null });

/** Goes back where that undoes `change`, so that closing and the browser's Back are one thing; else goes on to it. */
export function leave(change) {
  if (history.state?.cameFrom === "dashboard") history.back();
  else go(change);
}

/** Calls `listener` with every new place. */
export function onPlace(listener) {
  listeners.add(listener);
}

function tell() {
  const now = place();
  for (const listener of listeners) listener(now);
}

addEventListener("popstate", tell);
