// Shows the ledger as it is when it changes elsewhere: in a terminal, in another window.

import * as api from "./api.js";
import { renew } from "./data.js";
import { knowledge } from "./store.js";

/** Listens until the page is left; while nobody looks at it, nothing is asked. */
export function followLedger() {
  let source = null;
  let isStale = false;
  const open = () => {
    source = api.events();
    source.addEventListener("ledger", ({ data }) => {
      const { position } = JSON.parse(data);
      const shown = knowledge().session?.position;
      const seen = Math.max(shown ?? 0, knowledge().dashboard?.position ?? 0);
      const { place, failures } = knowledge();
      const isWhole = Object.keys(failures).length === 0;
      if (isWhole && (place.at || position === seen)) return;
      isStale = true;
      if (!document.hidden) catchUp();
    });
  };
  const catchUp = () => {
    if (!isStale) return;
    isStale = false;
    renew();
  };
  document.addEventListener("visibilitychange", () => !document.hidden && catchUp());
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
