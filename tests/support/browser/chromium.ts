import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { source as axe } from "axe-core";
import type { Page } from "playwright-core";

export const executablePath = process.env.PARLEY_TEST_CHROMIUM ?? "/usr/bin/chromium";
export const hasChromium = existsSync(executablePath);
/** The folder for screenshots of the pages, if any. */
export const pictures = process.env.PARLEY_TEST_PICTURES;
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
    if (pictures === undefined) continue;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}-${size}.png`), fullPage: true });
  }
};
