import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** A picture of one dot. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describeInBrowser("the web client's emoji picker", (windows) => {
  beforeAll(() => windows.send(windows.owner, "pictures", "What do you think?"));

  const open = async (options?: BrowserContextOptions): Promise<Page> => {
    const ben = await windows.openAs(benEmail, options);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/pictures`);
    await message(ben, "What do you think?").focus();
    await ben.getByRole("button", { name: "React" }).click();
    await ben.getByRole("group", { name: "Flags" }).waitFor();
    return ben;
  };
  const chosen = (page: Page) =>
    page.evaluate(`document.querySelector(".emoji-grid [aria-selected=true]")?.getAttribute("aria-label")`);
  const chooses = (page: Page, name: string) =>
    until(
      page,
      `document.querySelector(".emoji-grid [aria-selected=true]")?.getAttribute("aria-label") === ${JSON.stringify(name)}`,
    );
  const inView = (page: Page, selector: string) =>
    until(
      page,
      `(() => {
        const grid = document.querySelector(".emoji-grid").getBoundingClientRect();
        const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return top >= grid.top - 1 && bottom <= grid.bottom + 1;
      })()`,
    );

  test("emoji come in sections; arrows lead through all of them, and the chosen one is in view", async () => {
    const ben = await open();
    await ben.getByRole("group", { name: "Frequently used" }).waitFor();
    await chooses(ben, "+1");
    await ben.keyboard.press("ArrowDown");
    await ben.keyboard.press("ArrowDown");
    await chooses(ben, "grinning");
    await ben.keyboard.press("ArrowUp");
    const last = await chosen(ben);
    expect(last).not.toBe("grinning");
    for (let pages = 0; pages < 9; pages += 1) await ben.keyboard.press("PageDown");
    await chooses(ben, "checkered flag");
    await inView(ben, ".emoji-grid [aria-selected=true]");
    await ben.keyboard.press("ArrowLeft");
    await ben.getByRole("group", { name: "Symbols" }).getByRole("option", { selected: true }).waitFor();
    await inView(ben, ".emoji-grid [aria-selected=true]");
    await ben.keyboard.press("ArrowRight");
    await ben.keyboard.press("Enter");
    await message(ben, "What do you think?")
      .getByRole("button", { name: /checkered flag/ })
      .waitFor();
  });

  test("tabs lead to sections, by keyboard as well, and only what is near the view is in the document", async () => {
    const ben = await open();
    await ben.getByRole("button", { name: "Food and drink" }).click();
    await ben.getByRole("option", { name: "grapes" }).waitFor();
    await inView(ben, "[aria-label=grapes]");
    await ben.getByRole("button", { name: "Food and drink", pressed: true }).waitFor();
    await ben.keyboard.press("ArrowRight");
    await ben.keyboard.press("Enter");
    await ben.getByRole("button", { name: "Travel and places", pressed: true }).waitFor();
    expect(await ben.getByRole("option").count()).toBeLessThan(350);
    await ben.getByRole("option", { name: "earth africa" }).click();
    await message(ben, "What do you think?")
      .getByRole("button", { name: /earth africa/ })
      .waitFor();
  });

  test("a search finds emoji in all sections, and an organization's own emoji have a section", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-emoji-"));
    const file = join(folder, "dot.png");
    writeFileSync(file, dot);
    await windows.owner.callEndpoint("/realm/emoji/parley_dot", "POST", { file: createReadStream(file) });
    rmSync(folder, { recursive: true });
    const ben = await open();
    await ben.getByRole("group", { name: "Custom" }).waitFor();
    await ben.keyboard.type("rocket");
    await chooses(ben, "rocket");
    await expect(ben.getByRole("toolbar", { name: "Emoji categories" }).count()).resolves.toBe(0);
    await ben.keyboard.press("Control+a");
    await ben.keyboard.press("Delete");
    await ben.getByRole("button", { name: "Custom" }).click();
    await ben.getByRole("option", { name: "parley dot" }).click();
    await message(ben, "What do you think?")
      .getByRole("button", { name: /parley dot/ })
      .waitFor();
    // It has been used on this device, and so comes first from now on.
    await message(ben, "What do you think?").focus();
    await ben.getByRole("button", { name: "React" }).click();
    await chooses(ben, "parley dot");
  });

  test.each(allWindows)("it is accessible: %s", async (name, options) => {
    const ben = await open(options);
    await check(ben, `emoji-picker-${name}`);
    await ben.getByRole("button", { name: "Objects" }).click();
    await ben.getByRole("option", { name: "glasses", exact: true }).waitFor();
    await check(ben, `emoji-section-${name}`);
  });
});
