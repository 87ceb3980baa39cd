import type { BrowserContextOptions, Page } from "playwright-core";
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

const bar = `document.querySelector(".stuck-bar")`;
const scroller = `document.querySelector(".scroller")`;
const topOf = (text: string) =>
  `[...document.querySelectorAll("article")].find((one) => one.innerText.includes(${JSON.stringify(text)})).getBoundingClientRect().top`;
/** Scrolls until the message that has this text is so far below the top of the list. */
const scrollTo = async (page: Page, text: string, below: number) => {
  await page.evaluate(
    `${scroller}.scrollTop += ${topOf(text)} - ${scroller}.getBoundingClientRect().top - ${below}`,
  );
  await twoFrames(page);
};
const shows = (page: Page, text: string) =>
  until(
    page,
    `getComputedStyle(${bar}).visibility === "visible" && ${bar}.innerText.includes(${JSON.stringify(text)})`,
  );
const isAway = (page: Page) => until(page, `getComputedStyle(${bar}).visibility === "hidden"`);

describeInBrowser("headings that stay at the top of the web client's lists", (windows) => {
  beforeAll(async () => {
    for (const [topic, count] of [
      ["pears", 20],
      ["plums", 28],
    ] as const)
      for (let number = 1; number <= count; number += 1)
        await windows.send(windows.owner, topic, `${topic} ${number}.`);
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  const feed = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await windows.openAs(benEmail, options);
    await page.goto(`${windows.url}/#feed`);
    await message(page, "plums 28.").waitFor();
    await until(page, `${bar} !== null`);
    return page;
  };

  test("the conversation at the top of the combined feed keeps its heading, until the next one pushes it out", async () => {
    const ben = await feed();
    await scrollTo(ben, "pears 10.", 0);
    await shows(ben, "#general");
    await shows(ben, "pears");
    // It lies over the list: nothing has moved for it.
    const before = Number(await ben.evaluate(topOf("pears 12.")));
    await scrollTo(ben, "plums 1.", 0);
    await isAway(ben);
    await scrollTo(ben, "plums 1.", 20);
    const pushed = await ben.evaluate(`${bar}.getBoundingClientRect().bottom - ${topOf("plums 1.")}`);
    expect(Math.abs(Number(pushed))).toBeLessThanOrEqual(1);
    await shows(ben, "pears");
    await scrollTo(ben, "plums 2.", 0);
    await shows(ben, "plums");
    await scrollTo(ben, "pears 10.", 0);
    expect(Math.abs(Number(await ben.evaluate(topOf("pears 12."))) - before)).toBeLessThanOrEqual(1);
    await ben.locator(".stuck-bar").getByRole("link", { name: "pears" }).click();
    await until(ben, `location.hash.endsWith("topic/pears")`);
    // A view of one conversation has its name above the list.
    await until(ben, `${bar} === null`);
  });

  test("a channel's feed names its topics only, and a topic can be resolved, followed and muted from there", async () => {
    const olive = await windows.openAs("owner@example.com");
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general`);
    await message(olive, "plums 28.").waitFor();
    await until(olive, `${bar} !== null`);
    await scrollTo(olive, "pears 5.", 0);
    await shows(olive, "pears");
    const heading = olive.locator(".stuck-bar");
    expect(await heading.innerText()).not.toContain("#general");
    await heading.getByRole("button", { name: "Resolve" }).click();
    await shows(olive, "✔ pears");
    await heading.getByRole("button", { name: "Follow" }).click();
    await heading.getByRole("button", { name: "Follow", pressed: true }).waitFor();
    await heading.getByRole("button", { name: "Topic actions" }).click();
    await olive.getByRole("menuitem", { name: "Mute topic" }).click();
    await heading.getByRole("button", { name: "Follow", pressed: false }).waitFor();
    await heading.getByRole("button", { name: "Resolve" }).click();
    await until(olive, `!${bar}.innerText.includes("✔")`);
  });

  test("the heading in the list has the same tools while the pointer or the focus is at its message", async () => {
    const ben = await feed();
    await scrollTo(ben, "plums 1.", 200);
    const row = message(ben, "plums 1.");
    const height = await row.evaluate((one) => (one as unknown as { offsetHeight: number }).offsetHeight);
    expect(await row.getByRole("button", { name: "Topic actions" }).count()).toBe(0);
    await row.hover();
    await row.getByRole("button", { name: "Topic actions" }).waitFor();
    await row.getByRole("button", { name: "Follow" }).waitFor();
    expect(await row.evaluate((one) => (one as unknown as { offsetHeight: number }).offsetHeight)).toBe(
      height,
    );
  });

  test("a focused message is never behind it, and the list scrolls under the pointer on it", async () => {
    const ben = await feed();
    await scrollTo(ben, "pears 18.", 100);
    await message(ben, "pears 18.").focus();
    for (let steps = 0; steps < 5; steps += 1) {
      await ben.keyboard.press("k");
      await twoFrames(ben);
      await shows(ben, "pears");
      const [top, bottom] = (await ben.evaluate(
        `[document.activeElement.getBoundingClientRect().top, ${bar}.getBoundingClientRect().bottom]`,
      )) as readonly [number, number];
      expect(top).toBeGreaterThanOrEqual(bottom - 1);
    }
    await shows(ben, "pears");
    await ben.locator(".stuck-bar p").hover();
    const before = Number(await ben.evaluate(`${scroller}.scrollTop`));
    await ben.mouse.wheel(0, 150);
    await until(ben, `${scroller}.scrollTop === ${before + 150}`);
  });

  test("on a phone, a finger on it scrolls the list", async () => {
    const ben = await feed({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    await scrollTo(ben, "pears 10.", 0);
    await shows(ben, "pears");
    // Not the scroller's own place: older messages may come in above.
    const top = `[...document.querySelectorAll("article")].find(({ textContent }) => textContent.includes("pears 10.")).getBoundingClientRect().top`;
    const before = Number(await ben.evaluate(top));
    const box = await ben.locator(".stuck-bar").boundingBox();
    const [x, y] = [Number(box?.x) + 80, Number(box?.y) + Number(box?.height) / 2];
    const session = await ben.context().newCDPSession(ben);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
    await touch("touchStart", y);
    for (let moved = 20; moved <= 200; moved += 20) await touch("touchMove", y + moved);
    await touch("touchEnd");
    // The first pixels decide whether it is a tap.
    await until(ben, `${top} >= ${before + 150} && ${top} <= ${before + 200}`);
    // It wasn't a tap on the topic.
    expect(await ben.evaluate("location.hash")).toBe("#feed");
  });

  test("Back leads to the message that was the first in view below the heading", async () => {
    const ben = await feed();
    await scrollTo(ben, "pears 10.", 38);
    await shows(ben, "pears");
    const before = Number(await ben.evaluate(topOf("pears 10.")));
    await ben.evaluate(`location.hash = "#inbox"`);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await ben.goBack();
    await message(ben, "pears 10.").waitFor();
    await shows(ben, "pears");
    expect(Math.abs(Number(await ben.evaluate(topOf("pears 10."))) - before)).toBeLessThanOrEqual(2);
  });

  test.each(allWindows)("it is accessible and looks right: %s", async (name, options) => {
    const ben = await feed(options);
    await scrollTo(ben, "pears 10.", 0);
    await shows(ben, "pears");
    await check(ben, `stuck-heading-${name}`);
  });
});
