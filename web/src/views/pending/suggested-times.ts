import { millisecondsIn } from "../../../../src/domain/units/time";
import { formatter } from "../../ui/time";

const morning = 9;
const evening = 18;
const daysInWeek = 7;
const monday = 1;

/** A suggested time, and its name. */
export interface Time {
  readonly name: "hour" | "evening" | "tomorrow" | "monday";
  /** Unix milliseconds. */
  readonly at: number;
}

const at = (now: number, days: number, hours: number): number => {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date.setHours(hours, 0, 0, 0);
};

/** Suggested times as of now; none in the past or too soon. */
export const timesFrom = (now: number): readonly Time[] => {
  const toMonday = (daysInWeek + monday - new Date(now).getDay()) % daysInWeek || daysInWeek;
  const times: readonly Time[] = [
    { name: "hour", at: now + millisecondsIn.hour },
    { name: "evening", at: at(now, 0, evening) },
    { name: "tomorrow", at: at(now, 1, morning) },
    { name: "monday", at: at(now, toMonday, morning) },
  ];
  return times.filter(
    (one, index) => one.at > now && times.findIndex((other) => other.at === one.at) === index,
  );
};

/** The value of a datetime-local field for a time, in local time. */
export const datetimeFieldValue = (milliseconds: number): string => {
  const date = new Date(milliseconds);
  const local = new Date(milliseconds - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** The value of a date field for a time, in local time. */
export const dateFieldValue = (milliseconds: number): string => datetimeFieldValue(milliseconds).slice(0, 10);

/** The weekday and time of Unix milliseconds, for the coming days. */
export const weekdayAndTime = formatter({ weekday: "short", hour: "numeric", minute: "2-digit" });
