/** Lengths of time in milliseconds, which is what clocks and timers count. */
export const millisecondsIn = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
} as const;

/** Lengths of time in seconds, which is what messages, settings and other protocols count. */
export const secondsIn = { minute: 60, hour: 3600, day: 86_400, week: 604_800, year: 31_536_000 } as const;
