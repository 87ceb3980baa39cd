import type { Page } from "playwright-core";
import { allWindows, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("custom profile fields on a person's card", (windows) => {
  const addField = async (name: string, type: number, value: unknown, more: object = {}) => {
    const form = { name, field_type: String(type), hint: "", ...more };
    const { id } = (await windows.owner.callEndpoint("/realm/profile_fields", "POST", form)) as {
      id: number;
    };
    await windows.ben.callEndpoint("/users/me/profile_data", "PATCH", {
      data: JSON.stringify([{ id, value }]),
    });
  };
  const onCard = { display_in_profile_summary: "true" };
  const openCard = async (page: Page) => {
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/cards`);
    await message(page, "Look at me").focus();
    await page.keyboard.press("u");
    const card = page.getByRole("dialog", { name: "Ben Bell" });
    await card.getByText("they/them").waitFor();
    return card;
  };

  beforeAll(async () => {
    const sizes = { 0: { text: "Small", order: "1" }, 1: { text: "Large", order: "2" } };
    await addField("Pronouns", 8, "they/them", onCard);
    await addField("Code", 7, "ben", { field_data: JSON.stringify({ subtype: "github" }), ...onCard });
    await addField("Job", 1, "Baker of *bread*");
    await addField("Shirt", 3, "1", { field_data: JSON.stringify(sizes) });
    await addField("Born", 4, "1990-05-01");
    await addField("Site", 5, "https://example.com/ben");
    await addField("Mentor", 6, [1]);
    await windows.send(windows.ben, "cards", "Look at me");
  });

  test("the card shows the summary's fields, and all of them on request, by keyboard", async () => {
    const olive = await windows.openAs(ownerEmail);
    const card = await openCard(olive);
    const href = (name: string) => card.getByRole("link", { name }).getAttribute("href");
    await expect(href("ben")).resolves.toBe("https://github.com/ben");
    await expect(card.getByText("Shirt").count()).resolves.toBe(0);
    await card.getByRole("button", { name: "View profile" }).press("Enter");
    await card.locator("em").getByText("bread").waitFor();
    await card.getByText("Large").waitFor();
    await card.getByText("May 1, 1990").waitFor();
    await expect(href("https://example.com/ben")).resolves.toBe("https://example.com/ben");
    await card.getByRole("button", { name: "Olive Owner" }).press("Enter");
    await olive.getByRole("dialog", { name: "Olive Owner" }).waitFor();
  });

  test.each(allWindows)("the full profile is accessible and fits in: %s", async (name, options) => {
    const olive = await windows.openAs(ownerEmail, options);
    const card = await openCard(olive);
    await card.getByRole("button", { name: "View profile" }).click();
    await card.getByText("Large").waitFor();
    await check(olive, `profile-${name}`);
  });
});
