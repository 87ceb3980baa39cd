import type { BrowserContextOptions, Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import {
  allWindows,
  check,
  chooseTool,
  describeInBrowser,
  message,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("suggestions of languages and times in the web client", (windows) => {
  const begin = async (topic: string, options: BrowserContextOptions) => {
    await windows.send(windows.owner, topic, "Begin");
    const page = await windows.openAs(ownerEmail, { ...options, timezoneId: "Europe/Berlin" });
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
    await message(page, "Begin").first().waitFor();
    await page.locator("form.compose .compose-tools").waitFor();
    return { page, field: page.getByRole("textbox", { name: `Message ${topic}` }) };
  };
  const holds = (page: Page, text: string) =>
    until(page, `document.querySelector('form.compose textarea').value === ${JSON.stringify(text)}`);
  const choose = async (page: Page, at: string) => {
    const dialog = page.getByRole("dialog", { name: "Add a time" });
    await dialog.getByLabel("Date and time").fill(at);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };

  test.each(allWindows)(
    "languages are suggested after a fence, which is closed: %s",
    async (name, options) => {
      const { page, field } = await begin(`code-${name}`, options);
      await field.click();
      await page.keyboard.type("```pyth");
      await page.getByRole("option", { name: "python Python", exact: true }).waitFor();
      await check(page, `language-${name}`);
      // All tools stand in one line, also those that appear with the text.
      await until(
        page,
        "new Set([...document.querySelectorAll('form.compose .compose-actions > :not(.format-tools)')].filter((one) => one.offsetHeight > 0).map((one) => Math.round(one.getBoundingClientRect().top + one.offsetHeight / 2))).size === 1",
      );
      await press(page, "Enter");
      await holds(page, "```python\n\n```");
      await page.keyboard.type("x = 1");
      await holds(page, "```python\nx = 1\n```");
      // A fence that is closed keeps what follows it.
      for (let back = 0; back < 9; back += 1) await press(page, "ArrowLeft");
      await until(page, "document.querySelector('form.compose textarea').selectionStart <= 9");
      await press(page, "Home", "End");
      await press(page, "Backspace", "Backspace", "Backspace", "Backspace");
      await page.getByRole("option").first().waitFor();
      await press(page, "Tab");
      await holds(page, "```py\nx = 1\n```");
      await press(page, "Control+Enter");
      await message(page, "x = 1").locator(".codehilite").waitFor();
    },
  );

  test("Ctrl+Enter sends although something is suggested", async () => {
    const { page, field } = await begin("sent at once", {});
    await field.click();
    await page.keyboard.type("Hi @be");
    await page.getByRole("option", { name: "Ben Bell" }).waitFor();
    await press(page, "Control+Enter");
    await holds(page, "");
    await message(page, "Hi @be").waitFor();
  });

  test.each(allWindows)("names of commands stand in one line: %s", async (name, options) => {
    const { page, field } = await begin(`commands-${name}`, options);
    await field.click();
    await page.keyboard.type("/f");
    const label = page
      .getByRole("option", { name: /^\/fluid-width/ })
      .locator("span")
      .first();
    await label.waitFor();
    await until(page, "document.querySelectorAll('.suggestions [role=option]').length === 2");
    const lines = await label.evaluate((one) => {
      const { height } = (
        one as unknown as { getBoundingClientRect(): { height: number } }
      ).getBoundingClientRect();
      return height;
    });
    expect(lines).toBeLessThan(34);
    await check(page, `commands-${name}`);
  });

  test.each(allWindows)(
    "what only looks like a command is said to be sent as a message: %s",
    async (name, options) => {
      const { page, field } = await begin(`nonsense-${name}`, options);
      const note = page.getByText("This isn’t a command. It will be sent as a message.");
      await field.fill("/nonsense now");
      await note.waitFor();
      await check(page, `not-a-command-${name}`);
      await field.fill("/da");
      await note.waitFor({ state: "detached" });
      await field.fill("/dark mode");
      await note.waitFor();
      await field.fill("/me waves");
      await note.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Preview" }).click();
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.getByText("waves", { exact: true }).waitFor();
      expect(await preview.innerText()).toMatch(/^Olive Owner\s+waves$/);
      await check(page, `me-preview-${name}`);
    },
  );

  test.each(allWindows)(
    "a time is chosen, and shown to each reader in their zone: %s",
    async (name, options) => {
      const { page, field } = await begin(`time-${name}`, options);
      await field.click();
      await page.keyboard.type("Shall we meet <time");
      await page.getByRole("option", { name: "Choose a date and time…" }).waitFor();
      await check(page, `time-option-${name}`);
      await press(page, "Enter");
      await page.getByRole("dialog", { name: "Add a time" }).waitFor();
      await check(page, `time-dialog-${name}`);
      // Somebody may mean a past time, too.
      await choose(page, "2025-11-27T10:00");
      await holds(page, "Shall we meet <time:2025-11-27T10:00:00+01:00> ");
      await until(page, "document.activeElement.matches('form.compose textarea')");
      await press(page, "Control+z");
      await holds(page, "Shall we meet <time");
      await field.fill("");
      await chooseTool(page, "Add a time");
      await choose(page, "2026-07-27T10:00");
      await holds(page, "<time:2026-07-27T10:00:00+02:00> ");
      await press(page, "Control+Enter");
      await message(page, "2026").locator("time").waitFor();
    },
  );

  test("a channel that is suggested is taken by >, which goes on to its topics", async () => {
    const { page, field } = await begin("crossing", {});
    await field.click();
    await page.keyboard.type("#gene");
    await page.getByRole("option", { name: /^#general/ }).waitFor();
    await page.keyboard.type(">");
    await holds(page, "#**general>");
    await page.getByRole("option", { name: "crossing", exact: true }).waitFor();
    await page.keyboard.type("cross");
    await press(page, "Enter");
    await holds(page, "#**general>crossing** ");
    await field.fill("");
  });
});
