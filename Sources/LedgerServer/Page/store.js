// What the page knows: one object, replaced on every change, told to whoever draws it.

const listeners = new Set();
let isPlanned = false;

let known = {
  place: null,
  layout: "column",
  session: null,
  /** The dashboard of everything, and of what the filters let through. */
  dashboard: null,
  focus: null,
  /** The pages of transactions so far, as one: count, totals, transactions and what comes next. */
  list: null,
  balance: null,
  categories: [],
  /** The picked transaction with its history, or why there is none. */
  transaction: null,
  merchantHistory: null,
  /** The pairs of transfers that the picked transaction is in, or may be in. */
  transfers: null,
  /** What could not be asked, by the kind of question. */
  failures: {},
};

export const knowledge = () => known;

/** Takes facts in; they are drawn when the present task ends. */
export function learn(facts) {
  known = { ...known, ...facts };
  if (isPlanned) return;
  isPlanned = true;
  queueMicrotask(draw);
}

/** Draws at once, for those who go on with the page as it now is. */
export function draw() {
  isPlanned = false;
  for (const listener of listeners) listener(known);
}

export function onKnowledge(listener) {
  listeners.add(listener);
}

/** Whether any filter is set. */
export const isFiltered = (place) => Boolean(place.category || place.merchant || place.text);

/** Whether a past is looked at; nothing can be changed there. */
export const isPast = (place) => Boolean(place.day || place.at);

/** Whether nothing was ever entered: then there is nothing to draw, but something to do first. */
export const isNew = ({ list, place, dashboard }) =>
  Boolean(list && list.count === 0 && !isFiltered(place) && !isPast(place) && Number(dashboard?.balanceMinor ?? 0) === 0);

/** Whether changes may be made. */
export const canChange = ({ session, place }) => Boolean(session && !session.readOnly && !isPast(place));
