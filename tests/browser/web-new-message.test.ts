import type { Page } from "playwright-core";
import { atTopic, press, reach } from "../support/browser/by-keyboard";
import { benEmail, check, choose, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const composed = "document.querySelector('.compose textarea')?.value";

describeInBrowser("a new message in the web client", (windows) => {
  const begin = async (page: Page, key: "c" | "x"): Promise<void> => {
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await page.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
    await press(page, key);
    await page.getByRole("region", { name: "New message" }).waitFor();
  };

  test("what is typed after it is sent goes into its conversation", async () => {
    await windows.send(windows.owner, "tools", "Where is the hammer?");
    const page = await windows.openAs(benEmail);
    await begin(page, "x");
    await page.keyboard.type("oliv");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Enter");
    await page.getByRole("textbox", { name: "Message Olive Owner" }).focus();
    await page.keyboard.type("Lunch at one");
    await press(page, "Enter");
    await page.keyboard.type("are you in?");
    await until(page, `${composed} === 'are you in?'`);
    await press(page, "Enter");
    await message(page, "Lunch at one").waitFor();
    await message(page, "are you in?").waitFor();

    await begin(page, "c");
    await page.keyboard.type("ladders");
    await page.getByRole("textbox", { name: "Message ladders" }).focus();
    await page.keyboard.type("Ours is short");
    await press(page, "Enter");
    await page.keyboard.type("and a rung is loose");
    await until(page, `${composed} === 'and a rung is loose'`);
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "ladders" }).waitFor();
    await press(page, "Enter");
    await message(page, "and a rung is loose").waitFor();

    // A topic's earlier messages appear on the screen while its author continues.
    await begin(page, "c");
    await page.keyboard.type("tools");
    await page.getByRole("textbox", { name: "Message tools" }).focus();
    await page.keyboard.type("In the shed");
    await press(page, "Enter");
    await page.keyboard.type("I");
    await message(page, "Where is the hammer?").waitFor();
    await message(page, "In the shed").waitFor();
    await page.keyboard.type(" think");
    await until(page, `${composed} === 'I think'`);
  });

  test("Tab and Enter lead from the recipient to the message, and letters on a button aren't shortcuts", async () => {
    const page = await windows.openAs(benEmail);
    const isAt = (name: string) =>
      until(page, `document.activeElement.getAttribute("aria-label") === ${JSON.stringify(name)}`);
    await begin(page, "c");
    await isAt("Topic");
    await press(page, "Shift+Tab");
    await isAt("Channel");
    await press(page, "Tab");
    await page.keyboard.type("paint");
    await press(page, "Tab");
    await isAt("Message paint");
    await press(page, "Shift+Tab", "Enter");
    await isAt("Message paint");
    await page.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.type("a");
    await isAt("Close");
    await expect(page.evaluate("location.hash")).resolves.toMatch(/general$/);
    const [close, topic] = [
      await page.getByRole("button", { name: "Close" }).boundingBox(),
      await page.getByRole("combobox", { name: "Topic" }).boundingBox(),
    ];
    expect(close?.x).toBeGreaterThan(topic?.x ?? Number.NaN);
    await press(page, "Enter");

    await begin(page, "x");
    await isAt("To");
    await page.keyboard.type("oliv");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Enter");
    await isAt("To");
    await page.keyboard.type("nobody");
    await press(page, "Enter");
    await isAt("To");
    for (const _letter of "nobody") await press(page, "Backspace");
    await press(page, "Tab");
    await isAt("Message Olive Owner");
    await press(page, "Shift+Tab", "Enter");
    await isAt("Message Olive Owner");
  });

  test("it opens on every screen, and closing it returns to where its writer was", async () => {
    const page = await windows.openAs(benEmail);
    const form = page.getByRole("region", { name: "New message" });
    const screens = [
      ["#drafts", "Drafts"],
      ["#scheduled", "Scheduled"],
      ["#reminders", "Reminders"],
      ["#channels", "All channels"],
      ["#recent", "Recent"],
      ["#settings/preferences", "Settings"],
      ["#organization/people", "Settings"],
      [`#channels/${windows.generalId}/general/general`, "general"],
    ] as const;
    for (const [hash, name] of screens) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByRole("main", { name, exact: true }).waitFor();
      const button = page.getByRole("button", { name: /^(Close settings|Leave )/ });
      const origin = page
        .getByRole("main")
        .locator(/settings|channels|organization/.test(hash) ? button : page.getByRole("region"))
        .first();
      await origin.focus();
      for (const [key, first] of [
        ["c", "Channel"],
        ["x", "To"],
      ] as const) {
        await press(page, key);
        await form.waitFor();
        await until(page, `document.activeElement.getAttribute("aria-label") === "${first}"`);
        if (hash === "#drafts") await check(page, `new-message-${first}-on-drafts`);
        await press(page, "Escape");
        await form.waitFor({ state: "detached" });
        const isBack = await origin.evaluate((element) => element === element.ownerDocument.activeElement);
        expect([hash, key, isBack]).toEqual([hash, key, true]);
      }
      await expect(page.evaluate("location.hash")).resolves.toBe(hash);
    }
    await press(page, "x");
    await page.keyboard.type("oliv");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Enter");
    await page.getByRole("textbox", { name: "Message Olive Owner" }).fill("From the settings");
    await press(page, "Tab");
    await page.getByRole("textbox", { name: "Message Olive Owner" }).press("Enter");
    await message(page, "From the settings").waitFor();
  });

  test("Escape on a button of the compose box does what it does in its field", async () => {
    await windows.send(windows.owner, "garden", "The roses need water");
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "garden", "roses");
    const preview = page.getByRole("region", { name: "Preview" });
    const previewButton = page.getByRole("button", { name: "Preview" });
    await reach(page, "roses");
    await press(page, "c");
    await page.keyboard.type("**Tomorrow**");
    await previewButton.click();
    await preview.waitFor();
    await press(page, "Escape");
    await preview.waitFor({ state: "detached" });
    await until(page, "document.activeElement.matches('.compose textarea')");
    for (const name of ["Preview", "Poll or to-do list", "Emoji", "Send"]) {
      await page.locator(".compose").getByRole("button", { name, exact: true }).focus();
      await press(page, "Escape");
      await until(page, "document.activeElement.matches('article')");
    }
    await expect(page.evaluate("location.hash")).resolves.toMatch(/garden$/);
    // In a new message, the preview is closed before the form.
    await begin(page, "x");
    await page.locator(".new-message textarea").fill("**Soon**");
    await previewButton.click();
    await preview.waitFor();
    await press(page, "Escape");
    await preview.waitFor({ state: "detached" });
    await press(page, "Escape");
    await page.locator(".new-message").waitFor({ state: "detached" });
  });

  test("a canceled forward leaves its quotation in no other message, and can be continued from Drafts", async () => {
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "The code is 4711",
    });
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/is/dm"`);
    await choose(page, "The code is 4711", "Forward message");
    await until(page, `${composed}.includes('4711')`);
    await press(page, "Escape");
    await page.locator(".new-message").waitFor({ state: "detached" });
    await begin(page, "c");
    await expect(page.evaluate(composed)).resolves.toBe("");
    // The windows of other tests may have left some, too.
    await page.getByRole("link", { name: /^Drafts/ }).click();
    const item = page.getByRole("main").getByRole("listitem").filter({ hasText: "Forward message" });
    await item.filter({ hasText: "4711" }).waitFor();
    await check(page, "cancelled-forward");
    await item.getByRole("button", { name: "Keep writing" }).click();
    await until(page, `${composed}.includes('4711')`);
    // Forwarding the same message again continues it, too, instead of quoting it twice.
    await page.locator(".new-message textarea").fill("Only this");
    await page.evaluate(`location.hash = "#narrow/is/dm"`);
    await choose(page, "The code is 4711", "Forward message");
    await until(page, `${composed} === 'Only this'`);
    await page.getByLabel("Channel", { exact: true }).selectOption("general");
    await page.getByRole("combobox", { name: "Topic" }).fill("codes");
    await page.locator(".new-message textarea").press("Enter");
    await message(page, "Only this").waitFor();
    await page.evaluate(`location.hash = "#drafts"`);
    await item.waitFor({ state: "detached" });
  });
});
