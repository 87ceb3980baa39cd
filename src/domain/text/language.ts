const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** The English name of a language; undefined for an unknown code. */
export const languageName = (code: string): string | undefined => {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
};
