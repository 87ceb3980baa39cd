const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** What a language is called in English; undefined for a code that stands for none. */
export const languageName = (code: string): string | undefined => {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
};
