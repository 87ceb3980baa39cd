import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** What has the focus: its name, or its text. */
const focused = `(({ activeElement: one }) =>
  one.id || one.ariaLabel || one.textContent.trim())(document)`;
const untilFocused = (page: Page, what: string) => until(page, `${focused} === ${JSON.stringify(what)}`);

describeInBrowser("where the focus goes when what had it is removed", (windows) => {
  const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
  /** Part of what loads once the window is idle. */
  const untilIdle = (page: Page) => page.getByRole("button", { name: "Poll or to-do list" }).waitFor();

  test("a deleted message hands it on to the next one, or else to the one before", async () => {
    const ids: number[] = [];
    for (const text of ["One", "Two", "Three", "Four"])
      ids.push(await windows.send(windows.ben, "removed", text));
    const ben = await windows.openAs(benEmail);
    await go(ben, topic("removed"));
    await untilIdle(ben);
    const remove = async (text: string) => {
      await ben.keyboard.press("i");
      await ben.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await ben.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await message(ben, text).waitFor({ state: "detached" });
    };
    await message(ben, "Two").focus();
    await remove("Two");
    await untilFocused(ben, `message-${ids[2]}`);
    await ben.keyboard.press("j");
    await untilFocused(ben, `message-${ids[3]}`);
    await remove("Four");
    await untilFocused(ben, `message-${ids[2]}`);
    // Somebody else deletes it while a dialog asks.
    await ben.keyboard.press("i");
    await ben.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const question = ben.getByRole("dialog", { name: "Delete this message for everyone?" });
    await question.waitFor();
    await windows.owner.callEndpoint(`/messages/${ids[2]}`, "DELETE", {});
    await message(ben, "Three").waitFor({ state: "detached" });
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    await untilFocused(ben, `message-${ids[0]}`);
  });

  test("a discarded draft and a removed reminder hand it on to the same button of the next one, and the last to the page", async () => {
    const { id } = (await windows.ben.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "To be remembered",
    })) as { id: number };
    for (const name of ["first", "second"]) {
      const to = JSON.stringify([windows.generalId]);
      const draft = { type: "stream", to: [windows.generalId], topic: name, content: `Draft ${name}` };
      await windows.ben.callEndpoint("/drafts", "POST", { drafts: JSON.stringify([draft]) });
      const at = Math.floor(Date.now() / 1000) + 3600;
      await windows.ben.callEndpoint("/reminders", "POST", {
        message_id: id,
        scheduled_delivery_timestamp: at,
        note: name,
        to,
      });
    }
    const ben = await windows.openAs(benEmail);
    for (const [hash, button, page] of [
      ["#drafts", "Discard", "Drafts"],
      ["#reminders", "Delete", "Reminders"],
    ] as const) {
      await go(ben, hash);
      const items = ben.getByRole("main").getByRole("listitem");
      await items.nth(1).waitFor();
      await items.first().getByRole("button", { name: button }).press("Enter");
      await items.nth(1).waitFor({ state: "detached" });
      await untilFocused(ben, button);
      await ben.keyboard.press("Enter");
      await items.first().waitFor({ state: "detached" });
      await untilFocused(ben, page);
    }
  });

  test("a removed snippet and a removed member hand it on to the next one", async () => {
    for (const title of ["Alpha", "Beta"])
      await windows.ben.callEndpoint("/saved_snippets", "POST", { title, content: title });
    const members = JSON.stringify([1, windows.benId]);
    await windows.owner.callEndpoint("/user_groups/create", "POST", {
      name: "choir",
      description: "",
      members,
      can_manage_group: JSON.stringify({ direct_members: [windows.benId], direct_subgroups: [] }),
    });
    const { user_groups } = (await windows.owner.callEndpoint("/user_groups", "GET", {})) as {
      readonly user_groups: readonly { readonly id: number; readonly name: string }[];
    };
    const choir = user_groups.find(({ name }) => name === "choir")?.id;
    const ben = await windows.openAs(benEmail);
    await go(ben, topic("removed"));
    await untilIdle(ben);
    await go(ben, "#settings/snippets");
    await ben.getByRole("button", { name: "Remove Alpha" }).press("Enter");
    await untilFocused(ben, "Remove Beta");
    await go(ben, `#organization/groups/${choir}/members`);
    await ben.getByRole("button", { name: "Remove Ben Bell" }).press("Enter");
    await untilFocused(ben, "Remove Olive Owner");
  });

  test("a screen that is left hands it on to the next screen's list, not back to what had it earlier", async () => {
    await windows.send(windows.owner, "left", "Read here");
    const ben = await windows.openAs(benEmail);
    await go(ben, topic("left"));
    await untilIdle(ben);
    await ben
      .getByRole("navigation")
      .getByRole("link", { name: "Recent", exact: true })
      .first()
      .press("Enter");
    await ben.getByRole("heading", { name: "Recent" }).waitFor();
    await ben.getByRole("main").getByRole("link", { name: /left/ }).first().press("Enter");
    await message(ben, "Read here").waitFor();
    await until(ben, "document.activeElement.closest('main') !== null");
    // Nor does a dialog that leads to another screen.
    await ben.keyboard.press("Control+k");
    await ben.getByRole("dialog").waitFor();
    await ben.keyboard.type("starred");
    await ben.keyboard.press("Enter");
    await ben.getByRole("heading", { name: "Starred" }).waitFor();
    await until(ben, "document.activeElement.closest('nav') === null");
  });
});
