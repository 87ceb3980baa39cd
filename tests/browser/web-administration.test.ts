import type { Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  twoFrames,
  until,
} from "../support/browser/web-windows";
import { ownerPassword } from "../support/program/child-server";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("administration of channels, groups and people in the web client", (windows) => {
  const { openAs } = windows;
  const at = (page: Page, hash: string) => page.goto(`${windows.url}/${hash}`);
  const tell = (path: string, method: string, values: object) =>
    windows.owner.callEndpoint(path, method, values as Record<string, string>);
  const row = (page: Page, text: string) => page.locator(".setting").filter({ hasText: text });
  const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last().click();
  const part = (page: Page, name: string) =>
    page.getByRole("navigation", { name: /^Settings of / }).getByRole("link", { name });
  let groupId = 0;

  test("an owner opens a channel's settings from its menu, changes them, and undoes a change", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, `#narrow/channel/${windows.generalId}-general`);
    await olive.getByRole("button", { name: "Channel actions" }).click();
    await olive.getByRole("menuitem", { name: "Channel settings" }).click();
    await until(olive, `location.hash === '#channels/${windows.generalId}/general/general'`);
    await olive.getByText(/^Created by Olive Owner/).waitFor();
    const about = olive.getByLabel("Description");
    await about.fill("Everything");
    await row(olive, "Description").getByRole("button", { name: "Save" }).click();
    await olive.getByText("Saved: Description").waitFor();
    await undo(olive);
    await olive.getByText("Restored: Description").waitFor();
    await olive.getByLabel("Message retention period").selectOption({ label: "For a number of days" });
    await olive.getByRole("spinbutton", { name: "Days" }).fill("30");
    await olive.keyboard.press("Enter");
    await olive.getByText("Saved: Message retention period").waitFor();
    // New members are subscribed to it, so it can't be made private; the screen says why.
    const newcomers = olive.getByRole("checkbox", { name: /^Subscribe new members/ });
    if (!(await newcomers.isChecked())) await newcomers.click();
    const closed = olive.getByRole("radio", { name: /shared history/ });
    await olive
      .getByText("This is a default channel for new members, so it can’t be private.")
      .first()
      .waitFor();
    expect(await closed.isDisabled()).toBe(true);
    await newcomers.click();
    await olive.getByText(/^Saved: Subscribe new members/).waitFor();
    await closed.click();
    await olive.getByText("Saved: Who can read it").waitFor();
    await undo(olive);
    await olive.getByText("Restored: Who can read it").waitFor();
    // A change by somebody else shows up at once.
    await tell(`/streams/${windows.generalId}`, "PATCH", { topics_policy: "disable_empty_topic" });
    await row(olive, "Messages without a topic")
      .getByText("You have just changed this in another window or app.")
      .waitFor();
    await part(olive, "Permissions").click();
    await row(olive, "Who can post").getByRole("combobox").selectOption({ label: "Moderators" });
    await row(olive, "Who can post").getByText("This includes 1 person: Olive Owner").waitFor();
    await at(olive, "#channels");
    await olive.getByRole("link", { name: "general: settings" }).click();
    await part(olive, "Permissions").click();
    await row(olive, "Who can post")
      .getByText(/Changed by Olive Owner/)
      .waitFor();
    await tell(`/streams/${windows.generalId}`, "PATCH", {
      can_send_message_group: JSON.stringify({ new: await everyone() }),
    });
  });

  const everyone = async (): Promise<number> => {
    const { user_groups } = (await tell("/user_groups", "GET", {})) as {
      user_groups: readonly { id: number; name: string }[];
    };
    return user_groups.find(({ name }) => name === "role:everyone")?.id ?? 0;
  };

  test("an owner adds people to a channel by name and by group, removes them, archives the channel and restores it", async () => {
    await tell("/channels/create", "POST", { name: "kitchen", subscribers: "[]" });
    const olive = await openAs(ownerEmail);
    await at(olive, "#channels");
    await olive.getByRole("link", { name: "kitchen: settings" }).click();
    await part(olive, "People").click();
    await olive.getByLabel("Add a group").selectOption({ label: "Everyone except guests" });
    await olive.getByRole("button", { name: /^Add/ }).click();
    await olive.getByRole("heading", { name: "2 subscribers" }).waitFor();
    await olive.getByRole("searchbox", { name: "Find a member" }).fill("bell");
    await olive.getByRole("button", { name: "Remove Ben Bell" }).click();
    await olive.getByRole("heading", { name: "1 subscriber" }).waitFor();
    await undo(olive);
    await olive.getByRole("heading", { name: "2 subscribers" }).waitFor();
    await part(olive, "General").click();
    await olive.getByRole("button", { name: "Archive channel" }).click();
    await olive.getByRole("dialog").getByRole("button", { name: "Archive channel" }).click();
    await olive.getByText("kitchen archived.").waitFor();
    await at(olive, "#channels");
    await olive.getByLabel("Which channels").selectOption({ label: "Archived" });
    await olive.getByRole("link", { name: "kitchen: settings" }).click();
    await olive.getByRole("button", { name: "Unarchive channel" }).click();
    await olive.getByText("kitchen restored.").waitFor();
  });

  test("an owner creates folders, reorders them with keys and by dragging, describes and archives them", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/folders");
    for (const name of ["House", "Garden", "Street"]) {
      await olive.getByLabel("New folder").fill(name);
      await olive.keyboard.press("Enter");
      await olive.getByRole("button", { name: `Edit ${name}` }).waitFor();
    }
    const stored = async () =>
      (
        (await tell("/channel_folders", "GET", {})) as { channel_folders: readonly { name: string }[] }
      ).channel_folders.map(({ name }) => name);
    const handle = (name: string) => olive.getByRole("button", { name: `Move ${name}`, exact: true });
    await handle("House").press("ArrowDown");
    await olive.getByText("House: position 2 of 3").waitFor();
    await olive.getByText("Saved: Order").waitFor();
    expect(await stored()).toEqual(["Garden", "House", "Street"]);
    await until(olive, "document.activeElement?.getAttribute('aria-label') === 'Move House'");
    const [from, to] = [await handle("Street").boundingBox(), await handle("Garden").boundingBox()];
    if (!from || !to) throw new Error("Both are there");
    await olive.mouse.move(from.x + 10, from.y + 10);
    await olive.mouse.down();
    await olive.mouse.move(to.x + 10, to.y - 5, { steps: 5 });
    const saved = olive.waitForResponse((answer) => answer.request().method() === "PATCH");
    await olive.mouse.up();
    await until(olive, "document.querySelector('[data-id] strong').textContent === 'Street'");
    // The notice of the first change says the same, and its button would undo that one.
    await (await saved).finished();
    await twoFrames(olive);
    expect((await stored())[0]).toBe("Street");
    await undo(olive);
    await until(olive, "document.querySelector('[data-id] strong').textContent === 'Garden'");
    expect(await stored()).toEqual(["Garden", "House", "Street"]);
    await olive.getByRole("button", { name: "Edit House" }).click();
    const form = olive.locator("[data-id] form");
    await form.getByLabel("Folder name").fill("Home");
    await form.getByLabel("Description").fill("Where we live");
    await olive.keyboard.press("Enter");
    await olive.getByText("0 channels · Where we live").waitFor();
    await olive
      .getByText(/^Changed by Olive Owner/)
      .first()
      .waitFor();
    await olive.getByRole("button", { name: "Archive folder Home" }).click();
    await olive.getByRole("button", { name: "Restore folder Home" }).waitFor();
  });

  test("folders that an owner makes, fills, reorders, renames and archives in settings change in other people's sidebars", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    const headings = (...names: readonly string[]) =>
      until(
        ben,
        `[...document.querySelectorAll("#side h2")].map((one) => one.innerText).filter((one) => /Desk|Lamp|Light/.test(one)).join() === "${names.join()}"`,
      );
    await at(olive, "#organization/folders");
    for (const name of ["Desk", "Lamp"]) {
      await olive.getByLabel("New folder").fill(name);
      await olive.keyboard.press("Enter");
      await olive.getByRole("button", { name: `Edit ${name}` }).waitFor();
    }
    const { stream_id: randomId } = (await tell("/get_stream_id", "GET", {
      stream: "random",
    })) as unknown as {
      readonly stream_id: number;
    };
    const assign = async (id: number, name: string, label: string): Promise<void> => {
      await at(olive, `#channels/${id}/${name}/general`);
      await olive.getByLabel("Folder").selectOption({ label });
      await olive.getByText("Saved: Folder").last().waitFor();
    };
    await assign(windows.generalId, "general", "Desk");
    await headings("Desk");
    await assign(randomId, "random", "Lamp");
    await headings("Desk", "Lamp");
    await at(olive, "#organization/folders");
    await olive.getByRole("button", { name: "Move Lamp", exact: true }).press("ArrowUp");
    await headings("Lamp", "Desk");
    await olive.getByRole("button", { name: "Edit Lamp" }).click();
    await olive.locator("[data-id] form").getByLabel("Folder name").fill("Light");
    await olive.keyboard.press("Enter");
    await headings("Light", "Desk");
    await olive.getByRole("button", { name: "Archive folder Light" }).click();
    await olive
      .getByText("You need to remove all the channels from this folder to archive it.")
      .first()
      .waitFor();
    await assign(randomId, "random", "None");
    await headings("Desk");
    await at(olive, "#organization/folders");
    await olive.getByRole("button", { name: "Archive folder Light" }).click();
    await olive.getByRole("button", { name: "Restore folder Light" }).waitFor();
    await assign(windows.generalId, "general", "None");
    await headings();
    await ben.locator("#side").getByRole("link", { name: "general" }).waitFor();
  });

  test("an owner creates a group with people and subgroups, sets its permissions, leaves it and deactivates it", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#groups");
    await olive.getByText("New group").click();
    await olive.getByLabel("Name", { exact: true }).fill("cooks");
    await olive.getByRole("button", { name: "Create group" }).click();
    await until(olive, "location.hash.endsWith('/members')");
    groupId = Number(((await olive.evaluate("location.hash.split('/')[2]")) as string) ?? 0);
    await olive.getByLabel("Add a group").selectOption({ label: "Moderators" });
    await olive.getByRole("button", { name: "Add", exact: true }).click();
    await olive.getByRole("button", { name: "Remove the group Moderators" }).waitFor();
    await part(olive, "Permissions").click();
    const joining = row(olive, "Who can join").getByRole("combobox");
    await joining.selectOption({ label: "Everyone except guests" });
    await olive.getByText("Saved: Who can join").waitFor();
    await olive.getByRole("button", { name: "Leave cooks" }).click();
    await olive.getByRole("button", { name: "Join cooks" }).waitFor();
    await part(olive, "General").click();
    await olive.getByRole("button", { name: "Deactivate group" }).click();
    await olive.getByRole("dialog").getByRole("button", { name: "Deactivate group" }).click();
    await olive.getByText("This group is deactivated.").waitFor();
    await olive.getByRole("button", { name: "Reactivate" }).click();
    await olive.getByText("cooks restored.").waitFor();
  });

  test("a member sees the same screens with reasons why they can't change them, and joins open groups and channels", async () => {
    const ben = await openAs(benEmail);
    const disabled = () => ben.locator(".setting :is(input, select, textarea):not(:disabled)").count();
    await at(ben, `#channels/${windows.generalId}/general/general`);
    await ben.getByText("Only people who administer this channel can change this.").first().waitFor();
    expect(await disabled()).toBe(0);
    expect(await ben.getByRole("button", { name: "Archive channel" }).isDisabled()).toBe(true);
    await part(ben, "Permissions").click();
    await ben.getByText("Who can post").waitFor();
    expect(await disabled()).toBe(0);
    await part(ben, "People").click();
    await ben.getByText("You don’t have permission to remove people from this channel.").waitFor();
    expect(await ben.getByRole("button", { name: /^Remove / }).count()).toBe(0);
    await at(ben, "#organization/groups");
    await ben.getByRole("button", { name: "Join cooks" }).click();
    await ben.getByText("You joined cooks.").waitFor();
    await ben.getByRole("link", { name: "cooks" }).click();
    await ben.getByText("Only people who manage this group can change this.").first().waitFor();
    expect(await disabled()).toBe(0);
    await at(ben, "#organization/folders");
    await ben.getByText("Only administrators can change these").waitFor();
    await at(ben, "#organization/people");
    await ben.getByRole("link", { name: "Olive Owner" }).click();
    await ben.getByText("Only administrators can change this.").first().waitFor();
    expect(await ben.getByLabel("Role of Olive Owner").isDisabled()).toBe(true);
    expect(await ben.getByRole("button", { name: "Deactivate" }).isDisabled()).toBe(true);
  });

  test("an administrator creates an account, and the new person logs in with it", async () => {
    const olive = await openAs(ownerEmail);
    await at(olive, "#organization/people");
    await olive.getByText("Create an account").first().click();
    await olive.getByLabel("Name", { exact: true }).fill("Carla Coe");
    await olive.getByLabel("Email", { exact: true }).fill("carla@example.com");
    await olive.getByLabel("Initial password").fill("1234");
    await olive.getByRole("button", { name: "Create an account" }).click();
    await olive.getByRole("alert").getByText("The password is too weak.").waitFor();
    await olive.getByLabel("Initial password").fill(ownerPassword);
    await olive.keyboard.press("Enter");
    await olive.getByText("Account created for Carla Coe.").waitFor();
    const carla = await openAs("carla@example.com");
    await at(carla, "#settings/profile");
    await carla.getByLabel("Name").waitFor();
  });

  test("an administrator renames a person, changes their role, deactivates them with their messages, and reactivates them", async () => {
    const olive = await openAs(ownerEmail);
    const ben = await openAs(benEmail);
    await windows.ben.callEndpoint("/users/me/status", "POST", { status_text: "at lunch" });
    await at(olive, `#organization/people/${windows.benId}`);
    await olive.getByLabel("Name", { exact: true }).fill("Benjamin Bell");
    await olive.keyboard.press("Enter");
    await olive.getByRole("heading", { name: "Benjamin Bell" }).waitFor();
    await undo(olive);
    await olive.getByRole("heading", { name: "Ben Bell" }).waitFor();
    await olive.getByLabel("Role of Ben Bell").selectOption({ label: "Moderator" });
    await olive.getByText("Ben Bell: moderator").waitFor();
    await olive.getByRole("button", { name: "Remove status" }).click();
    await olive.getByText("Ben Bell’s status removed.").waitFor();
    const logOuts = olive.getByRole("button", { name: /^Log out of .* on / });
    await logOuts.first().waitFor();
    for (let left = await logOuts.count(); left > 0; left -= 1) {
      await logOuts.first().click();
      await until(olive, `document.querySelectorAll('[aria-label^="Log out of "]').length === ${left - 1}`);
    }
    await olive.getByText("No active sessions.").waitFor();
    await ben.getByRole("button", { name: "Log in" }).waitFor();
    await windows.send(windows.ben, "last words", "Goodbye");
    await olive.getByRole("checkbox", { name: "Delete their messages in public channels" }).click();
    await olive.getByRole("button", { name: "Deactivate" }).click();
    await olive
      .getByRole("dialog")
      .getByText(/can’t be undone/)
      .waitFor();
    await olive.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await olive.getByRole("button", { name: "Reactivate" }).click();
    await olive.getByText("Ben Bell reactivated.").waitFor();
    const { messages } = (await tell("/messages", "GET", {
      anchor: "newest",
      num_before: "100",
      num_after: "0",
      narrow: JSON.stringify([{ operator: "sender", operand: windows.benId }]),
    })) as { messages: readonly object[] };
    expect(messages).toEqual([]);
  });

  test.each(allWindows)("every administration screen is accessible: %s", async (name, options) => {
    const olive = await openAs(ownerEmail, options);
    const channel = `#channels/${windows.generalId}/general`;
    const hashes = [
      ...["general", "permissions", "subscribers", "personal"].map((part) => `${channel}/${part}`),
      "#channels",
      ...["general", "members", "permissions"].map((part) => `#organization/groups/${groupId}/${part}`),
      `#organization/people/${windows.benId}`,
      "#organization/folders",
    ];
    for (const hash of hashes) {
      await at(olive, hash);
      await until(
        olive,
        `location.hash === '${hash}' && document.querySelector(':is(.settings, .page) :is(h2, fieldset, .inbox-list)') !== null`,
      );
      await check(olive, `administration-${hash.slice(1).replaceAll("/", "-")}-${name}`);
    }
  });
});
