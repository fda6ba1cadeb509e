// Cumulative spending by day against the even pace to the budget.

import { amountWords } from "./amount-words.js";
import { shape } from "./dom.js";
import { dayAfter, dayCount, dayNumber, spokenDay } from "./locale.js";
import { amount, negated, sum } from "./money.js";
import { pathThrough } from "./readable-chart.js";

/** What the chart shows of a dashboard. */
export function spendingModel(dashboard) {
  const days = dashboard.dailySpending;
  const { currency } = dashboard;
  const length = days.length ? lengthOfMonth(days[0].date) : 0;
  const budget = dashboard.budget?.amountMinor ?? null;
  const fractionOf = (index) => (index + 1) / length;
  return {
    count: days.length,
    positionOf: (index, canvas) => canvas.x(fractionOf(index)),
    words: (index) => wordsOf(days[index], currency),
    draw: (svg, canvas, picked) => drawSpending(svg, canvas, { days, currency, length, budget, fractionOf, picked }),
  };
}

/** Days from the month's first to the day before the same day of the next month. */
function lengthOfMonth(first) {
  const [year, month, day] = first.split("-").map(Number);
  const next = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  return dayCount(next) - dayCount(first);
}

function wordsOf(day, currency) {
  const spent = `${spokenDay(day.date)}: ${amountWords(day.cumulativeMinor, currency)} spent so far`;
  if (day.evenPaceMinor === null) return spent;
  const over = sum(day.cumulativeMinor, negated(day.evenPaceMinor));
  const size = amountWords(over < 0 ? negated(over) : over, currency);
  return `${spent}, ${size} ${over > 0 ? "over" : "under"} an even pace`;
}

function drawSpending(svg, canvas, { days, currency, length, budget, fractionOf, picked }) {
  const { width, height, unit, x } = canvas;
  const [top, bottom] = [18 * unit, height - 22 * unit];
  const most = Math.max(1, Number(budget ?? 0), ...days.map((day) => Number(day.cumulativeMinor)));
  const least = Math.min(0, ...days.map((day) => Number(day.cumulativeMinor)));
  const y = (minor) => bottom - ((Number(minor) - least) / (most - least)) * (bottom - top);
  const line = [[x(0), y(0)], ...days.map((day, index) => [x(fractionOf(index)), y(day.cumulativeMinor)])];

  svg.append(shape("line", { class: "axis base", x1: 0, x2: width, y1: y(0), y2: y(0) }));
  if (budget !== null) {
    svg.append(shape("line", { class: "budget-line", x1: 0, x2: width, y1: y(budget), y2: y(budget) }));
    svg.append(shape("path", { class: "pace-line", d: pathThrough([[x(0), y(0)], [x(1), y(budget)]]) }));
    svg.append(label(x(0), y(budget) - 6 * unit, "start", phrase(`Budget ${amount(budget, currency, { whole: true })}`)));
  } else {
    svg.append(label(x(0), top - 6 * unit, "start", amount(most, currency, { whole: true })));
  }
  svg.append(shape("path", { class: "spent-area", d: `${pathThrough([...line, [line.at(-1)[0], y(0)]])}Z` }));
  svg.append(shape("path", { class: "spent-line", d: pathThrough(line) }));
  drawDays(svg, { x, length, first: days[0].date, baseline: height - 4 * unit, width, unit });

  const shown = picked ?? days.length - 1;
  const [cursorX, cursorY] = line[shown + 1];
  if (picked !== null) svg.append(shape("line", { class: "cursor", x1: cursorX, x2: cursorX, y1: top, y2: bottom }));
  svg.append(shape("circle", { class: "point", cx: cursorX, cy: cursorY, r: 6 }));
}

/** Days below the line, as many as fit. */
function drawDays(svg, { x, length, first, baseline, width, unit }) {
  const step = width / unit < 260 ? 10 : 5;
  for (let index = 0; index < length; index += 1) {
    const number = index + 1;
    const isNearEnd = length - number < step / 2 && number !== length;
    if (number !== 1 && number !== length && (number % step !== 0 || isNearEnd)) continue;
    const anchor = number === 1 ? "start" : number === length ? "end" : "middle";
    const place = number === 1 ? 0 : number / length;
    svg.append(label(x(place), baseline, anchor, dayNumber(dayAfter(first, index))));
  }
}

/** English words with a number in them run to the right, whatever the page does. */
const phrase = (text) => `\u2066${text}\u2069`;

export const label = (x, y, anchor, text) => shape("text", { class: "axis-text", x, y, "text-anchor": anchor }, text);
