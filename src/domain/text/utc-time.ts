type Style = "long" | "medium" | "short";

/**
 * Formats Unix milliseconds in English, in UTC. The formatter is made when it is first used: a process's first one takes 7 MB, which an
 * idle server needn't have.
 */
export const utcTime = (dateStyle: Style, timeStyle: Style): ((time: number) => string) => {
  let made: Intl.DateTimeFormat | undefined;
  return (time) => {
    made ??= new Intl.DateTimeFormat("en", { dateStyle, timeStyle, timeZone: "UTC" });
    return made.format(time);
  };
};
