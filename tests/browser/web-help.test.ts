import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { atTopic, press } from "../support/browser/by-keyboard";
import {
  allWindows,
  benEmail,
  check,
  chooseTool,
  describeInBrowser,
  message,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));

describeInBrowser("help in the web client", (windows) => {
  const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
  const isGone = (page: Page): Promise<void> => page.locator("dialog[open]").waitFor({ state: "detached" });
  const show = (page: Page, hash: string): Promise<unknown> =>
    page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const scrolled = (page: Page, condition: string): Promise<void> =>
    until(page, `document.querySelector("dialog[open]").scrollTop ${condition}`);
  /** Scrolls the open dialog by keyboard, down and up. */
  const scroll = async (page: Page): Promise<void> => {
    for (const [key, condition] of [
      ["End", "> 100"],
      ["Home", "=== 0"],
      ["PageDown", "> 100"],
      ["PageUp", "=== 0"],
    ] as const) {
      // Chromium drops a key that is pressed in the frame in which it opens the dialog or stops scrolling.
      await page.waitForTimeout(500);
      await press(page, key);
      await scrolled(page, condition);
    }
  };

  describe.each(allWindows)("%s", (kind, options) => {
    test("each dialog is accessible", async () => {
      const page = await windows.openAs(benEmail, options);
      for (const [hash, name] of [
        ["#message-formatting", "Message formatting"],
        ["#search-operators", "Search filters"],
        ["#about-zulip", "About Parley"],
        ["#keyboard-shortcuts", "Keyboard shortcuts"],
      ] as const) {
        await show(page, hash);
        await dialog(page, name).waitFor();
        if (hash === "#about-zulip") await page.getByText("Feature level").waitFor();
        await check(page, `help${hash.replace("#", "-")}-${kind}`);
        await press(page, "Escape");
        await isGone(page);
        await until(page, "(history.state?.layers ?? 0) === 0");
      }
    });
  });

  test("the formats are listed as the server renders them, and their links lead nowhere", async () => {
    const page = await windows.openAs(benEmail);
    await windows.send(windows.ben, "formats", "Begin");
    await atTopic(page, windows, "formats", "Begin");
    await chooseTool(page, "Message formatting");
    const shown = dialog(page, "Message formatting");
    const row = (text: string) => shown.getByRole("row").filter({ hasText: text });
    await expect(row("~~Monday~~").locator("del").innerText()).resolves.toBe("Monday");
    await expect(row("/me waves").getByRole("cell").last().innerText()).resolves.toMatch(
      /^Ben Bell\s+waves$/,
    );
    await expect(row("<time:").locator("time").innerText()).resolves.toMatch(/2027/);
    await row("```spoiler").getByText("How it ends").last().click();
    await row("```spoiler").locator("details[open]").waitFor();
    await expect(shown.getByRole("link").count()).resolves.toBe(0);
    for (const text of ["the site", "@Ada Park", "@designers", "#design > logo"])
      await shown.getByRole("cell").getByText(text, { exact: true }).last().click();
    await shown.waitFor();
    await expect(page.locator("dialog[open]").count()).resolves.toBe(1);
    await press(page, "Escape");
    await isGone(page);
    await until(page, "document.activeElement?.getAttribute('aria-label') === 'Message formatting'");
    // The snippets still return the focus to their own button.
    await chooseTool(page, "Snippets");
    await page.getByRole("dialog", { name: "Snippets" }).waitFor();
    await press(page, "Escape");
    await until(page, "document.activeElement?.getAttribute('aria-label') === 'Snippets'");
  });

  test("both are in the user's menu, scroll by keyboard, and return the focus", async () => {
    const page = await windows.openAs(benEmail);
    for (const name of ["Message formatting", "Search filters"]) {
      await press(page, "g");
      await page.getByRole("menuitem", { name }).press("Enter");
      await dialog(page, name).waitFor();
      await scroll(page);
      await press(page, "Escape");
      await isGone(page);
      await until(page, "document.activeElement?.getAttribute('aria-label') === 'You'");
    }
    await press(page, "g");
    await page.getByRole("menuitem", { name: "About Parley" }).press("Enter");
    await dialog(page, "About Parley").getByText("512").waitFor();
    const facts = await dialog(page, "About Parley").locator("dl").textContent();
    expect(facts).toContain(`Version${version}`);
    await dialog(page, "About Parley").getByRole("button", { name: "Close" }).click();
    await isGone(page);
  });

  test("without a connection, the formats are there, and the facts about the server come with it", async () => {
    const page = await windows.openAs(benEmail);
    await show(page, "#message-formatting");
    await dialog(page, "Message formatting").waitFor();
    await press(page, "Escape");
    await isGone(page);
    await page.context().setOffline(true);
    await show(page, "#message-formatting");
    await dialog(page, "Message formatting").getByText("important", { exact: true }).waitFor();
    await press(page, "Escape");
    await isGone(page);
    await show(page, "#about");
    const about = dialog(page, "About Parley");
    await about.getByText("The server isn’t responding.", { exact: false }).waitFor();
    await page.context().setOffline(false);
    await about.getByText("512").waitFor();
  });

  test("a filter searches, or begins a search with its operator, from wherever", async () => {
    const { owner, ben } = windows;
    await windows.send(owner, "soups", "https://example.com/soup");
    await windows.send(ben, "soups", "Begin");
    const page = await windows.openAs(benEmail);
    const shown = dialog(page, "Search filters");
    await atTopic(page, windows, "soups", "Begin");
    // From the search's own suggestions.
    await press(page, "/");
    await page.getByRole("option", { name: "All search filters" }).waitFor();
    await press(page, "ArrowUp", "End");
    for (let turn = 0; turn < 12; turn += 1) await press(page, "ArrowDown");
    await press(page, "Enter");
    await shown.waitFor();
    await shown.getByRole("button", { name: "has:link" }).press("Enter");
    await isGone(page);
    await until(page, "location.hash === '#narrow/has/link'");
    await message(page, "example.com/soup").waitFor();
    // One that needs a name goes on in the search box.
    await show(page, "#search-operators");
    await shown.getByRole("button", { name: /^mentions:/ }).press("Enter");
    await isGone(page);
    await until(
      page,
      "document.activeElement?.id === 'search' && document.activeElement.value === 'mentions:'",
    );
    await page.keyboard.type("ben");
    await page.getByRole("option", { name: 'mentions:"Ben Bell"' }).waitFor();
    await press(page, "ArrowDown", "Enter", "Enter");
    await until(page, `location.hash.includes("/mentions/${windows.benId}-Ben-Bell")`);
    await page.getByText("Nothing found.").waitFor();
    // In the settings, too.
    await show(page, "#settings/profile");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await show(page, "#search-operators");
    await shown.getByRole("button", { name: /^topic:/ }).click();
    await until(page, "location.hash === '#feed' && document.activeElement?.value === 'topic:'");
  });

  test("a search without results that has an unknown operator says which are known, and lists them", async () => {
    const page = await windows.openAs(benEmail);
    await show(page, "#narrow/search/before.3A2024");
    await page.getByText(/before: isn’t known here.*is:, has:, channel:.*mentions:.*id:\.$/).waitFor();
    await page.getByRole("button", { name: "Search filters" }).click();
    await dialog(page, "Search filters").waitFor();
  });
});
