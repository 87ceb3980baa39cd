const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Date and time of Unix seconds, short enough for a line with others. */
export const when = (seconds: number): string => format.format(seconds * 1000);
