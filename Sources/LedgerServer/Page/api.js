// Asks the server. One function a question or change; nothing else knows a path.

const root = "/api/v1/";
let proof = "";

/** A refusal of the server, in words for people. */
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer?.reason ? sentence(answer.reason) : `The server answered ${status}.`);
    this.status = status;
    this.code = answer?.code ?? null;
    this.laterCommits = answer?.laterCommits ?? [];
    this.answer = answer;
  }
}

const sentence = (reason) => reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? "" : ".");

/** Reads JSON; a whole number that a double can't hold becomes a BigInt, so that no cent is lost. */
function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && context ? BigInt(context.source) : value);
}

/** What the document brought along: the answers to the page's first questions. */
const brought = new Map(Object.entries(parse(document.getElementById("answers")?.textContent || "{}")));

/** Leaves what was brought along and not asked for: it grows old. */
export const leaveBrought = () => brought.clear();

async function ask(path, options) {
  if (!options?.method && brought.has(path)) return brought.get(path);
  let response;
  try {
    response = await fetch(root + path, { credentials: "same-origin", ...options });
  } catch (cause) {
    if (cause.name === "AbortError") throw cause;
    throw new Refusal(0, { code: "unreachable", reason: "the server does not answer: is 'foldbook serve' still running?" });
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? parse(text) : null;
  } catch {
    throw new Refusal(response.status, { code: "unreadable", reason: text.length < 300 ? text : "the answer could not be read" });
  }
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/** Parameters that are there, as the query of an address. */
function query(parameters) {
  const present = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

const read = (path, parameters = {}, signal = undefined) => ask(path + query(parameters), { signal });

const change = (method, path, body) =>
  ask(path, {
    method,
    headers: body ? { "content-type": "application/json", "x-foldbook-csrf": proof } : { "x-foldbook-csrf": proof },
    body: body ? JSON.stringify(body) : undefined,
  });

/** The point in time that a place asks for, as parameters. */
function pointOf(place) {
  if (place.at) return { at: place.at };
  return place.day && place.known === "then" ? { asOf: place.day } : {};
}

/** What the screen as a whole is of: a point in time, a day, a currency. */
const screenOf = (place) => ({ ...pointOf(place), today: place.day, currency: place.currency });

const filtersOf = (place) => ({ category: place.category, merchant: place.merchant, text: place.text });

export async function session() {
  const answer = await read("session");
  proof = answer.csrf;
  return answer;
}

/** The dashboard, of everything or of what the place's filters let through. */
export const dashboard = (place, isFiltered, signal) =>
  read("dashboard", { ...screenOf(place), activity: 6, ...(isFiltered ? filtersOf(place) : {}) }, signal);

export const balance = (place, range, signal) => read("balance", { ...screenOf(place), range }, signal);

/** A page of the transactions that the filters let through, up to the day that is looked at. */
export const transactions = (place, { limit, after }, signal) =>
  read("transactions", { ...pointOf(place), ...filtersOf(place), to: place.day, limit, after }, signal);

export const transaction = (place, id, signal) => read(`transactions/${id}`, pointOf(place), signal);
export const merchant = (place, name, signal) => read("merchant", { ...pointOf(place), name }, signal);
export const merchants = (limit) => read("merchants", { limit });
export const categories = (place, signal) => read("categories", pointOf(place), signal);
export const accounts = () => read("accounts");
export const profiles = () => read("profiles");
export const transfersOf = (place, id, signal) => read("transfers", { ...pointOf(place), transaction: id }, signal);
export const log = (limit) => read("log", { limit });

/** The server's word whenever the ledger has changed, in whatever process. */
export const events = () => new EventSource(root + "events");

export const add = (draft) => change("POST", "transactions", draft);
export const edit = (id, fields) => change("PATCH", `transactions/${id}`, fields);
export const recategorise = (ids, category) => change("POST", "recategorise", { ids, category });
export const remove = (id) => change("DELETE", `transactions/${id}`);
export const undo = (commit = null, cascade = false) => change("POST", "undo", { commit, cascade });
export const redo = () => change("POST", "redo", {});
export const linkTransfer = (ids) => change("POST", "transfers/link", { ids });
export const unlinkTransfer = (ids) => change("POST", "transfers/unlink", { ids });
export const split = (id, parts) => change("POST", "split", { id, parts });
export const removeSplit = (id, category) => change("POST", "split/remove", { id, category });
export const setBudget = (fields) => change("POST", "budget", fields);

/** Previews or takes in bank files; a refused import answers with its report all the same. */
export async function importFiles(files, fields, { isPreview }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, String(value));
  for (const file of files) form.append("file", file, file.name);
  try {
    return await ask(isPreview ? "import/preview" : "import", { method: "POST", headers: { "x-foldbook-csrf": proof }, body: form });
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.answer?.schema === "foldbook/import/v1") return refusal.answer;
    throw refusal;
  }
}
