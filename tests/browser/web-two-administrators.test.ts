import type { Locator, Page } from "playwright-core";
import { benEmail, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("two administrators who change the same thing", (windows) => {
  const { openAs } = windows;
  let olive: Page;
  let ben: Page;
  const tell = (path: string, method: string, values: object) =>
    windows.owner.callEndpoint(path, method, values as Record<string, string>);
  const bothAt = async (hash: string) => {
    for (const page of [olive, ben]) {
      page.setDefaultTimeout(10_000);
      await page.goto(`${windows.url}/${hash}`);
      await page.locator(".settings").waitFor();
    }
  };
  const row = (page: Page, text: string) => page.locator(".setting").filter({ hasText: text });
  const saveIn = (place: Locator) => place.getByRole("button", { name: "Save", exact: true }).click();
  const editConflict = (place: Locator) =>
    place.getByRole("alert").getByText("Someone else changed this while you were editing").waitFor();
  const says = (place: Locator, text: string) => place.getByText(text).waitFor();

  beforeAll(async () => {
    await tell(`/users/${windows.benId}`, "PATCH", { role: "200" });
  });
  beforeEach(async () => {
    [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
  });

  test("a setting keeps the draft, shows who changed it and the old value, and both can undo", async () => {
    await bothAt("#organization/messages");
    const [hers, his] = [olive, ben].map((page) => row(page, "Time limit for editing")) as [Locator, Locator];
    await hers.getByRole("spinbutton").fill("30");
    await his.getByRole("spinbutton").fill("20");
    await saveIn(his);
    await says(hers, "Ben Bell has just changed this. It was: 10 minutes.");
    expect(await hers.getByRole("spinbutton").inputValue()).toBe("30");
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await says(his, "Olive Owner has just changed this. It was: 20 minutes.");
    await his.getByRole("button", { name: "Undo" }).click();
    await says(hers, "Ben Bell has just changed this. It was: 30 minutes.");
    await says(hers, "Changed by Ben Bell");
    // An administrator can't read the audit log, so doesn't see who changed it before.
    await ben.goto(`${windows.url}/#organization/profile`);
    await ben.goto(`${windows.url}/#organization/messages`);
    await says(row(ben, "Time limit for editing"), "Changed by Ben Bell");
  });

  test("a channel permission keeps the selection in progress", async () => {
    await bothAt(`#channels/${windows.generalId}/general/permissions`);
    const [hers, his] = [olive, ben].map((page) => row(page, "Who can post")) as [Locator, Locator];
    await hers.getByRole("combobox").first().selectOption({ label: "People and groups…" });
    await hers.getByText("This includes no one.").waitFor();
    await hers.getByRole("checkbox", { name: "Administrators" }).check();
    await hers.getByText("This includes 2 people: Ben Bell, Olive Owner").waitFor();
    await his.getByRole("combobox").selectOption({ label: "Moderators" });
    await says(hers, "Ben Bell has just changed this. It was: Everyone, including guests.");
    expect(await hers.getByRole("checkbox", { name: "Administrators" }).isChecked()).toBe(true);
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await says(his, "Olive Owner has just changed this. It was: Moderators.");
    await his.getByRole("button", { name: "Undo" }).click();
    await says(hers, "Ben Bell has just changed this. It was: Administrators.");
  });

  test("a linkifier keeps what only one changed and warns about what both changed", async () => {
    await tell("/realm/filters", "POST", {
      pattern: "T-(?P<id>[0-9]+)",
      url_template: "https://example.com/{id}",
    });
    await bothAt("#organization/linkifiers");
    for (const page of [olive, ben]) await page.getByRole("button", { name: "Edit T-" }).click();
    const [hers, his] = [olive, ben].map((page) => page.locator("[data-id]")) as [Locator, Locator];
    await hers.getByLabel("Pattern").fill("TK-(?P<id>[0-9]+)");
    await his.getByLabel("URL template").fill("https://ben.example.com/{id}");
    await saveIn(his);
    await until(
      olive,
      "document.querySelectorAll('[data-id] .two-fields input')[1].value === 'https://ben.example.com/{id}'",
    );
    await saveIn(hers);
    await hers.getByText("TK-(?P<id>[0-9]+)").waitFor();
    await hers.getByText("https://ben.example.com/{id}").waitFor();
    await says(
      his,
      "Olive Owner has just changed this. It was: T-(?P<id>[0-9]+) → https://ben.example.com/{id}.",
    );
    for (const page of [olive, ben]) await page.getByRole("button", { name: "Edit TK-" }).click();
    await hers.getByLabel("Pattern").fill("ONE-(?P<id>[0-9]+)");
    await his.getByLabel("Pattern").fill("TWO-(?P<id>[0-9]+)");
    await saveIn(his);
    await says(hers, "Ben Bell has just changed this. Pattern is now TWO-(?P<id>[0-9]+).");
    expect(await hers.getByLabel("Pattern").inputValue()).toBe("ONE-(?P<id>[0-9]+)");
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await says(his, "Olive Owner has just changed this. It was: TWO-(?P<id>[0-9]+)");
    await his.getByRole("button", { name: "Undo" }).click();
    await hers.getByText("TWO-(?P<id>[0-9]+)", { exact: true }).waitFor();
  });

  test("a group warns when both edit its description", async () => {
    const { group_id: id } = (await tell("/user_groups/create", "POST", {
      name: "cooks",
      description: "Who cook",
      members: JSON.stringify([windows.benId]),
      can_manage_group: JSON.stringify({ direct_members: [windows.benId], direct_subgroups: [] }),
    })) as { group_id: number };
    await bothAt(`#organization/groups/${id}/general`);
    const [hers, his] = [olive, ben].map((page) => row(page, "Description")) as [Locator, Locator];
    const field = (place: Locator) => place.getByRole("textbox");
    await field(hers).fill("Who cook and bake");
    await field(his).fill("Who cook and wash up");
    await saveIn(his);
    await says(hers, "Ben Bell has just changed this. It was: Who cook.");
    expect(await field(hers).inputValue()).toBe("Who cook and bake");
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await says(his, "Olive Owner has just changed this. It was: Who cook and wash up.");
  });

  test("a profile field merges changes of different properties and warns about changes of the same one", async () => {
    await tell("/realm/profile_fields", "POST", { name: "Team", hint: "", field_type: "1" });
    await bothAt("#organization/profile-fields");
    for (const page of [olive, ben]) await page.getByRole("button", { name: "Edit Team" }).click();
    const [hers, his] = [olive, ben].map((page) => page.locator("[data-id] form")) as [Locator, Locator];
    await hers.getByLabel("Hint").fill("Which one");
    await his.getByLabel("Name").fill("Squad");
    await saveIn(his);
    await until(olive, "document.querySelector('[data-id] form input').value === 'Squad'");
    await saveIn(hers);
    for (const page of [olive, ben]) {
      await page.getByText("Short text · Which one").waitFor();
      await page.getByRole("button", { name: "Edit Squad" }).click();
    }
    await hers.getByLabel("Hint").fill("Hers");
    await his.getByLabel("Hint").fill("His");
    await saveIn(his);
    await says(hers, "Ben Bell has just changed this. Hint is now His.");
    expect(await hers.getByLabel("Hint").inputValue()).toBe("Hers");
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await olive.getByText("Short text · Hers").waitFor();
    await ben.getByText("Olive Owner has just changed this. It was: Squad: Short text · His.").waitFor();
    await ben.getByText(/^Changed by Olive Owner/).waitFor();
  });

  test("a folder warns about what both edited", async () => {
    await tell("/channel_folders/create", "POST", { name: "House", description: "" });
    await bothAt("#organization/folders");
    for (const page of [olive, ben]) await page.getByRole("button", { name: "Edit House" }).click();
    const [hers, his] = [olive, ben].map((page) => page.locator("[data-id] form")) as [Locator, Locator];
    await hers.getByLabel("Folder name").fill("Home");
    await his.getByLabel("Folder name").fill("Hut");
    await saveIn(his);
    await says(hers, "Ben Bell has just changed this. Name is now Hut.");
    await saveIn(hers);
    await editConflict(hers);
    await saveIn(hers);
    await ben.getByText("Olive Owner has just changed this. It was: Hut.").waitFor();
  });
});
