import type { Page } from "playwright-core";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const focused = (text: string) => `document.activeElement?.innerText.includes(${JSON.stringify(text)})`;

describeInBrowser("going to a day", (windows) => {
  beforeAll(async () => {
    for (let number = 1; number <= 60; number += 1)
      await windows.send(windows.owner, "days", `Note ${number}.`);
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  const openDialog = async (page: Page): Promise<void> => {
    await page.evaluate("location.hash = '#feed'");
    await message(page, "Note 60.").waitFor();
    await page.locator(".stuck-bar").getByRole("button", { name: "Today" }).press("Enter");
    await page.getByRole("dialog", { name: "Jump to a date" }).waitFor();
  };
  const fieldOf = (page: Page) => page.getByLabel("Date", { exact: true });
  const jump = (page: Page) => page.getByRole("button", { name: "Jump", exact: true });

  test("the day at the top of the list leads to the first message of any day, by keyboard too", async () => {
    const ben = await windows.openAs(benEmail);
    await openDialog(ben);
    await check(ben, "jump-to-date");
    await expect(fieldOf(ben).inputValue()).resolves.toBe(
      await ben.evaluate("new Date().toLocaleDateString('sv')"),
    );
    await jump(ben).press("Enter");
    await message(ben, "Welcome to Example!").waitFor();
    await until(ben, focused("Welcome to Example!"));
  });

  test("a day begins at midnight where its reader is, and days to come can't be chosen", async () => {
    const ben = await windows.openAs(benEmail, { timezoneId: "America/New_York" });
    await openDialog(ben);
    await fieldOf(ben).fill("2999-01-05");
    await jump(ben).click();
    await until(ben, "document.querySelector('dialog input').validity.rangeOverflow");
    await fieldOf(ben).fill("2026-01-05");
    const asked = ben.waitForRequest((request) => request.url().includes("anchor=date"));
    await jump(ben).click();
    expect(new URL((await asked).url()).searchParams.get("anchor_date")).toBe("2026-01-05T05:00:00.000Z");
    await until(ben, focused("Welcome to Example!"));
  });

  test("in a topic, the day above its first message leads there again", async () => {
    for (const text of ["First of two", "Second of two"]) await windows.send(windows.owner, "pair", text);
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/pair"`);
    await message(ben, "Second of two").waitFor();
    await ben.getByRole("main").getByRole("button", { name: "Today" }).click();
    await jump(ben).click();
    await until(ben, `document.activeElement?.closest("article")?.innerText.includes("First of two")`);
    await until(ben, `location.hash.includes("/topic/pair/near/")`);
  });

  test("Escape leaves readers where they are", async () => {
    const ben = await windows.openAs(benEmail);
    await openDialog(ben);
    await ben.keyboard.press("Escape");
    await ben.getByRole("dialog").waitFor({ state: "detached" });
    await until(ben, focused("Today"));
  });
});
