import type { BrowserContextOptions } from "playwright-core";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  isMobile: true,
  hasTouch: true,
};

const table = `| Component | Description | Responsible | Status | Deadline |
|---|---|---|---|---|
| Authentication | Implementation of password reset | Farah Siddiqui | Completed | 2026-12-01 |
| Documentation | Handbook for administrators | Hanneke de Wit | Unfinished | 2026-12-15 |`;

const formula = `\`\`\`math
\\sum_{i=0}^{100} \\frac{a_i b_i c_i d_i}{x_i + y_i + z_i + w_i} + \\prod_{j=0}^{n} (1+x_j)(1-x_j)(1+y_j)(1-y_j)
\`\`\``;

/** Words of cells that are drawn on more than one line. */
const brokenWords = `(() => {
  const broken = [];
  for (const cell of document.querySelectorAll(".words :is(th, td)")) {
    const text = cell.firstChild;
    for (const { 0: word, index } of text.textContent.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
})()`;

describeInBrowser("messages wider than a phone", (windows) => {
  test("a table keeps its words whole and scrolls sideways in its own place", async () => {
    await windows.send(windows.owner, "tables", table);
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/tables"`);
    await message(ben, "Hanneke de Wit").waitFor();
    expect(await ben.evaluate(brokenWords)).toEqual([]);
    const frame = ben.locator(".words .wide");
    expect(await frame.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    await check(ben, "phone-table");
  });

  test("tables, formulas and code scroll by keyboard, too", async () => {
    await windows.send(windows.owner, "wide", table);
    await windows.send(windows.owner, "wide", formula);
    await windows.send(windows.owner, "wide", `\`\`\`\n${"a long line ".repeat(10)}\n\`\`\``);
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/wide"`);
    await message(ben, "a long line").waitFor();
    const wide = await ben.evaluate(`[...document.querySelectorAll(".words *")]
      .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === "auto")
      .map(({ className, tagName, tabIndex }) => [className || tagName, tabIndex])`);
    expect(wide).toEqual([
      ["wide", 0],
      ["katex-display", 0],
      ["PRE", 0],
    ]);
    await check(ben, "phone-wide");
    // No line of the formula is cut off.
    const cut =
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.katex-display'))";
    expect(await ben.evaluate(cut)).toBe(0);
    await ben.locator(".katex-display").focus();
    await ben.keyboard.press("ArrowRight");
    await until(ben, "document.querySelector('.katex-display').scrollLeft > 0");
  });
});
