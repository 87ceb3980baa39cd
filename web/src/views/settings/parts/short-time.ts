const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The short date and time of Unix seconds. */
export const shortDateAndTime = (seconds: number): string => format.format(seconds * 1000);
