// A chart whose values can be read with the pointer, a finger and the keyboard.

import { element, setAttributes, shape } from "./dom.js";
import { direction } from "./locale.js";

/**
 * `draw(canvas, picked)` fills the SVG; `positionOf(index, canvas)` is a value's x; `words(index)` what a screen reader says;
 * `onPick(index or null)` hears what is looked at. The canvas has `width`, `height`, `unit` (the person's text size over 16)
 * and `x(fraction)`, which runs with the direction of the script.
 */
export class ReadableChart {
  #model = null;
  #picked = null;
  #turn = 0;
  #width = 0;
  #unit = 1;

  constructor(label, height, onPick) {
    this.height = height;
    this.onPick = onPick;
    this.svg = shape("svg", { "aria-hidden": "true", focusable: "false" });
    this.element = element("div", {
      class: "chart", role: "slider", tabindex: "0", "aria-label": label, "aria-orientation": "horizontal",
      onpointermove: (event) => this.#point(event), onpointerdown: (event) => this.#point(event),
      onpointerleave: (event) => event.pointerType === "mouse" && this.#pick(null),
      onkeydown: (event) => this.#key(event), onblur: () => this.#pick(null),
    }, this.svg);
    this.#observe();
  }

  /** Shows other values: `{ count, draw, positionOf, words }`. */
  show(model) {
    this.#model = model;
    // Fades the new values in; looking at one of them redraws without that. Another name begins the same animation again.
    this.#turn = 1 - this.#turn;
    setAttributes(this.svg, { class: `drawn-${this.#turn}` });
    if (this.#picked !== null && this.#picked >= model.count) this.#picked = null;
    this.element.hidden = model.count === 0;
    this.#draw();
  }

  /** The first drawing and every other size come from here: nothing has to be laid out to be asked for its width. */
  #observe() {
    new ResizeObserver(([entry]) => {
      if (entry.contentRect.width === this.#width) return;
      this.#width = entry.contentRect.width;
      this.#unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      this.#draw();
    }).observe(this.element);
  }

  #canvas() {
    const [width, unit] = [this.#width, this.#unit];
    const height = this.height * Math.min(1.4, Math.max(1, unit));
    return { width, height, unit, x: (fraction) => (direction === "rtl" ? 1 - fraction : fraction) * width };
  }

  #draw() {
    const canvas = this.#canvas();
    if (!this.#model || this.#model.count === 0 || canvas.width === 0) return;
    setAttributes(this.svg, { viewBox: `0 0 ${canvas.width} ${canvas.height}`, height: canvas.height });
    this.svg.replaceChildren();
    this.#model.draw(this.svg, canvas, this.#picked);
    const now = this.#picked ?? this.#model.count - 1;
    setAttributes(this.element, {
      "aria-valuemin": 1, "aria-valuemax": this.#model.count, "aria-valuenow": now + 1, "aria-valuetext": this.#model.words(now),
    });
  }

  #pick(index) {
    if (index === this.#picked) return;
    this.#picked = index;
    this.#draw();
    this.onPick(index);
  }

  #point(event) {
    if (!this.#model || this.#model.count === 0) return;
    const canvas = this.#canvas();
    const x = event.clientX - this.element.getBoundingClientRect().left;
    let best = 0;
    for (let index = 1; index < this.#model.count; index += 1) {
      const isNearer = Math.abs(this.#model.positionOf(index, canvas) - x) < Math.abs(this.#model.positionOf(best, canvas) - x);
      if (isNearer) best = index;
    }
    this.#pick(best);
  }

  #key(event) {
    const last = this.#model.count - 1;
    const now = this.#picked ?? last;
    const forward = direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const steps = {
      [forward]: now + 1, [back]: now - 1, ArrowUp: now + 1, ArrowDown: now - 1,
      PageUp: now + 7, PageDown: now - 7, Home: 0, End: last,
    };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#pick(Math.min(last, Math.max(0, steps[event.key])));
  }
}

/** A path through points. */
export const pathThrough = (points) => points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");

const round = (number) => Math.round(number * 10) / 10;
