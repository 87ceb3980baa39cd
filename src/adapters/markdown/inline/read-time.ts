import { millisecondsIn } from "../../../domain/units/time";

/** `2026-01-02` or `2026-01-02T12:30`, optionally with seconds, fraction and zone. */
const iso =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
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
    fraction,
    zone,
  };
};

/** Unix milliseconds; undefined if there is no such day or time. */
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
  return isReal ? moment - offsetMinutes(zone) * millisecondsIn.minute : undefined;
};

const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Normalizes an ISO 8601 time to the form `2026-01-02T12:00:00Z`. Without a zone it is UTC. Undefined if invalid. */
export const readTime = (written: string): string | undefined => {
  const parts = isoParts(written.trim());
  const moment = parts && momentOf(parts);
  if (parts === undefined || moment === undefined || moment > latest || moment < 0 - latest) return undefined;
  const fraction = parts.fraction ?? "";
  const micro = /[1-9]/.test(fraction) ? `.${fraction.slice(0, 6).padEnd(6, "0")}` : "";
  return `${new Date(moment).toISOString().slice(0, 19)}${micro}Z`;
};
