/** The codes that an entry of `emojiOrder` stands for, among the known ones. */
export const codesIn = (codes: string, known: Iterable<string>): readonly string[] =>
  codes
    .replace(/\b[0-9a-f]{3}\b/g, "1f$&")
    .split(" ")
    .flatMap((code) =>
      code === "countries" ? [...known].filter((one) => /^1f1[ef]/.test(one)).sort() : code,
    );
