import type { Page } from "playwright-core";
import { describeInBrowser, twoFrames, until, type WebWindows, write } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

const fill = async (windows: WebWindows, topic: string, count: number): Promise<number> => {
  const first = await windows.send(windows.owner, topic, "Message 1");
  for (let number = 2; number <= count; number += 1)
    await windows.send(windows.owner, topic, `Message ${number}`);
  return first;
};

/** Waits until the message is delivered and in view, and the field still has the focus. */
const isSeen = async (page: Page, text: string): Promise<void> => {
  await page.locator("[data-id]", { hasText: text }).waitFor();
  await until(
    page,
    `(() => {
      const row = [...document.querySelectorAll("[data-id]")].at(-1);
      const { top, bottom } = document.querySelector(".scroller").getBoundingClientRect();
      const at = row.getBoundingClientRect();
      return row.textContent.includes(${JSON.stringify(text)}) && at.top >= top && at.bottom <= bottom + 1;
    })()`,
  );
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
};

describeInBrowser("one's own messages in the web client", (windows) => {
  const { openAs } = windows;
  const open = async (topic: string, near?: number): Promise<Page> => {
    const page = await openAs(ownerEmail);
    const at = near === undefined ? "" : `/near/${near}`;
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}${at}`);
    return page;
  };

  test("a user who has scrolled up sees the message that they send", async () => {
    await fill(windows, "short", 40);
    const olive = await open("short");
    await olive.locator("[data-id]", { hasText: "Message 40" }).waitFor();
    await until(
      olive,
      `(() => {
        const scroller = document.querySelector(".scroller");
        scroller.scrollTop -= 150;
        return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight >= 150;
      })()`,
    );
    await twoFrames(olive);
    await write(olive, "Below all that");
    await isSeen(olive, "Below all that");
  });

  test("a user who reads the beginning of a long conversation sees the message that they send", async () => {
    const first = await fill(windows, "long", 300);
    const olive = await open("long", first);
    await olive.locator("[data-id]", { hasText: /Message 1$/ }).waitFor();
    await write(olive, "Far from the end");
    await isSeen(olive, "Far from the end");
    await write(olive, "And once more");
    await isSeen(olive, "And once more");
  });

  test("a user who has jumped to the beginning of what is loaded sees the message that they send", async () => {
    await fill(windows, "middling", 90);
    const olive = await open("middling");
    await olive.locator("[data-id]", { hasText: "Message 90" }).waitFor();
    await olive.locator(".scroller").focus();
    await olive.keyboard.press("Home");
    await until(olive, "document.querySelector('.scroller').scrollTop === 0");
    await write(olive, "From the top");
    await isSeen(olive, "From the top");
  });
});
