import { millisecondsIn } from "../../../src/domain/units/time";
import { words } from "../words/en";

/** A formatter that is made at its first use: the first formatter of a window takes longer than all other code of a start. */
export const formatter = (options: Intl.DateTimeFormatOptions): ((milliseconds: number) => string) => {
  let made: Intl.DateTimeFormat | undefined;
  return (milliseconds) => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made.format(milliseconds);
  };
};
const clock = formatter({ hour: "2-digit", minute: "2-digit", hour12: false });
const clock12 = formatter({ hour: "numeric", minute: "2-digit", hour12: true });
const date = formatter({ weekday: "long", day: "numeric", month: "long" });
const dateWithYear = formatter({ dateStyle: "long" });
const shortDate = formatter({ day: "numeric", month: "short" });
const shortDateWithYear = formatter({ dateStyle: "medium" });
const both = formatter({ dateStyle: "full", timeStyle: "short" });
const zoned = formatter({ timeStyle: "full" });

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** The time of day of a Unix time in seconds. */
export const timeOf = (seconds: number, has24Hours: boolean): string =>
  (has24Hours ? clock : clock12)(seconds * 1000);

/** Whether two Unix times in seconds are on the same local day. */
export const isSameDay = (one: number, other: number): boolean =>
  midnight(one * 1000) === midnight(other * 1000);

/** The day of a Unix time in seconds, as people say it. */
export const dayOf = (
  seconds: number,
  now = Date.now(),
  ofYear = date,
  ofOtherYear = dateWithYear,
): string => {
  const at = seconds * 1000;
  const days = Math.round((midnight(now) - midnight(at)) / millisecondsIn.day);
  if (days === 0) return words.today;
  if (days === 1) return words.yesterday;
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? ofYear : ofOtherYear)(at);
};

/** The date and time of Unix milliseconds. */
export const dateAndTime = (milliseconds: number): string => both(milliseconds);

/** The time of Unix milliseconds, with the name of the time zone. */
export const timeAndZone = (milliseconds: number): string => zoned(milliseconds);

/** A short timestamp for a Unix time in seconds: the time if it is today, else the date. */
export const shortTimestamp = (seconds: number, has24Hours: boolean, now = Date.now()): string =>
  isSameDay(seconds, now / 1000)
    ? timeOf(seconds, has24Hours)
    : dayOf(seconds, now, shortDate, shortDateWithYear);
