/** A number of things, such as "1 file" and "2 files". */
export const pluralized = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;
