// Days, months, numbers and direction, as the person's locale writes them.

const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ku", "nqo", "ps", "sd", "ug", "ur", "yi"]);

/** The person's locale: the browser's first language that Intl knows. */
export const locale = Intl.NumberFormat.supportedLocalesOf(navigator.languages ?? [navigator.language])[0] ?? "en-GB";

/** "rtl" or "ltr". */
export const direction = textDirection(new Intl.Locale(locale));

/** The words of the page are English, so what is read aloud is too: the person's kind of English, else British. */
export const spokenLocale = locale.startsWith("en") ? locale : "en-GB";

function textDirection(tag) {
  const information = tag.getTextInfo?.() ?? tag.textInfo;
  return information?.direction ?? (rightToLeft.has(tag.language) ? "rtl" : "ltr");
}

/** Formats take a while to make, so each is made when it is first wanted. */
function dayFormat(options, tongue = locale) {
  let format = null;
  return (day) => {
    format ??= new Intl.DateTimeFormat(tongue, { timeZone: "UTC", calendar: "gregory", ...options });
    return format.format(instantOf(day));
  };
}

/** The instant that stands for a civil day or month in formats; never a moment of the person's clock. */
function instantOf(day) {
  const [year, month, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date));
}

export const dayShort = dayFormat({ day: "numeric", month: "short" });
export const dayMedium = dayFormat({ dateStyle: "medium" });
export const dayLong = dayFormat({ weekday: "long", day: "numeric", month: "long" });
export const dayFull = dayFormat({ day: "numeric", month: "long", year: "numeric" });
export const monthLong = dayFormat({ month: "long", year: "numeric" });
export const monthShort = dayFormat({ month: "short" });
export const monthAndYear = dayFormat({ month: "short", year: "numeric" });
export const yearAlone = dayFormat({ year: "numeric" });
export const dayNumber = dayFormat({ day: "numeric" });
export const spokenDay = dayFormat({ day: "numeric", month: "long" }, spokenLocale);
export const spokenDayFull = dayFormat({ day: "numeric", month: "long", year: "numeric" }, spokenLocale);
export const spokenMonth = dayFormat({ month: "long", year: "numeric" }, spokenLocale);

let instantFormat = null;

/** A recorded instant in the person's zone. */
export function instant(text) {
  instantFormat ??= new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return instantFormat.format(new Date(text));
}

const integerFormat = new Intl.NumberFormat(locale);

export const integer = (number) => integerFormat.format(number);

const sizeFormats = new Map();

/** A size in megabytes, or kilobytes where it is small. */
export function megabytes(bytes) {
  const [unit, size] = bytes < 1_000_000 ? ["kilobyte", Math.max(1, bytes / 1_024)] : ["megabyte", bytes / 1_048_576];
  if (!sizeFormats.has(unit)) sizeFormats.set(unit, new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 0 }));
  return sizeFormats.get(unit).format(size);
}

/** "1 row" or "12 rows". */
export const counted = (count, one, many) => (count === 1 ? `1 ${one}` : `${integer(count)} ${many}`);

/** Days are counted in whole numbers from 1970-01-01. */
export const dayCount = (day) => Math.round(instantOf(day).getTime() / 86_400_000);

/** The day `count` days after another. */
export function dayAfter(day, count) {
  return new Date((dayCount(day) + count) * 86_400_000).toISOString().slice(0, 10);
}
