// Asks for what the place needs and the page doesn't know yet; an answer that is no longer wanted is dropped.

import * as api from "./api.js";
import { draw, isFiltered, knowledge, learn } from "./store.js";

const pageLength = 50;
const longestPage = 1_000;
const pending = new Map();
let visited = null;
/** The answers of a round that are shown together. */
let held = null;
let renewing = null;
let isStale = false;

/** Runs one question of a kind at a time: a newer one ends the older. */
async function asked(kind, question) {
  pending.get(kind)?.abort();
  const control = new AbortController();
  pending.set(kind, control);
  try {
    const facts = await question(control.signal);
    if (!control.signal.aborted) record({ ...facts, failures: failuresWith(kind, null) });
  } catch (failure) {
    if (failure.name === "AbortError" || control.signal.aborted) return;
    // What is not there at that time must not be shown as if it were; what can't be asked just now stays.
    const gone = failure.status === 404 ? { [kind]: kind === "categories" ? [] : null } : {};
    record({ ...gone, failures: failuresWith(kind, failure) });
  }
}

function failuresWith(kind, failure) {
  const { [kind]: _, ...others } = held?.failures ?? knowledge().failures;
  return failure ? { ...others, [kind]: failure } : others;
}

/** Takes an answer in, at once or with the others of its round. */
function record(facts) {
  if (held) Object.assign(held, facts);
  else learn(facts);
}

/** What the whole screen depends on. */
const pointKey = (place) => [place.day, place.known, place.at, place.currency].join();
const filterKey = (place) => JSON.stringify([place.category, place.merchant, place.text]);
export const rangeOf = (place) => place.range ?? "1M";

/** Goes to a place: only what differs from the one before is asked for again. */
export function visit(place) {
  const before = visited;
  visited = place;
  learn({ place });
  const isElsewhen = !before || pointKey(before) !== pointKey(place);
  const isElse = isElsewhen || filterKey(before) !== filterKey(place);
  const questions = [];
  if (isElsewhen) questions.push(askDashboard(place), askCategories(place));
  if (isElse) questions.push(askList(place, pageLength), askFocus(place));
  if (isElsewhen || rangeOf(before) !== rangeOf(place)) questions.push(askBalance(place));
  if (isElsewhen || before.transaction !== place.transaction) {
    learn({ transaction: null });
    questions.push(askTransaction(place));
  }
  return Promise.all(questions);
}

/** Asks for everything again, since the ledger has changed. Asked once more meanwhile, it goes round once more. */
export function renew() {
  isStale = true;
  renewing ??= goRound().finally(() => { renewing = null; });
  return renewing;
}

/** A round's answers are shown all at once. */
async function goRound() {
  while (isStale) {
    isStale = false;
    held = {};
    const { place, list } = knowledge();
    const length = Math.min(longestPage, Math.max(pageLength, list?.transactions.length ?? 0));
    await Promise.all([
      askDashboard(place), askCategories(place), askList(place, length), askFocus(place), askBalance(place), askTransaction(place),
    ]);
    const facts = held;
    held = null;
    learn(facts);
  }
  draw();
}

/** Asks for the next page of transactions. */
export function askMore() {
  const { place, list } = knowledge();
  if (!list?.next) return Promise.resolve();
  return asked("list", async (signal) => {
    const page = await api.transactions(place, { limit: pageLength, after: list.next }, signal);
    return { list: { ...page, transactions: [...list.transactions, ...page.transactions] } };
  });
}

const askDashboard = (place) =>
  asked("dashboard", async (signal) => ({ dashboard: await api.dashboard(place, false, signal) }));

const askCategories = (place) =>
  asked("categories", async (signal) => ({ categories: (await api.categories(place, signal)).categories }));

const askList = (place, limit) =>
  asked("list", async (signal) => ({ list: await api.transactions(place, { limit }, signal) }));

const askBalance = (place) =>
  asked("balance", async (signal) => ({ balance: await api.balance(place, rangeOf(place), signal) }));

const askFocus = (place) =>
  asked("focus", async (signal) => ({ focus: isFiltered(place) ? await api.dashboard(place, true, signal) : null }));

const askTransaction = (place) =>
  asked("transaction", async (signal) => {
    if (!place.transaction) return { transaction: null, merchantHistory: null, transfers: null };
    try {
      const transaction = await api.transaction(place, place.transaction, signal);
      record({ transaction });
      const [merchantHistory, transfers] = await Promise.all([
        historyOf(place, transaction, signal), transfersOf(place, transaction, signal),
      ]);
      return { transaction, merchantHistory, transfers };
    } catch (failure) {
      if (failure.status !== 404) throw failure;
      return { transaction: knowledge().transaction ?? { missing: failure.message }, merchantHistory: null, transfers: null };
    }
  });

/** What a transaction is or may be a transfer with; a deleted one with nothing. */
const transfersOf = async (place, transaction, signal) =>
  (transaction.deleted ? null : api.transfersOf(place, transaction.id, signal));

/** A merchant's months; a name that no address can carry has none, and its transaction is shown without. */
async function historyOf(place, { merchant }, signal) {
  if (!merchant) return null;
  try {
    return await api.merchant(place, merchant, signal);
  } catch (failure) {
    if (failure.status >= 400 && failure.status < 500) return null;
    throw failure;
  }
}
