// Starts the page.

import * as api from "./api.js";
import { onPlace, place } from "./address.js";
import { visit } from "./data.js";
import { acceptDrops } from "./drops.js";
import { listenForKeys } from "./keyboard.js";
import { followLayout } from "./layout.js";
import { followLedger } from "./live.js";
import { direction } from "./locale.js";
import { coverAmounts } from "./money.js";
import { Screen } from "./screen.js";
import { draw, learn, onKnowledge } from "./store.js";
import { toastPlace } from "./toasts.js";

document.documentElement.dir = direction;
learn({ place: place() });
const screen = new Screen();
document.body.replaceChildren(screen.app, toastPlace);
followLayout(screen);

// What is asked for comes in any order; nothing is drawn before it is known whether amounts are covered.
const data = visit(place());
const asked = api.session();
api.leaveBrought();
try {
  const session = await asked;
  coverAmounts(session.hideAmounts);
  learn({ session });
} catch (failure) {
  learn({ failures: { session: failure } });
}
// The first picture is a whole one, unless that takes too long to wait for.
await Promise.race([data, new Promise((done) => setTimeout(done, 400))]);
onKnowledge((known) => screen.update(known));
draw();
onPlace((now) => visit(now));
await data;
acceptDrops();
listenForKeys();
followLedger();
