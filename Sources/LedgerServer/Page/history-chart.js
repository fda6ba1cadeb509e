// The balance over a range of days.

import { amountWords } from "./amount-words.js";
import { shape } from "./dom.js";
import { dayCount, dayShort, monthAndYear, spokenDayFull } from "./locale.js";
import { amount } from "./money.js";
import { pathThrough } from "./readable-chart.js";
import { label } from "./spending-chart.js";

/** What the chart shows of a balance report. */
export function historyModel(report) {
  const { points, currency } = report;
  const first = points.length ? dayCount(points[0].date) : 0;
  const span = points.length ? Math.max(1, dayCount(points.at(-1).date) - first) : 1;
  const fractionOf = (index) => (dayCount(points[index].date) - first) / span;
  return {
    count: points.length,
    positionOf: (index, canvas) => canvas.x(fractionOf(index)),
    words: (index) => `${spokenDayFull(points[index].date)}: ${amountWords(points[index].balanceMinor, currency)}`,
    draw: (svg, canvas, picked) => drawHistory(svg, canvas, { points, currency, span, fractionOf, picked }),
  };
}

function drawHistory(svg, canvas, { points, currency, span, fractionOf, picked }) {
  const { width, height, unit, x } = canvas;
  const [top, bottom] = [20 * unit, height - 42 * unit];
  const balances = points.map((point) => Number(point.balanceMinor));
  const [least, most] = [Math.min(...balances), Math.max(...balances)];
  const spread = Math.max(1, most - least);
  const y = (minor) => bottom - ((Number(minor) - least) / spread) * (bottom - top);
  const line = points.map((point, index) => [x(fractionOf(index)), y(most === least ? least + spread / 2 : point.balanceMinor)]);
  if (line.length === 1) line.push([x(1), line[0][1]]);

  for (const [minor, offset] of most === least ? [] : [[most, -6], [least, 15]]) {
    svg.append(shape("line", { class: "axis", x1: 0, x2: width, y1: y(minor), y2: y(minor) }));
    svg.append(label(x(1), y(minor) + offset * unit, "end", amount(minor, currency, { whole: true })));
  }
  const base = bottom;
  svg.append(shape("path", { class: "history-area", d: `${pathThrough([...line, [line.at(-1)[0], base], [line[0][0], base]])}Z` }));
  svg.append(shape("path", { class: "history-line", d: pathThrough(line) }));
  const write = span > 200 ? monthAndYear : dayShort;
  svg.append(label(x(0), height - 2 * unit, "start", write(points[0].date)));
  svg.append(label(x(1), height - 2 * unit, "end", write(points.at(-1).date)));

  const [cursorX, cursorY] = line[picked ?? points.length - 1];
  if (picked !== null) svg.append(shape("line", { class: "cursor", x1: cursorX, x2: cursorX, y1: top, y2: bottom }));
  svg.append(shape("circle", { class: "point", cx: cursorX, cy: cursorY, r: 5 }));
}
