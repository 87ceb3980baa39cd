import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const most = 160;

describeInBrowser("returning to a conversation in the web client", (windows) => {
  let firstId = 0;
  let middleId = 0;
  beforeAll(async () => {
    for (let number = 1; number <= most; number += 1) {
      const id = await windows.send(windows.owner, "long", `Line ${number}.`);
      if (number === 1) firstId = id;
      if (number === 100) middleId = id;
    }
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  const go = async (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const topic = (near?: number) =>
    `#narrow/channel/${windows.generalId}-general/topic/long${near === undefined ? "" : `/near/${near}`}`;
  const leave = async (page: Page) => {
    await go(page, "#inbox");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  };
  const inView = (text: string) => `(() => {
    const scroller = document.querySelector(".scroller")?.getBoundingClientRect();
    const row = [...document.querySelectorAll("article")].find((one) => one.innerText.trim().endsWith(${JSON.stringify(text)}));
    const at = row?.getBoundingClientRect();
    return Boolean(scroller && at && at.bottom > scroller.top && at.top < scroller.bottom);
  })()`;
  const firstInView = `(() => {
    const { top } = document.querySelector(".scroller").getBoundingClientRect();
    return [...document.querySelectorAll("article")].find((one) => one.getBoundingClientRect().bottom > top + 2).dataset.id;
  })()`;

  test("a link to a topic that is read leads to its newest message, wherever the user was before", async () => {
    const ben = await windows.openAs(benEmail);
    await go(ben, topic(firstId));
    await until(ben, inView("Line 1."));
    await leave(ben);
    await go(ben, topic());
    await until(ben, inView(`Line ${most}.`));
    await ben.keyboard.press("Home");
    await until(ben, inView("Line 1."));
    await leave(ben);
    await go(ben, topic());
    await until(ben, inView(`Line ${most}.`));
  });

  test("Back and Forward lead to where the user was reading", async () => {
    const ben = await windows.openAs(benEmail);
    await go(ben, topic(middleId));
    await until(ben, inView("Line 100."));
    await ben.evaluate("document.querySelector('.scroller').scrollBy(0, -900)");
    await ben.waitForTimeout(300);
    const before = Number(await ben.evaluate(firstInView));
    expect(before).toBeLessThan(middleId);
    await leave(ben);
    await ben.goBack();
    await message(ben, "Line 90.").waitFor();
    // To the line.
    expect(Math.abs(Number(await ben.evaluate(firstInView)) - before)).toBeLessThanOrEqual(1);
    await ben.keyboard.press("End");
    await until(ben, inView(`Line ${most}.`));
    await leave(ben);
    await ben.goBack();
    await until(ben, inView(`Line ${most}.`));
    await ben.goForward();
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("a topic that is partly read opens at its first unread message, also from further down", async () => {
    await windows.ben.callEndpoint("/messages/flags/narrow", "POST", {
      anchor: String(middleId),
      num_before: "0",
      num_after: "1000",
      narrow: JSON.stringify([{ operator: "topic", operand: "long" }]),
      op: "remove",
      flag: "read",
    });
    const ben = await windows.openAs(benEmail);
    await go(ben, topic(firstId));
    await until(ben, inView("Line 1."));
    await leave(ben);
    await go(ben, topic());
    await until(ben, inView("Line 100."));
  });
});
