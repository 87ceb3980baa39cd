const dayMilliseconds = 86_400_000;
/** Traffic is averaged over so long. */
export const trafficDays = 28;
const weekDays = 7;

const twoDigits = (count: number): number => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / scale) * scale;
};

/**
 * Messages a week, from a count of the last four weeks, to two significant digits. Null for a channel of less
 * than a week: nobody can tell yet.
 */
export const weeklyTraffic = (count: number, createdAt: number, now: number): number | null => {
  const age = Math.floor((now - createdAt) / dayMilliseconds);
  return age < weekDays ? null : twoDigits(Math.floor((count * weekDays) / Math.min(age, trafficDays)));
};
