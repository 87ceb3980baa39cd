import type { BrowserContextOptions } from "playwright-core";
import { benEmail, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  isMobile: true,
  hasTouch: true,
};

describeInBrowser("the web client on a small phone", (windows) => {
  test("suggests searches below the field, within the window", async () => {
    await windows.send(windows.owner, "found", "Needle in here");
    const ben = await windows.openAs(benEmail, phone);
    await ben.locator("#search").tap();
    const offer = ben.getByRole("option", { name: "is:unread" });
    await offer.waitFor();
    await check(ben, "phone-search");
    await ben.keyboard.type("channel:gen");
    const channel = ben.getByRole("option", { name: "channel:general" });
    await channel.waitFor();
    const box = await channel.boundingBox();
    expect(box?.x).toBeLessThan(20);
    expect(Number(box?.x) + Number(box?.width)).toBeLessThan(360);
    await channel.tap();
    await ben.keyboard.type("needle");
    await ben.keyboard.press("Enter");
    await message(ben, "Needle in here").waitFor();
  });

  test("says above a topic which channel it is in, with a link to it", async () => {
    const topic = "a topic with a name too long for one line of a phone";
    await windows.send(windows.owner, topic, "Under a long name");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(
      `location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic.replaceAll(" ", ".20")}"`,
    );
    await message(ben, "Under a long name").waitFor();
    const head = ben.getByRole("heading", { level: 1 });
    const [name, place] = [
      await head.locator(".topic").boundingBox(),
      await head.getByRole("link", { name: "general" }).boundingBox(),
    ];
    expect(Number(place?.y) + Number(place?.height)).toBeLessThanOrEqual(Number(name?.y) + 1);
    expect(Number(name?.x) + Number(name?.width)).toBeLessThan(360);
    await check(ben, "phone-topic");
    await head.getByRole("link", { name: "general" }).tap();
    await ben.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
  });

  test("shows what it has done above the field in which the next message is written", async () => {
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/later"`);
    const field = ben.getByRole("textbox", { name: "Message later" });
    await field.fill("In an hour");
    await ben.getByRole("button", { name: "Send later" }).tap();
    await ben.getByRole("menuitem", { name: /^In an hour/ }).tap();
    const toast = await ben.locator(".toast").filter({ hasText: "Scheduled for" }).boundingBox();
    const box = await ben.locator(".compose").boundingBox();
    expect(Number(toast?.y) + Number(toast?.height)).toBeLessThan(Number(box?.y));
    await check(ben, "phone-toast");
  });

  test("shows all of the field in which a message is edited", async () => {
    await windows.send(windows.ben, "edits", "First");
    await windows.send(windows.ben, "edits", "A message to edit");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/edits"`);
    const row = message(ben, "A message to edit");
    await row.locator(".words").tap();
    await row.getByRole("button", { name: "Edit" }).tap();
    const field = ben.getByLabel("Edit message");
    await field.waitFor();
    const covered = await ben.evaluate(`(() => {
      const field = document.querySelector(".edit textarea");
      const { left, right, top, bottom } = field.getBoundingClientRect();
      return [left + 10, (left + right) / 2, right - 10].filter(
        (x) => document.elementFromPoint(x, (top + bottom) / 2) !== field,
      );
    })()`);
    expect(covered).toEqual([]);
    await check(ben, "phone-edit");
    await field.press("Escape");
    await row.getByRole("button", { name: "Edit" }).waitFor();
  });
});
