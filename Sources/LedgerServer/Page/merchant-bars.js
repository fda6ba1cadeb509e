// What a merchant cost each month, as bars.

import { amountWords } from "./amount-words.js";
import { shape } from "./dom.js";
import { monthAndYear, monthShort, spokenMonth } from "./locale.js";
import { negated } from "./money.js";
import { label } from "./spending-chart.js";

const mostMonths = 24;

/** The months that the bars show, each with its cost (or, for one who pays, what came in). */
export function monthsOf(history) {
  const isIncome = history.totalMinor > 0;
  return history.months.slice(-mostMonths).map((month) => ({
    ...month, costMinor: isIncome ? month.sumMinor : negated(month.sumMinor),
  }));
}

/** What the chart shows of a merchant's history. */
export function barsModel(history) {
  const months = monthsOf(history);
  const fractionOf = (index) => (index + 0.5) / months.length;
  return {
    count: months.length,
    positionOf: (index, canvas) => canvas.x(fractionOf(index)),
    words: (index) => `${spokenMonth(months[index].month)}: ${amountWords(months[index].costMinor, history.currency)}`,
    draw: (svg, canvas, picked) => drawBars(svg, canvas, { months, fractionOf, picked }),
  };
}

function drawBars(svg, canvas, { months, fractionOf, picked }) {
  const { width, height, unit, x } = canvas;
  const [top, bottom] = [4 * unit, height - 22 * unit];
  const costs = months.map((month) => Number(month.costMinor));
  const [least, most] = [Math.min(0, ...costs), Math.max(1, ...costs)];
  const y = (minor) => bottom - ((minor - least) / (most - least)) * (bottom - top);
  const slot = width / months.length;
  const thickness = Math.min(44, slot * 0.68);
  const shown = picked ?? months.length - 1;
  months.forEach((month, index) => {
    const cost = costs[index];
    const from = Math.min(y(cost), y(0));
    const size = Math.max(cost === 0 ? 0 : 2, Math.abs(y(cost) - y(0)));
    const name = `month-bar${index === shown ? " picked" : ""}${cost < 0 ? " refund" : ""}`;
    const radius = Math.min(5, thickness / 3, size / 2);
    const left = x(fractionOf(index)) - thickness / 2;
    svg.append(shape("rect", { class: name, x: left, y: from, width: thickness, height: size, rx: radius }));
  });
  svg.append(shape("line", { class: "axis base", x1: 0, x2: width, y1: y(0), y2: y(0) }));
  const every = Math.ceil((44 * unit) / slot);
  months.forEach((month, index) => {
    if ((months.length - 1 - index) % every !== 0) return;
    const write = month.month.endsWith("-01") && slot > 60 * unit ? monthAndYear : monthShort;
    svg.append(label(x(fractionOf(index)), height - 4 * unit, "middle", write(month.month)));
  });
}
