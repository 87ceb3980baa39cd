import type { Page } from "playwright-core";
import { message, type WebWindows } from "./web-windows";

/** Presses Tab until an element with this name has the focus. */
export const tabTo = async (page: Page, name: RegExp, backwards = false): Promise<void> => {
  for (let turn = 0; turn < 120; turn += 1) {
    const focused = String(
      await page.evaluate(`(() => {
        const at = document.activeElement;
        return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? "";
      })()`),
    );
    if (name.test(focused.trim())) return;
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never came to ${name}`);
};

export const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Opens something by typing a few letters of its name, once the first match says so. */
export const goTo = async (page: Page, letters: string, first?: string | RegExp): Promise<void> => {
  await press(page, "Control+k");
  await page.getByRole("combobox", { name: "Go anywhere" }).waitFor();
  await page.keyboard.type(letters);
  if (first !== undefined)
    await page.locator("#goal-0[aria-selected=true]").filter({ hasText: first }).waitFor();
  await press(page, "Enter");
};

/** For tasks where getting there isn't what is tested. */
export const atTopic = async (
  page: Page,
  { url, generalId }: WebWindows,
  topic: string,
  text: string,
): Promise<void> => {
  await page.goto(`${url}/#narrow/channel/${generalId}-general/topic/${topic}`);
  await message(page, text).first().waitFor();
};

/** Focuses a message, starting from the first one. */
export const reach = async (page: Page, text: string): Promise<void> => {
  await message(page, text).last().waitFor();
  for (let turn = 0; turn < 30; turn += 1) {
    await press(page, "j");
    const here = String(await page.evaluate("document.activeElement?.innerText ?? ''"));
    if (here.includes(text)) return;
  }
  throw new Error(`The keys never came to ${text}`);
};
