import { effect, signal } from "@preact/signals";

/** How the page is drawn, as its owner wants it. */
interface Look {
  readonly theme: string;
  readonly hasContrast: boolean;
  readonly isWide: boolean;
  /** Parts of the usual size of letters, and of the distance of lines. */
  readonly size: number;
  readonly lines: number;
}

const name = "parley-look";
/** What the setting `color_scheme` means, as the page has it. */
const themes: Readonly<Record<number, string>> = { 1: "auto", 2: "dark", 3: "light" };
/** What the settings of sizes are for whoever hasn't chosen. */
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
  style.setProperty("--size", String(size));
  style.setProperty("--lines", String(lines));
};

/** Shows the page as the settings say, and remembers it for the next start: nothing flashes then. */
export const applyLook = (settings: Readonly<Record<string, unknown>>): void => {
  const look = lookOf(settings);
  show(look);
  try {
    localStorage.setItem(name, JSON.stringify(look));
  } catch {
    // Without room the next start begins with the usual look.
  }
};

const directionName = "parley-direction";

/** Whether this device shows the client from right to left. */
export const isRightToLeft = signal(false);

/** What the last window here showed, until the settings are known. */
export const recallLook = (): void => {
  try {
    const kept = localStorage.getItem(name);
    if (kept !== null) show(JSON.parse(kept));
    isRightToLeft.value = localStorage.getItem(directionName) === "rtl";
  } catch {
    // The usual look, then.
  }
  effect(() => {
    const direction = isRightToLeft.value ? "rtl" : "ltr";
    document.documentElement.dir = direction;
    try {
      localStorage.setItem(directionName, direction);
    } catch {
      // Without room it is so as long as the window lives.
    }
  });
};
