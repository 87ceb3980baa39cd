/** `2026-01-02`, `2026-01-02T12:30`, with seconds, fraction and zone if wanted. */
const iso =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = `(${months.join("|")})[a-z]*\\.?`;
const clock =
  "(?:[, ]+(\\d{1,2})(?::(\\d\\d))?(?::(\\d\\d))?\\s*(am|pm)?)?\\s*(Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?)?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
/** `31 Dec 2017`, `Jun 5th 2017, 10:30PM`. */
const dayFirst = new RegExp(`^${ordinal} ${month},? (\\d{4})${clock}$`, "i");
const monthFirst = new RegExp(`^${month} ${ordinal},? (\\d{4})${clock}$`, "i");
const seconds = /^\d{1,11}(?:\.\d+)?$/;

interface Parts {
  readonly day: readonly [year: number, month: number, day: number];
  readonly time: readonly [hour: number, minute: number, second: number];
  readonly fraction?: string | undefined;
  readonly zone: string | undefined;
}

const number = (digits: string | undefined): number => Number(digits ?? 0);

const offsetMinutes = (zone: string | undefined): number => {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? "");
  return found === null ? 0 : (found[1] === "-" ? -1 : 1) * (number(found[2]) * 60 + number(found[3]));
};

const isoParts = (written: string): Parts | undefined => {
  const found = iso.exec(written);
  if (found === null) return undefined;
  const [, year, monthDigits, day, hour, minute, second, fraction, zone] = found;
  return {
    day: [number(year), number(monthDigits), number(day)],
    time: [number(hour), number(minute), number(second)],
    ...{ fraction, zone },
  };
};

const hourOf = (digits: string | undefined, half: string | undefined): number => {
  const hour = number(digits);
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
};

const spelledParts = (written: string): Parts | undefined => {
  const first = dayFirst.exec(written);
  const found = first ?? monthFirst.exec(written);
  if (found === null) return undefined;
  const [, one, other, year, hour, minute, second, half, zone] = found;
  const [day, name = ""] = first ? [one, other] : [other, one];
  const monthNumber = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return {
    day: [number(year), monthNumber, number(day)],
    time: [hourOf(hour, half), number(minute), number(second)],
    zone,
  };
};

/** The moment of the parts, in Unix milliseconds; undefined where there is no such day or time. */
const momentOf = ({ day, time, zone }: Parts): number | undefined => {
  const [year, monthNumber, dayNumber] = day;
  const [hour, minute, second] = time;
  const moment = Date.UTC(year, monthNumber - 1, dayNumber, hour, minute, second);
  const date = new Date(moment);
  const isReal =
    date.getUTCMonth() === monthNumber - 1 &&
    date.getUTCDate() === dayNumber &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    year >= 1;
  return isReal ? moment - offsetMinutes(zone) * 60_000 : undefined;
};

const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * A moment as people write it, as `2026-01-02T12:00:00Z`: ISO 8601, a spelled date, or Unix seconds.
 * Without a time zone it is UTC. Undefined where it is none of these.
 */
export const readTime = (written: string): string | undefined => {
  const text = written.trim();
  const parts = isoParts(text) ?? spelledParts(text);
  const moment = parts ? momentOf(parts) : seconds.test(text) ? Math.floor(Number(text)) * 1000 : undefined;
  if (moment === undefined || moment > latest || moment < 0 - latest) return undefined;
  const fraction = parts?.fraction ?? "";
  const micro = /[1-9]/.test(fraction) ? `.${fraction.slice(0, 6).padEnd(6, "0")}` : "";
  return `${new Date(moment).toISOString().slice(0, 19)}${micro}Z`;
};
