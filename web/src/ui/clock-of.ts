/** The current time of day in a time zone; empty for an unknown zone. */
export const clockOf = (timeZone: string, has24Hours: boolean): string => {
  try {
    return new Intl.DateTimeFormat(undefined, {
      hour: "numeric",
      minute: "2-digit",
      hour12: !has24Hours,
      timeZone,
    }).format(Date.now());
  } catch {
    return "";
  }
};
