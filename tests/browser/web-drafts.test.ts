import type { Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import { benEmail, check, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("drafts of messages whose place was still to be chosen", (windows) => {
  const begin = async (page: Page, key: "c" | "x"): Promise<void> => {
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await page.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
    await press(page, key);
    await page.getByRole("region", { name: "New message" }).waitFor();
  };
  const openDrafts = async (page: Page): Promise<void> => {
    await page.evaluate(`location.hash = "#drafts"`);
    await page.getByRole("heading", { name: "Drafts", level: 1 }).waitFor();
  };
  const item = (page: Page, text: string) => page.locator(".pending-list li").filter({ hasText: text });
  const composed = (text: string) =>
    `document.querySelector(".compose textarea")?.value === ${JSON.stringify(text)}`;

  test("they are listed, open again where they were going, and can be discarded", async () => {
    const page = await windows.openAs(benEmail);
    await begin(page, "c");
    await page.keyboard.type("Ladders");
    await page.getByRole("textbox", { name: "Message Ladders" }).fill("Ours is short");
    await page.keyboard.press("Escape");
    await begin(page, "x");
    await page.keyboard.type("oliv");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Enter");
    await page.getByRole("textbox", { name: "Message Olive Owner" }).fill("Lunch?");
    await page.reload();
    await openDrafts(page);
    await item(page, "Ours is short")
      .getByRole("link", { name: /general › Ladders/ })
      .waitFor();
    await item(page, "Lunch?").getByRole("link", { name: "Olive Owner" }).waitFor();
    await check(page, "begun-drafts");

    await item(page, "Ours is short").getByRole("button", { name: "Keep writing" }).click();
    await until(page, composed("Ours is short"));
    await page.getByRole("textbox", { name: "Message Ladders" }).waitFor();
    await until(page, `document.querySelector(".new-message select").value === "${windows.generalId}"`);
    await page.keyboard.press("Escape");
    await openDrafts(page);
    await item(page, "Lunch?").getByRole("button", { name: "Keep writing" }).click();
    await page.getByRole("textbox", { name: "Message Olive Owner" }).waitFor();
    await until(page, composed("Lunch?"));
    await page.keyboard.press("Escape");

    await openDrafts(page);
    for (const text of ["Ours is short", "Lunch?"]) {
      await item(page, text).getByRole("button", { name: "Discard" }).click();
      await item(page, text).waitFor({ state: "detached" });
    }
    await until(
      page,
      `Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")).length === 0`,
    );
    await begin(page, "c");
    await until(page, composed(""));
  });

  test("one begun for another channel keeps its destination, wherever it is opened again", async () => {
    const { id: workshop } = (await windows.owner.callEndpoint("/channels/create", "POST", {
      name: "workshop",
      subscribers: JSON.stringify([1, windows.benId]),
    })) as { id: number };
    const page = await windows.openAs(benEmail);
    await begin(page, "c");
    const form = page.getByRole("region", { name: "New message" });
    await form.locator("select").selectOption(String(workshop));
    await form.locator("input.field").fill("Hammers");
    await page.getByRole("textbox", { name: "Message Hammers" }).fill("Lost one");
    await page.keyboard.press("Escape");
    await begin(page, "c");
    await until(page, composed("Lost one"));
    await until(page, `document.querySelector(".new-message select").value === "${workshop}"`);
    await page.keyboard.press("Escape");
    await openDrafts(page);
    const begun = item(page, "Lost one");
    await begun.getByRole("link", { name: /workshop › Hammers/ }).waitFor();
    await begun.getByRole("button", { name: "Discard" }).click();
    await begun.waitFor({ state: "detached" });
  });

  test("one without any recipient yet says what it was to become", async () => {
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#inbox"`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await press(page, "c");
    await page.getByRole("region", { name: "New message" }).locator("textarea").fill("For somebody");
    await openDrafts(page);
    await item(page, "For somebody").getByText("New topic").waitFor();
  });

  test("a draft of a topic that only this device has is listed, opens and can be discarded", async () => {
    const page = await windows.openAs(benEmail);
    await page.route(/json\/drafts/, (route) => route.abort());
    // The name of the second topic could be read as data.
    for (const topic of ["Stairs", "null"]) {
      await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
      await page.getByRole("textbox", { name: `Message ${topic}` }).fill(`Sweep the ${topic}`);
    }
    await openDrafts(page);
    for (const topic of ["Stairs", "null"])
      await item(page, `Sweep the ${topic}`)
        .getByRole("link", { name: `general › ${topic}` })
        .waitFor();
    await item(page, "Sweep the Stairs").getByRole("button", { name: "Keep writing" }).click();
    await until(page, composed("Sweep the Stairs"));
    await openDrafts(page);
    for (const topic of ["Stairs", "null"]) {
      await item(page, `Sweep the ${topic}`).getByRole("button", { name: "Discard" }).click();
      await item(page, `Sweep the ${topic}`).waitFor({ state: "detached" });
    }
    await until(
      page,
      `Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")).length === 0`,
    );
  });

  test("a draft that a window left before the server had it is saved at the next start", async () => {
    const page = await windows.openAs(benEmail);
    // Nothing arrives any more.
    await page.route(/json\/drafts/, (route) => route.abort());
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/Rungs`);
    await page.getByRole("textbox", { name: "Message Rungs" }).fill("Count them");
    const next = await page.context().newPage();
    await page.close();
    await next.goto(`${windows.url}/#inbox`);
    const saved = () => windows.ben.callEndpoint("/drafts", "GET", {}) as Promise<{ drafts: object[] }>;
    for (const end = Date.now() + 20_000; (await saved()).drafts.length === 0 && Date.now() < end; )
      await next.waitForTimeout(100);
    await expect(saved()).resolves.toMatchObject({ drafts: [{ topic: "Rungs", content: "Count them" }] });
  });

  test("a draft of a window that closes at once is on the server while another window stays open", async () => {
    const page = await windows.openAs(benEmail);
    const other = await page.context().newPage();
    await other.goto(`${windows.url}/#drafts`);
    await other.getByRole("heading", { name: "Drafts", level: 1 }).waitFor();
    await page.bringToFront();
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/Closing`);
    // Part of what loads once the window is idle.
    await until(page, "document.querySelector('[aria-live]') !== null");
    await page.getByRole("textbox", { name: "Message Closing" }).fill("Last words");
    await page.goto("about:blank");
    await item(other, "Last words")
      .getByRole("link", { name: /Closing/ })
      .waitFor();
  });
});
