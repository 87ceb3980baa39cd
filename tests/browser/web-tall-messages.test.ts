import type { Locator, Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  twoFrames,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const lines = Array.from({ length: 300 }, (_, index) => `Line ${index} of many`);
const tall = [...lines.slice(0, 200), "[a distant link](https://example.com/far)", ...lines.slice(200)].join(
  "\n\n",
);

describeInBrowser("very tall messages in the web client", (windows) => {
  let tallId: number;
  beforeAll(async () => {
    await windows.send(windows.owner, "tall", "Before it");
    tallId = await windows.send(windows.owner, "tall", tall);
    await windows.send(windows.owner, "tall", "After it");
    await windows.send(windows.owner, "code", ["```python", ...lines, "```"].join("\n"));
  });

  const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
  const open = async (page: Page, hash: string): Promise<void> => {
    await page.goto(`${windows.url}/${hash}`);
    await message(page, "Line 0 of many").waitFor();
  };
  const more = (page: Page) => page.getByRole("button", { name: "Show more" });
  const less = (page: Page) => page.getByRole("button", { name: "Show less" });
  const heightOf = (page: Page) => page.evaluate(`document.querySelector("#message-${tallId}").offsetHeight`);
  const topOf = async (page: Page, text: string) =>
    await message(page, text).evaluate(
      (one) => (one as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect().top,
    );
  /** How far a message moves when a button is clicked, until the opposite one is there. */
  const distance = async (page: Page, from: string, button: Locator, opposite: Locator): Promise<number> => {
    const before = await topOf(page, from);
    await button.click();
    await opposite.waitFor();
    await twoFrames(page);
    return Math.abs((await topOf(page, from)) - before);
  };

  test("a message taller than the window is cut off, and its button shows the rest in place", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("tall"));
    await more(ben).waitFor();
    expect(await heightOf(ben)).toBeLessThan(900);
    // The button is where the text is cut off, and what is above it stays in its place.
    await more(ben).hover();
    expect(await distance(ben, "Line 0 of many", more(ben), less(ben))).toBeLessThan(2);
    expect(await heightOf(ben)).toBeGreaterThan(5000);
    await until(ben, `document.activeElement.id === "message-${tallId}"`);
    // Messages below it stay in place when it is cut off again.
    await ben.keyboard.press("End");
    await message(ben, "After it").waitFor();
    await less(ben).hover();
    expect(await distance(ben, "After it", less(ben), more(ben))).toBeLessThan(2);
    expect(await heightOf(ben)).toBeLessThan(900);
  });

  test("the last message of a conversation opens from its beginning", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("code"));
    await more(ben).hover();
    expect(await distance(ben, "Line 0 of many", more(ben), less(ben))).toBeLessThan(2);
  });

  test("- shows a message whole, hides it, and shows it again; it stays whole wherever the user goes", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("tall"));
    await more(ben).waitFor();
    await message(ben, "Line 0 of many").focus();
    await ben.keyboard.press("-");
    await less(ben).waitFor();
    await ben.goto(`${windows.url}/#inbox`);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await open(ben, topic("tall"));
    await less(ben).waitFor();
    await message(ben, "Line 0 of many").focus();
    await ben.keyboard.press("-");
    await ben.getByRole("button", { name: "Show message" }).waitFor();
    await ben.keyboard.press("-");
    await less(ben).waitFor();
  });

  test("a search in the page and the focus reach what is cut off", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("tall"));
    await more(ben).waitFor();
    const inView = (found: string) =>
      until(ben, `(({ top, bottom }) => top > 0 && bottom < innerHeight)(${found}.getBoundingClientRect())`);
    // Browsers scroll so to what they find in a page, and to what a screen reader reads.
    const found =
      "[...document.querySelectorAll('.words p')].find((one) => one.textContent === 'Line 250 of many')";
    await ben.evaluate(`${found}.scrollIntoView()`);
    await less(ben).waitFor();
    await inView(found);
    await less(ben).focus();
    await ben.keyboard.press("Enter");
    await more(ben).waitFor();
    await ben.getByRole("link", { name: "a distant link" }).focus();
    await less(ben).waitFor();
    await inView("document.activeElement");
  });

  test("a link to a message that is cut off leads to its beginning, and an edit may make it short", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, `${topic("tall")}/near/${tallId}`);
    await more(ben).waitFor();
    const top = await topOf(ben, "Line 0 of many");
    expect(top).toBeGreaterThan(50);
    expect(top).toBeLessThan(400);
    await windows.owner.callEndpoint(`/messages/${tallId}`, "PATCH", {
      content: "Line 0 of many: short by now",
    });
    await more(ben).waitFor({ state: "detached" });
    await windows.owner.callEndpoint(`/messages/${tallId}`, "PATCH", { content: tall });
    await more(ben).waitFor();
  });

  test("all of it is printed", async () => {
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("tall"));
    await more(ben).waitFor();
    const printed = (await ben.pdf()).toString("latin1");
    expect(Number(/\/Count (\d+)/.exec(printed)?.[1])).toBeGreaterThan(5);
  });

  test.each(allWindows)("a message that is cut off is accessible: %s", async (name, options) => {
    const ben = await windows.openAs(benEmail, options);
    await open(ben, topic("tall"));
    await more(ben).waitFor();
    await more(ben).scrollIntoViewIfNeeded();
    await check(ben, `tall-message-${name}`);
  });
});
