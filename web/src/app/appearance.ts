import { effect, signal } from "@preact/signals";
import { ColorScheme } from "../wire/numbers";

/** How the user wants the page to look. */
interface Look {
  readonly theme: string;
  readonly hasContrast: boolean;
  readonly isWide: boolean;
  /** Percentages of the normal font size and line height. */
  readonly size: number;
  readonly lines: number;
}

const name = "parley-look";
/** The values of the setting `color_scheme`, as attributes of the page. */
const themes: Readonly<Record<number, string>> = {
  [ColorScheme.automatic]: "auto",
  [ColorScheme.dark]: "dark",
  [ColorScheme.light]: "light",
};
/** The defaults of the font size and line height settings. */
const usual = { pixels: 16, percent: 140 };

const lookOf = (settings: Readonly<Record<string, unknown>>): Look => ({
  theme: themes[Number(settings.color_scheme)] ?? "auto",
  hasContrast: settings.high_contrast_mode === true,
  isWide: settings.fluid_layout_width === true,
  size: Number(settings.web_font_size_px ?? usual.pixels) / usual.pixels,
  lines: Number(settings.web_line_height_percent ?? usual.percent) / usual.percent,
});

const show = ({ theme, hasContrast, isWide, size, lines }: Look): void => {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  dataset.contrast = hasContrast ? "more" : "usual";
  dataset.width = isWide ? "wide" : "usual";
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = color.dataset.theme;
    const isOwn = theme === own ? "all" : "not all";
    color.media = theme === "auto" ? `(prefers-color-scheme: ${own})` : isOwn;
  }
  style.setProperty("--size", String(size));
  style.setProperty("--lines", String(lines));
};

/** Applies the settings to the page and stores them, so that the next start doesn't flash. */
export const applyAppearance = (settings: Readonly<Record<string, unknown>>): void => {
  const look = lookOf(settings);
  show(look);
  try {
    localStorage.setItem(name, JSON.stringify(look));
  } catch {
    // If storage is full, the next start begins with the default look.
  }
};

const directionName = "parley-direction";

/** Whether this device shows the client right to left. */
export const isRightToLeft = signal(false);

/** The look of the last window, until the settings are known. */
export const restoreAppearance = (): void => {
  try {
    const stored = localStorage.getItem(name);
    if (stored !== null) show(JSON.parse(stored));
    isRightToLeft.value = localStorage.getItem(directionName) === "rtl";
  } catch {
    // Falls back to the default look.
  }
  effect(() => {
    const direction = isRightToLeft.value ? "rtl" : "ltr";
    document.documentElement.dir = direction;
    try {
      localStorage.setItem(directionName, direction);
    } catch {
      // If storage is full, this lasts as long as the window lives.
    }
  });
};
