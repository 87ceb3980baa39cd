import type { Page } from "playwright-core";
import { benEmail, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("going to a day", (windows) => {
  beforeAll(async () => {
    for (let number = 1; number <= 60; number += 1)
      await windows.send(windows.owner, "days", `Note ${number}.`);
  });

  const openDialog = async (page: Page): Promise<void> => {
    await page.evaluate("location.hash = '#feed'");
    await message(page, "Note 60.").waitFor();
    const day = page.getByRole("main").getByRole("button", { name: "Today" }).last();
    await day.press("Enter");
    await page.getByRole("dialog", { name: "Jump to a date" }).waitFor();
  };

  test("the day at the top of the list leads to the first message of any day, by keyboard too", async () => {
    const ben = await windows.openAs(benEmail, { timezoneId: "America/New_York" });
    await openDialog(ben);
    await check(ben, "jump-to-date");
    const today = await ben.evaluate("new Date().toLocaleDateString('sv')");
    await expect(ben.getByLabel("Date").inputValue()).resolves.toBe(today);
    await ben.getByRole("button", { name: "Jump", exact: true }).press("Enter");
    await message(ben, "Note 1.").waitFor();
    await ben.waitForFunction("document.activeElement?.innerText.includes('Note 1.')");
  });

  test("a day begins at midnight where its reader is, and days to come can't be chosen", async () => {
    const ben = await windows.openAs(benEmail, { timezoneId: "America/New_York" });
    await openDialog(ben);
    await ben.getByLabel("Date").fill("2999-01-05");
    await ben.getByRole("button", { name: "Jump", exact: true }).click();
    await expect(ben.getByLabel("Date").evaluate("(field) => field.validity.rangeOverflow")).resolves.toBe(
      true,
    );
    await ben.getByLabel("Date").fill("2026-01-05");
    const asked = ben.waitForRequest((request) => request.url().includes("anchor=date"));
    await ben.getByRole("button", { name: "Jump", exact: true }).click();
    expect(new URL((await asked).url()).searchParams.get("anchor_date")).toBe("2026-01-05T05:00:00.000Z");
    await message(ben, "Note 1.").waitFor();
  });

  test("Escape leaves the reader where they are", async () => {
    const ben = await windows.openAs(benEmail);
    await openDialog(ben);
    await ben.keyboard.press("Escape");
    await ben.getByRole("dialog").waitFor({ state: "detached" });
    await message(ben, "Note 60.").waitFor();
  });
});
