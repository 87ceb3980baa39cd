import type { Page } from "playwright-core";
import { sections } from "../../web/src/views/settings/sections";
import { allWindows, benEmail, check, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

const settingsList = (page: Page) => page.getByRole("navigation", { name: "Settings", exact: true });

describeInBrowser("settings and administration in the web client", (windows) => {
  const { openAs } = windows;
  const at = (page: Page, hash: string) => page.goto(`${windows.url}/${hash}`);
  const tell = (client: typeof windows.owner, path: string, method: string, values: object) =>
    client.callEndpoint(path, method, values as Record<string, string>);

  test("a user finds settings with Ctrl+K and their search, and closing returns to the screen before, by keyboard alone", async () => {
    const ben = await openAs(benEmail);
    await at(ben, "#recent");
    await ben.getByRole("heading", { name: "Recent" }).waitFor();
    await ben.keyboard.press("Control+k");
    await ben.keyboard.type("24-hour");
    await ben.getByRole("option", { name: /24-hour clock/ }).waitFor();
    await ben.keyboard.press("Enter");
    const clock = (checked: boolean) => ben.getByRole("checkbox", { name: "24-hour clock", checked });
    await until(ben, "document.activeElement?.type === 'checkbox'");
    await ben.keyboard.press("Space");
    await ben.getByText("Saved: 24-hour clock").waitFor();
    await clock(true).waitFor();
    await ben.getByRole("button", { name: "Undo" }).press("Enter");
    await ben.getByText("Restored: 24-hour clock").waitFor();
    await clock(false).waitFor();
    await settingsList(ben).getByRole("searchbox").fill("receipts");
    await settingsList(ben).getByRole("link", { name: "Send read receipts" }).press("Enter");
    await until(ben, "location.hash.endsWith('privacy/send_read_receipts')");
    await until(ben, "document.activeElement?.closest('[data-setting=send_read_receipts]') !== null");
    await ben.keyboard.press("Escape");
    await ben.keyboard.press("Escape");
    await ben.getByRole("heading", { name: "Recent" }).waitFor();
  });

  test("an owner sees others' changes while editing, never overwrites them unseen, and sees who changed a setting last", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/organization-permissions");
    const select = olive.getByLabel("Resolve topics");
    await select.selectOption({ label: "Moderators" });
    await olive.getByText("Saved: Resolve topics").waitFor();
    await at(olive, "#organization/messages");
    const limit = olive.getByRole("spinbutton", { name: "Time limit for editing" });
    await limit.fill("30");
    await tell(windows.owner, "/realm", "PATCH", { message_content_edit_limit_seconds: "1200" });
    await olive
      .getByText("You have just changed this in another window or app. It was: 10 minutes.")
      .waitFor();
    await limit.press("Enter");
    await olive.getByRole("alert").getByText("Someone else changed this while you were editing").waitFor();
    await limit.press("Enter");
    await olive.getByText("Saved: Time limit for editing").waitFor();
    await at(olive, "#organization/profile");
    await at(olive, "#organization/messages");
    await olive
      .getByText(/Changed by Olive Owner/)
      .first()
      .waitFor();
    const { realm_message_content_edit_limit_seconds: seconds } = (await tell(
      windows.owner,
      "/register",
      "POST",
      {
        fetch_event_types: JSON.stringify(["realm"]),
      },
    )) as Record<string, unknown>;
    expect(seconds).toBe(1800);
    // Without a connection, the error appears next to the setting.
    await olive.context().setOffline(true);
    await olive.getByRole("checkbox", { name: "Enable read receipts" }).click();
    await olive.getByRole("alert").getByText("Not saved.").waitFor();
    expect(await olive.getByRole("checkbox", { name: "Enable read receipts" }).isChecked()).toBe(true);
  });

  test("an owner grants a permission to people and groups, and sees who has it", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/permissions/can_add_custom_emoji_group");
    const row = olive.locator(".setting").filter({ hasText: "Add emoji" });
    await row.getByRole("combobox").selectOption({ label: "People and groups…" });
    await row.getByRole("combobox", { name: "People", exact: true }).fill("Ben");
    await olive.keyboard.press("Enter");
    await row.getByRole("checkbox", { name: "Everyone except guests" }).click();
    await row.getByRole("checkbox", { name: "Owners" }).click();
    await row.getByText("This includes 2 people: Ben Bell, Olive Owner").waitFor();
    await row.getByRole("button", { name: "Save" }).click();
    await olive.getByText("Saved: Add emoji").waitFor();
    await row.getByRole("button", { name: "Change: Add emoji" }).waitFor();
  });

  test("a user changes their name, alert words, bots and sessions, and sees an error next to a wrong password", async () => {
    const ben = await openAs(benEmail);
    await at(ben, "#settings");
    await ben.getByLabel("Name").fill("Ben B. Bell");
    await ben.keyboard.press("Enter");
    await ben.getByText("Saved: Name").waitFor();
    await ben.getByRole("button", { name: "Undo" }).click();
    await until(ben, "document.querySelector('.settings .inline-form input').value === 'Ben Bell'");
    await settingsList(ben).getByRole("link", { name: "Alert words" }).click();
    await ben.getByLabel("New word or phrase").fill("lunch");
    await ben.keyboard.press("Enter");
    await ben.getByRole("button", { name: "Remove lunch" }).press("Enter");
    await ben.getByText("No alert words yet.").waitFor();
    await settingsList(ben).getByRole("link", { name: "Bots" }).click();
    await ben.getByText("New bot").click();
    await ben.getByLabel("Name", { exact: true }).fill("Echo");
    await ben.getByLabel("Username").fill("echo");
    await ben.getByRole("button", { name: "Create bot" }).click();
    await ben.getByRole("button", { name: "Actions on Echo" }).click();
    const [download] = await Promise.all([
      ben.waitForEvent("download"),
      ben.getByRole("menuitem", { name: "Download zuliprc" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("zuliprc");
    await settingsList(ben).getByRole("link", { name: "Sessions and keys" }).click();
    await ben.getByText("(this session)").waitFor();
    await settingsList(ben).getByRole("link", { name: "Email and password" }).click();
    await ben.locator("summary").filter({ hasText: "Change password" }).click();
    await ben.getByLabel("Current password").last().fill("not mine");
    await ben.getByLabel("New password").fill("nine purple walruses");
    await ben.keyboard.press("Enter");
    await ben.getByRole("alert").getByText("Wrong password!").waitFor();
    // They see the organization's settings but can't change them.
    await settingsList(ben).getByRole("link", { name: "Messages and channels" }).click();
    await ben.getByText("Only administrators can change these").waitFor();
    await expect(ben.locator(".setting :is(input, select, textarea):not(:disabled)").count()).resolves.toBe(
      0,
    );
    await expect(
      settingsList(ben).getByRole("link", { name: "Defaults for new members" }).count(),
    ).resolves.toBe(0);
  });

  test("an administrator finds people, changes roles, deactivates, reactivates and revokes invitations", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/users/active");
    await olive.getByRole("searchbox", { name: "Find a person" }).fill("ben@");
    await olive.getByLabel("Role of Ben Bell").selectOption({ label: "Moderator" });
    await olive.getByText("Ben Bell: moderator").waitFor();
    await olive.getByRole("button", { name: "Deactivate Ben Bell" }).click();
    await olive.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await olive.getByText("Ben Bell deactivated.").waitFor();
    await olive.getByLabel("Which people").selectOption("deactivated");
    await olive.getByRole("button", { name: "Reactivate Ben Bell" }).click();
    await olive.getByText("Ben Bell reactivated.").waitFor();
    await settingsList(olive).getByRole("link", { name: "Invitations" }).click();
    await olive.getByText("No pending invitations.").waitFor();
    await tell(windows.owner, "/invites/multiuse", "POST", {});
    await olive.getByRole("button", { name: /^Revoke Link created/ }).click();
    await olive.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await olive.getByText("No pending invitations.").waitFor();
    await settingsList(olive).getByRole("link", { name: "Linkifiers" }).click();
    await olive.getByLabel("Pattern").fill("#(?P<id>[0-9]+)");
    await olive.getByLabel("URL template").fill("https://example.com/ticket/{id}");
    await olive.keyboard.press("Enter");
    await olive.getByRole("button", { name: "Edit #(?P<id>[0-9]+)" }).waitFor();
  });

  test("an administrator reorders profile fields with keys and by dragging without losing others' changes", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/profile-field-settings");
    await olive.getByText("Add a field").click();
    const add = async (name: string) => {
      await olive.getByLabel("Name", { exact: true }).fill(name);
      await olive.keyboard.press("Enter");
      await olive.getByRole("button", { name: `Edit ${name}` }).waitFor();
    };
    for (const name of ["Birthday", "Team", "Pronouns"]) await add(name);
    const names = () => olive.locator("[data-id] strong").allTextContents();
    const stored = async () =>
      (
        (await tell(windows.owner, "/realm/profile_fields", "GET", {})) as {
          custom_fields: { name: string }[];
        }
      ).custom_fields.map(({ name }) => name);
    await olive.getByRole("button", { name: "Move Birthday", exact: true }).press("ArrowDown");
    await olive.getByText("Birthday: position 2 of 3").waitFor();
    await olive.getByText("Saved: Order").waitFor();
    expect(await stored()).toEqual(["Team", "Birthday", "Pronouns"]);
    await until(olive, "document.activeElement?.getAttribute('aria-label') === 'Move Birthday'");
    const from = await olive.getByRole("button", { name: "Move Pronouns", exact: true }).boundingBox();
    const to = await olive.getByRole("button", { name: "Move Team", exact: true }).boundingBox();
    if (!from || !to) throw new Error("Both are there");
    await olive.mouse.move(from.x + 10, from.y + 10);
    await olive.mouse.down();
    await olive.mouse.move(to.x + 10, to.y - 5, { steps: 5 });
    const saved = olive.waitForResponse((answer) => answer.request().method() === "PATCH");
    await olive.mouse.up();
    await until(olive, "document.querySelector('[data-id] strong').textContent === 'Pronouns'");
    await olive.getByRole("button", { name: "Edit Team" }).click();
    const form = olive.locator("[data-id] form");
    await form.getByLabel("Hint").fill("Which one");
    await (await saved).finished();
    expect(await stored()).toEqual(["Pronouns", "Team", "Birthday"]);
    const [, { id }] = (
      (await tell(windows.owner, "/realm/profile_fields", "GET", {})) as {
        custom_fields: [{ id: number }, { id: number }];
      }
    ).custom_fields;
    await tell(windows.owner, `/realm/profile_fields/${id}`, "PATCH", { name: "Squad" });
    // An untouched field follows the other person's change.
    await until(olive, "document.querySelector('[data-id] form input').value === 'Squad'");
    await form.getByRole("button", { name: "Save" }).click();
    await olive.getByRole("button", { name: "Edit Squad" }).waitFor();
    await olive.getByText("Which one").waitFor();
    expect(await names()).toEqual(["Pronouns", "Squad", "Birthday"]);
    await olive.getByLabel("Type").selectOption({ label: "List of options" });
    await olive.getByLabel("Name", { exact: true }).fill("Office");
    await olive.getByRole("textbox", { name: "Option 1" }).fill("North");
    await olive.getByRole("button", { name: "Add an option" }).click();
    await olive.getByRole("textbox", { name: "Option 2" }).fill("South");
    await olive.getByRole("button", { name: "Move South", exact: true }).press("ArrowUp");
    await olive.getByText("South: position 1 of 2").waitFor();
    await until(olive, "document.querySelector('fieldset input').value === 'South'");
    await olive.getByRole("button", { name: "Add", exact: true }).click();
    await olive.getByRole("button", { name: "Edit Office" }).click();
    await until(olive, "document.querySelector('[data-id] fieldset input')?.value === 'South'");
  });

  test("an owner edits linkifiers with a preview, playgrounds and default channels, and reads the audit log", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/linkifier-settings");
    const form = olive.locator(".settings > form");
    await form.getByLabel("Pattern").fill("TKT-(?P<id>[0-9]+)");
    await form.getByLabel("URL template").fill("https://example.com/t/{id}");
    await form.getByLabel("Try it on some text").fill("see TKT-42.");
    await form.getByText("“TKT-42” becomes a link to https://example.com/t/42").waitFor();
    await form.getByLabel("Try it on some text").fill("seeTKT-42");
    await form.getByText("Nothing in this text matches.").waitFor();
    await at(olive, "#organization/playgrounds");
    await olive.getByLabel("Name", { exact: true }).fill("Python here");
    await olive.getByLabel("Code language").fill("Python");
    await olive.getByLabel("URL template").fill("https://example.com/run?code={code}");
    await olive.keyboard.press("Enter");
    await olive.getByRole("button", { name: "Remove Python here" }).click();
    await olive.getByRole("button", { name: "Undo" }).click();
    await olive.getByRole("button", { name: "Remove Python here" }).waitFor();
    await at(olive, "#organization/default-channels");
    await olive.getByRole("button", { name: "Remove #general" }).click();
    await olive.getByText("Removed: #general").waitFor();
    await olive.getByText("New group").click();
    await olive.getByLabel("Name", { exact: true }).fill("Builders");
    await olive.getByLabel("Description").fill("For those who build");
    await olive.keyboard.press("Enter");
    const group = olive.getByRole("region", { name: "Group Builders" });
    await group.getByLabel("Channels of Builders").selectOption({ label: "#general" });
    await group.getByRole("button", { name: "Add" }).click();
    await group.getByRole("button", { name: "Remove #general" }).waitFor();
    await settingsList(olive).getByRole("searchbox").fill("audit");
    await settingsList(olive).getByRole("link", { name: "Audit log" }).click();
    await olive.getByText("changed the default channel groups").first().waitFor();
    await olive.getByLabel("What").selectOption({ label: "Domains, linkifiers, emoji, profile fields" });
    await olive.getByText("added a playground: Python here").first().waitFor();
    await olive.getByText("changed the default channel groups").first().waitFor({ state: "detached" });
    await olive.getByRole("combobox", { name: "Who" }).fill("Ben");
    await olive.keyboard.press("Enter");
    await olive.getByText("No matching entries.").waitFor();
    await olive.getByRole("button", { name: "Remove Ben Bell" }).click();
    await olive.getByRole("button", { name: "Python here" }).first().click();
    await olive.getByRole("button", { name: "Remove Python here" }).waitFor();
    await until(olive, "document.querySelectorAll('.settings .inbox-list > li').length === 1");
    await at(olive, "#organization/auth-methods");
    const password = olive.getByRole("checkbox", { name: "Email address and password" });
    await password.click();
    await olive.getByRole("alert").getByText("At least one authentication method").waitFor();
    expect(await password.isChecked()).toBe(true);
    await at(olive, "#organization/data-exports-admin");
    await olive.getByText("All files use").waitFor();
    await olive.getByText("There are no exports.").waitFor();
    const end = olive.getByRole("button", { name: "Deactivate organization" });
    expect(await end.isDisabled()).toBe(true);
    await olive.getByLabel(/^Type .* to confirm/).fill("something else");
    expect(await end.isDisabled()).toBe(true);
    // Other people find none of it.
    const ben = await openAs(benEmail);
    await at(ben, "#organization/data");
    await ben.getByText("All files use").waitFor();
    await expect(settingsList(ben).getByRole("link", { name: "Audit log" }).count()).resolves.toBe(0);
    await expect(ben.getByRole("button", { name: "Deactivate organization" }).count()).resolves.toBe(0);
  });

  test("a user lists the devices that receive their notifications, sends a test and removes one", async () => {
    await tell(windows.owner, "/users/me/android_gcm_reg_id", "POST", { token: "an-old-phone" });
    const olive = await openAs(ownerEmail);
    await at(olive, "#settings/notifications");
    const device = olive.getByRole("listitem").filter({ hasText: "Android device" });
    await device.getByText("Registration pending").waitFor();
    await device.getByRole("button", { name: "Test: Android device" }).click();
    // This server has no such service configured.
    await device.getByRole("alert").waitFor();
    await device.getByRole("button", { name: "Remove Android device" }).click();
    await olive.getByText("None yet. Log in with an app").waitFor();
    await at(olive, "#organization/data");
    await olive.getByText("This server doesn’t send mobile notifications").waitFor();
    await olive.getByRole("link", { name: "Your devices and a test notification" }).click();
    await olive.getByRole("heading", { name: "Devices that receive notifications" }).waitFor();
  });

  test("a user saves snippets and sees how much space their files use", async () => {
    const ben = await openAs(benEmail);
    await at(ben, "#settings/snippets");
    await ben.getByText("New snippet").click();
    await ben.getByLabel("Title").fill("Greeting");
    await ben.getByLabel("Text").fill("Hello and welcome!");
    await ben.getByRole("button", { name: "Add" }).click();
    await ben.getByRole("button", { name: "Copy: Greeting" }).click();
    await ben.getByText("Copied").waitFor();
    await ben.getByRole("button", { name: "Remove Greeting" }).click();
    await ben.getByText("None yet.").waitFor();
    await at(ben, `#narrow/channel/${windows.generalId}-general/topic/files`);
    await ben
      .getByLabel("Attach files")
      .setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("0123456789") }]);
    await until(ben, "/notes.txt/.test(document.querySelector('.compose textarea').value)");
    await at(ben, "#settings/uploaded-files");
    await ben.getByText("Your 1 file uses 10").waitFor();
    await ben.getByRole("button", { name: "Remove notes.txt" }).click();
    await ben.getByRole("dialog").getByRole("button", { name: "Remove notes.txt" }).click();
    await ben.getByText("You haven’t uploaded any files yet.").waitFor();
  });

  /** All of them, and the list of them. */
  const screens = [
    "settings",
    ...sections.filter(({ id }) => id !== "more").map(({ area, id }) => `${area}/${id}`),
  ];

  test.each(allWindows)("every settings screen is accessible: %s", async (name, options) => {
    const olive = await openAs(ownerEmail, options);
    if (options.isMobile) {
      // The section replaces the list, and the focus isn't lost with it.
      await at(olive, "#settings");
      await settingsList(olive).getByRole("link", { name: "Privacy" }).press("Enter");
      await until(olive, "document.activeElement?.getAttribute('aria-label') === 'Privacy'");
      await olive.getByRole("link", { name: "All settings" }).click();
      await settingsList(olive).getByRole("link", { name: "Privacy" }).waitFor();
    }
    for (const hash of screens) {
      await at(olive, `#${hash}`);
      const title = sections.find(({ area, id }) => `${area}/${id}` === hash)?.title ?? "Profile";
      await until(olive, `document.querySelector('.settings')?.getAttribute('aria-label') === '${title}'`);
      await until(olive, `location.hash === '#${hash}'`);
      await check(olive, `${hash.replace("/", "-")}-${name}`);
    }
  });

  test("settings whose code can't be loaded say so, and load once somebody tries again", async () => {
    const ben = await openAs(benEmail, { serviceWorkers: "block" });
    await ben.route("**/web/settings-*.js", (route) => route.abort());
    await at(ben, "#settings");
    const problem = ben.getByRole("main").getByText("The server isn’t responding.");
    await problem.waitFor();
    await ben.getByRole("button", { name: "Try again" }).click();
    await problem.waitFor();
    await ben.unroute("**/web/settings-*.js");
    await ben.getByRole("button", { name: "Try again" }).click();
    await settingsList(ben).waitFor();
  });
});
