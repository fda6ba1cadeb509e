// One column, two panes, or panes above each other: by measured width and folds. Nothing is drawn anew when that changes.

import { knowledge, learn } from "./store.js";

const isWide = matchMedia("(min-width: 600px)");
const foldsLikeABook = matchMedia("(horizontal-viewport-segments: 2)");
const foldsAcross = matchMedia("(vertical-viewport-segments: 2)");

function layoutNow() {
  if (foldsLikeABook.matches || isWide.matches) return "panes";
  return foldsAcross.matches ? "stack" : "column";
}

/** Follows folding and resizing. `screen` puts its cards where a layout wants them. */
export function followLayout(screen) {
  const anchor = new ScrollAnchor(screen);
  const follow = () => {
    const layout = layoutNow();
    if (layout === knowledge().layout) return;
    anchor.hold(() => learnAtOnce(layout));
  };
  for (const query of [isWide, foldsLikeABook, foldsAcross]) query.addEventListener("change", follow);
  learn({ layout: layoutNow() });
}

function learnAtOnce(layout) {
  learn({ layout });
}

/** Remembers what stands at the top of the list's scroller, and brings it back there after a change of layout. */
class ScrollAnchor {
  #anchor = null;

  constructor(screen) {
    this.screen = screen;
    for (const scroller of [screen.app, screen.leading]) {
      scroller.addEventListener("scroll", () => this.#remember(scroller), { passive: true });
    }
  }

  #remember(scroller) {
    if (scroller.scrollTop < 8) {
      this.#anchor = null;
      return;
    }
    const top = scroller.getBoundingClientRect().top;
    const marks = this.screen.leading.querySelectorAll(".row, .card");
    for (const mark of marks) {
      const offset = mark.getBoundingClientRect().top - top;
      if (offset >= 0) {
        this.#anchor = { mark, offset };
        return;
      }
    }
  }

  hold(change) {
    const anchor = this.#anchor;
    change();
    if (!anchor) return;
    requestAnimationFrame(() => {
      const scroller = knowledge().layout === "column" ? this.screen.app : this.screen.leading;
      if (!anchor.mark.isConnected) return;
      const now = anchor.mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      scroller.scrollTop += now - anchor.offset;
    });
  }
}
