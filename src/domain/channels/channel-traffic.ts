import { millisecondsIn } from "../units/time";

/** Traffic is averaged over this many days. */
export const trafficDays = 28;
const weekDays = 7;

const toTwoDigits = (count: number): number => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / scale) * scale;
};

/**
 * Messages per week, from the count of the last four weeks, rounded to two significant digits. Null for a channel
 * less than a week old. Times are in Unix milliseconds.
 */
export const weeklyTraffic = (count: number, createdAt: number, now: number): number | null => {
  const age = Math.floor((now - createdAt) / millisecondsIn.day);
  return age < weekDays ? null : toTwoDigits(Math.floor((count * weekDays) / Math.min(age, trafficDays)));
};
