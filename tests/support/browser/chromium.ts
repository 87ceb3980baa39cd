import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { source as axe } from "axe-core";
import type { Page } from "playwright-core";
import sharp from "sharp";

export const executablePath = process.env.PARLEY_TEST_CHROMIUM ?? "/usr/bin/chromium";
export const hasChromium = existsSync(executablePath);
/** The folder for screenshots of the pages, if any. */
const pictures = process.env.PARLEY_TEST_PICTURES;
/** Takes a picture of a page, with few colors so that it is small, if the run is to take any. */
export const takePicture = async (page: Page, name: string, fullPage = false): Promise<void> => {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  const picture = sharp(await page.screenshot({ fullPage }));
  await picture
    .png({ palette: true, quality: 60, dither: 0, compressionLevel: 9 })
    .toFile(join(pictures, `${name}.png`));
};

const sizes = { phone: { width: 375, height: 740 }, desktop: { width: 1280, height: 800 } } as const;

/** Checks for accessibility violations and for content wider than the window, at a phone's and a desktop's width. */
export const checkPage = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
    expect([name, size, Math.max(overflow, 0)]).toEqual([name, size, 0]);
    const { violations } = (await page.evaluate(
      // The page's policy allows no inserted script, so the browser evaluates this outside of the page.
      `${axe}; axe.run(document, { resultTypes: ["violations"] })`,
    )) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(violations.map(({ id, nodes }) => [name, id, nodes.map(({ html }) => html)])).toEqual([]);
    await takePicture(page, `${name}-${size}`, true);
  }
};
