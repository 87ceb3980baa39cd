const name = "parley-theme";
/** What the setting `color_scheme` means, as the page has it. */
const themes: Readonly<Record<number, string>> = { 1: "auto", 2: "dark", 3: "light" };

/** Shows the page in a theme, and remembers it for the next start: nothing flashes then. */
export const applyTheme = (scheme: unknown): void => {
  const theme = themes[Number(scheme)] ?? "auto";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(name, theme);
  } catch {
    // Without room the next start begins with the system's.
  }
};

/** What the last window here showed, until the settings are known. */
export const recallTheme = (): void => {
  try {
    document.documentElement.dataset.theme = localStorage.getItem(name) ?? "auto";
  } catch {
    // The system's, then.
  }
};
