import type { BrowserContextOptions, Page } from "playwright-core";
import { atTopic, press } from "../support/browser/by-keyboard";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};

/** The URLs of dialogs, with their titles. */
const urls = [
  ["#keyboard-shortcuts", "Keyboard shortcuts"],
  ["#message-formatting", "Message formatting"],
  ["#search-operators", "Search filters"],
  ["#about-zulip", "About Parley"],
  ["#about", "About Parley"],
] as const;

describeInBrowser("dialogs that have URLs", (windows) => {
  const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
  const isGone = async (page: Page): Promise<void> =>
    page.locator("dialog[open]").waitFor({ state: "detached" });
  const back = (page: Page): Promise<unknown> => page.evaluate("history.back()");
  const at = (page: Page, hash: string): Promise<void> =>
    until(page, `location.hash === ${JSON.stringify(hash)}`);
  /** Opens a URL as somebody does who follows it from elsewhere. */
  const openAt = async (page: Page, hash: string): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(`${windows.url}/${hash}`);
  };
  /** A topic with a link to a URL of this server. */
  const atLink = async (page: Page, topic: string, hash: string): Promise<string> => {
    await windows.send(windows.ben, topic, `See ${windows.url}/${hash}`);
    await atTopic(page, windows, topic, "See");
    return `#narrow/channel/${windows.generalId}-general/topic/${topic}`;
  };

  /** Everybody except guests. */
  const membersGroup = async (): Promise<number> => {
    const { user_groups: groups } = (await windows.owner.callEndpoint(
      "/user_groups",
      "GET",
      {},
    )) as unknown as {
      readonly user_groups: readonly { readonly id: number; readonly name: string }[];
    };
    return groups.find(({ name }) => name === "role:members")?.id ?? 0;
  };

  test("they open above the home view at a start, which a reload shows alone", async () => {
    const page = await windows.openAs(benEmail);
    for (const [hash, title] of urls) {
      await openAt(page, hash);
      await dialog(page, title).waitFor();
      await page.getByRole("heading", { name: "Inbox", includeHidden: true }).waitFor();
      await at(page, "#inbox");
      await press(page, "Escape");
      await isGone(page);
      await at(page, "#inbox");
      await until(page, "(history.state?.layers ?? 0) === 0");
      await openAt(page, hash);
      await dialog(page, title).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await isGone(page);
    }
  });

  test.each([
    ["desktop", {}],
    ["phone", phone],
  ])(
    "a link opens one above its screen, to which Back, Escape and a reload return: %s",
    async (kind, options) => {
      const page = await windows.openAs(benEmail, options);
      const link = page.getByRole("link", { name: "#keyboard-shortcuts" });
      const shown = dialog(page, "Keyboard shortcuts");
      const topic = await atLink(page, `links-${kind}`, "#keyboard-shortcuts");
      for (const leave of [() => back(page), () => press(page, "Escape"), () => page.reload()]) {
        await link.click();
        await shown.waitFor();
        await at(page, topic);
        await leave();
        await isGone(page);
        await message(page, "See").waitFor();
        await at(page, topic);
        await until(page, "(history.state?.layers ?? 0) === 0");
      }
      // Nothing is left between the topic and the screen before it.
      await back(page);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
    },
  );

  test("the focus returns to the link, and the next dialog on a desktop has no entry of its own", async () => {
    const page = await windows.openAs(benEmail);
    const topic = await atLink(page, "focus", "#about-zulip");
    await page.getByRole("link", { name: "#about-zulip" }).focus();
    await press(page, "Enter");
    await dialog(page, "About Parley").getByText("Feature level").waitFor();
    await check(page, "about");
    await press(page, "Escape");
    await isGone(page);
    await until(page, "document.activeElement?.innerText.endsWith('#about-zulip') === true");
    await press(page, "?");
    await dialog(page, "Keyboard shortcuts").waitFor();
    await back(page);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await isGone(page);
    await page.evaluate("history.forward()");
    await at(page, topic);
  });

  test("the URL of a person opens their card, and that of an invitation only opens for those who may invite", async () => {
    const page = await windows.openAs(benEmail);
    await openAt(page, `#user/${windows.benId}`);
    await dialog(page, "Ben Bell").waitFor();
    await at(page, "#inbox");
    await openAt(page, "#user/999999");
    await dialog(page, "Someone").waitFor();
    await openAt(page, "#invite");
    await dialog(page, "Invite people").waitFor();
    await windows.owner.callEndpoint("/realm", "PATCH", {
      can_invite_users_group: JSON.stringify({ new: { direct_members: [], direct_subgroups: [] } }),
      create_multiuse_invite_group: JSON.stringify({ new: { direct_members: [], direct_subgroups: [] } }),
    });
    await openAt(page, "#invite");
    await page.getByText("You aren’t allowed to invite people.").waitFor();
    await isGone(page);
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await page.evaluate("location.hash = '#invite'");
    await until(page, "location.hash === '#recent' && history.state?.layers === 0");
  });

  test("a form that a link opened asks before Back discards it, and leaves no entry behind", async () => {
    const { owner } = windows;
    await owner.callEndpoint("/realm", "PATCH", {
      create_multiuse_invite_group: JSON.stringify({ new: await membersGroup() }),
      can_invite_users_group: JSON.stringify({ new: await membersGroup() }),
    });
    const page = await windows.openAs(benEmail);
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await page.evaluate("location.hash = '#invite'");
    const form = dialog(page, "Invite people");
    await form.getByRole("textbox").first().fill("carla@example.com");
    const asks = page.getByRole("alertdialog");
    await back(page);
    await asks.getByRole("button", { name: "Keep editing" }).click();
    await expect(form.getByRole("textbox").first().inputValue()).resolves.toBe("carla@example.com");
    await until(page, "history.state?.layers === 1");
    await back(page);
    await asks.getByRole("button", { name: "Discard" }).click();
    await isGone(page);
    await until(page, "location.hash === '#recent' && history.state?.layers === 0");
    await back(page);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test.each([
    ["desktop", {}],
    ["phone", phone],
  ])(
    "a dialog that takes the place of another is one step from the screen, too: %s",
    async (_kind, options) => {
      const page = await windows.openAs(benEmail, options);
      await page.evaluate("location.hash = '#recent'");
      await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
      await page.evaluate("location.hash = '#about'");
      await dialog(page, "About Parley").waitFor();
      await page.evaluate("location.hash = '#keyboard-shortcuts'");
      await dialog(page, "Keyboard shortcuts").waitFor();
      await page.waitForTimeout(300);
      await back(page);
      await isGone(page);
      await at(page, "#recent");
      await until(page, "history.state?.layers === 0");
      await back(page);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
    },
  );

  test("what a card leads to is one step from the screen below it", async () => {
    const page = await windows.openAs(benEmail);
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await page.evaluate(`location.hash = '#user/${windows.benId}'`);
    await dialog(page, "Ben Bell").getByRole("button", { name: "Write a message" }).click();
    await isGone(page);
    await until(page, "location.hash.startsWith('#narrow/dm/')");
    await page.waitForTimeout(300);
    await back(page);
    await at(page, "#recent");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
  });

  test("the URL of a channel's topics lists them above the channel", async () => {
    const page = await windows.openAs(benEmail);
    await windows.send(windows.ben, "first of all", "Begin");
    await openAt(page, `#topics/channel/${windows.generalId}-general`);
    const list = dialog(page, "Topics of #general");
    await list.getByRole("option", { name: /first of all/ }).waitFor();
    await at(page, `#narrow/channel/${windows.generalId}-general`);
    await press(page, "Escape");
    await isGone(page);
    await message(page, "Begin").waitFor();
    await page.evaluate("location.hash = '#inbox'");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.evaluate(`location.hash = '#topics/channel/${windows.generalId}-general'`);
    await list.waitFor();
    await back(page);
    await isGone(page);
    await at(page, `#narrow/channel/${windows.generalId}-general`);
    await back(page);
    await at(page, "#inbox");
  });

  test("a URL of nothing leads home, from wherever", async () => {
    const page = await windows.openAs(benEmail);
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await page.evaluate("location.hash = '#nothing/of/ours'");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await back(page);
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await openAt(page, "#nothing/of/ours");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await at(page, "#inbox");
  });

  test("Zulip's older names of settings lead to their sections", async () => {
    const page = await windows.openAs(benEmail);
    for (const [hash, title] of [
      ["display", "Preferences"],
      ["display-settings", "Preferences"],
      ["your-account", "Profile"],
      ["account-and-privacy", "Email and password"],
      ["your-bots", "Bots"],
      ["uploaded-files", "Uploaded files"],
      ["muted-topics", "Muted"],
      ["muted-users", "Muted"],
      ["drafts", "Snippets and drafts"],
    ] as const) {
      await page.goto(`${windows.url}/#settings/${hash}`);
      await page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
    }
  });
});
