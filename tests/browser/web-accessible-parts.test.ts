import type { BrowserContextOptions, Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import { allWindows, check, choose, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(240_000);

const ownerEmail = "owner@example.com";

/** Parts of screens that no journey of the other files checks in each kind of window. */
describeInBrowser("parts of the web client are accessible", (windows) => {
  let secretId: number;

  beforeAll(async () => {
    const { owner, ben, benId } = windows;
    const { id } = (await owner.callEndpoint("/channels/create", "POST", {
      name: "secret",
      subscribers: JSON.stringify([1, benId]),
      invite_only: "true",
    })) as { id: number };
    secretId = id;
    await owner.callEndpoint("/realm", "PATCH", { moderation_request_channel_id: String(secretId) });
    await owner.callEndpoint("/user_groups/create", "POST", {
      name: "gardeners",
      description: "Who waters the plants",
      members: JSON.stringify([1, benId]),
    });
    const mine = await windows.send(owner, "parts", "Ours: ask first\n\n@*gardeners*");
    const theirs = await windows.send(ben, "parts", "Theirs, for @**Olive Owner**");
    await ben.callEndpoint(`/messages/${mine}/reactions`, "POST", { emoji_name: "tada" });
    await owner.callEndpoint("/messages/flags", "POST", {
      messages: JSON.stringify([theirs]),
      op: "add",
      flag: "starred",
    });
    const person = { email: "loud@example.com", full_name: "Lou Loud", password: "nine purple giraffes" };
    const { user_id: loudId } = (await owner.callEndpoint("/users", "POST", person)) as { user_id: number };
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "general" }]),
      principals: JSON.stringify([loudId]),
    });
    await owner.callEndpoint(`/users/me/muted_users/${loudId}`, "POST", {});
  });

  const atParts = async (options: BrowserContextOptions): Promise<Page> => {
    const page = await windows.openAs(ownerEmail, options);
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/parts"`);
    await message(page, "Theirs").waitFor();
    return page;
  };
  const dialog = (page: Page) => page.locator("dialog[open]");
  /** Phones show the sidebar above the screen. */
  const showSidebar = async (page: Page): Promise<void> => {
    if ((page.viewportSize()?.width ?? 0) > 800) return;
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Channels", exact: true }).last().tap();
    await page.locator(".side.open").waitFor();
  };

  test.each(allWindows)("dialogs: %s", async (name, options) => {
    const page = await atParts(options);
    await message(page, "Ours").getByText("@gardeners").click();
    await dialog(page).getByText("Who waters the plants").waitFor();
    await check(page, `group-card-${name}`);
    await press(page, "Escape");
    await dialog(page).waitFor({ state: "detached" });
    await press(page, "Control+k");
    await page.getByRole("combobox", { name: "Go anywhere" }).waitFor();
    await page.locator("#goal-0").waitFor();
    await check(page, `go-anywhere-${name}`);
    await press(page, "Escape");
    await dialog(page).waitFor({ state: "detached" });
    for (const [text, act, part] of [
      ["Theirs", "Report message", "report"],
      ["Ours", "Delete", "delete"],
    ] as const) {
      await choose(page, text, act);
      await dialog(page).waitFor();
      await check(page, `${part}-dialog-${name}`);
      await press(page, "Escape");
      await dialog(page).waitFor({ state: "detached" });
    }
    await showSidebar(page);
    await page.getByRole("button", { name: "You", exact: true }).click();
    await page.getByRole("menuitem", { name: "Set status" }).waitFor();
    await check(page, `own-menu-${name}`);
    await page.getByRole("menuitem", { name: "Set status" }).click();
    await dialog(page).waitFor();
    await check(page, `status-dialog-${name}`);
  });

  test.each(allWindows)("leaving a channel and the menus of channels: %s", async (name, options) => {
    const page = await atParts(options);
    await page.evaluate(`location.hash = "#narrow/channel/${secretId}-secret"`);
    await page.getByRole("heading", { name: "secret", level: 1, exact: true }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Channel actions" }).click();
    await page.getByRole("menuitem", { name: "Leave" }).waitFor();
    await check(page, `channel-menu-${name}`);
    await page.getByRole("menuitem", { name: "Leave" }).click();
    await dialog(page).waitFor();
    await check(page, `leave-dialog-${name}`);
    await press(page, "Escape");
    await dialog(page).waitFor({ state: "detached" });
    if (!options.hasTouch) {
      const menu = page.getByRole("navigation").getByRole("button", { name: "Actions on secret" });
      await menu.focus();
      await menu.press("Enter");
      await page.getByRole("menuitem", { name: "Leave" }).waitFor();
      await check(page, `sidebar-menu-${name}`);
      await press(page, "Escape");
    }
    await showSidebar(page);
    await check(page, `sidebar-${name}`);
  });

  test.each(allWindows)("forms and suggestions: %s", async (name, options) => {
    const page = await atParts(options);
    await message(page, "Ours").focus();
    await press(page, "e");
    await page.getByRole("textbox", { name: "Edit message" }).waitFor();
    await check(page, `edit-form-${name}`);
    await press(page, "Escape");
    await page.getByRole("textbox", { name: "Edit message" }).waitFor({ state: "detached" });
    const field = page.getByRole("textbox", { name: /^Message / });
    await field.pressSequentially("Thank you, @");
    await page.getByRole("option", { name: /Ben Bell/ }).waitFor();
    await check(page, `name-suggestions-${name}`);
    await field.fill("");
    await page.locator("#search").click();
    await page.getByRole("option", { name: "is:unread" }).waitFor();
    await check(page, `search-suggestions-${name}`);
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await press(page, "c");
    await page.getByRole("region", { name: "New message" }).waitFor();
    await check(page, `new-message-${name}`);
  });

  test.each(allWindows)("views of own messages, and muted people: %s", async (name, options) => {
    const page = await windows.openAs(ownerEmail, options);
    for (const [hash, text, part] of [
      ["#narrow/is/starred", "Theirs", "starred"],
      ["#narrow/is/mentioned", "Theirs", "mentions"],
      ["#narrow/has/reaction/sender/1", "Ours", "reactions"],
    ] as const) {
      await page.evaluate(`location.hash = "${hash}"`);
      await message(page, text).waitFor();
      await check(page, `${part}-view-${name}`);
    }
    await page.evaluate("location.hash = '#settings/muted'");
    await page.getByText("Lou Loud").waitFor();
    await check(page, `muted-people-${name}`);
  });
});
