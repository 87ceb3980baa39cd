import type { BrowserContextOptions, Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until, type WebWindows } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  permissions: ["clipboard-read", "clipboard-write"],
};

/** Presses the phone's Back. */
const back = (page: Page): Promise<unknown> => page.evaluate("history.back()");
const forward = (page: Page): Promise<unknown> => page.evaluate("history.forward()");
const at = (page: Page, pattern: RegExp): Promise<void> => until(page, `${pattern}.test(location.hash)`);
/** Waits until the window's history has an entry for what is open. */
const settled = (page: Page, layers: number): Promise<void> =>
  until(page, `(history.state?.layers ?? 0) === ${layers}`);

const openTopic = async (page: Page, { url, generalId }: WebWindows): Promise<void> => {
  await page.goto(`${url}/#narrow/channel/${generalId}-general/topic/phones`);
  await message(page, "A picture").waitFor();
};
const sidebar = (page: Page) => page.locator(".side.open");
/** The sidebar opens from the screens that aren't a conversation. */
const openSidebar = async (page: Page): Promise<void> => {
  if (!/#recent$/.test(page.url())) {
    await page.evaluate("location.hash = '#recent'");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
  }
  await page.getByRole("button", { name: "Channels", exact: true }).last().tap();
  await sidebar(page).waitFor();
};
const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Topic actions" }).tap();
  await page.getByRole("menu").waitFor();
};

/** What opens above a screen, and how to see that it is open. */
const layers: Readonly<Record<string, readonly [open: (page: Page) => Promise<void>, shown: string]>> = {
  sidebar: [openSidebar, ".side.open"],
  menu: [openMenu, "[role=menu]"],
  "emoji picker": [
    (page) => page.getByRole("button", { name: "Emoji", exact: true }).tap(),
    "[popover][role=dialog]",
  ],
  dialog: [
    async (page) => {
      await openMenu(page);
      await page.getByRole("menuitem", { name: "Move or rename topic" }).tap();
    },
    "dialog[open]",
  ],
  "compose preview": [
    async (page) => {
      await page.getByRole("textbox", { name: /^Message/ }).fill("Half written");
      await page.getByRole("button", { name: "Preview" }).tap();
    },
    ".preview",
  ],
  "list of suggestions": [
    async (page) => {
      const field = page.getByRole("textbox", { name: /^Message/ });
      await field.fill("");
      await field.pressSequentially("Hello @oli");
    },
    "#suggestions",
  ],
  search: [
    async (page) => {
      await page.getByRole("combobox", { name: "Search" }).tap();
      await page.locator("#search-offers").waitFor();
    },
    "#search:focus",
  ],
  "form for a new message": [
    async (page) => {
      await openSidebar(page);
      await sidebar(page).getByRole("button", { name: "New direct message" }).tap();
    },
    ".new-message",
  ],
  card: [
    (page) =>
      page
        .getByRole("button", { name: /Olive Owner/ })
        .first()
        .tap(),
    "dialog[open]",
  ],
};

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describeInBrowser("Back on a phone", (windows) => {
  beforeAll(async () => {
    const { owner, ben, send } = windows;
    await send(owner, "other", "Elsewhere");
    await send(owner, "phones", "A picture");
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  test.each(Object.entries(layers))("closes the %s and stays on the screen", async (_name, [open, shown]) => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await open(page);
    await page.locator(shown).first().waitFor();
    await settled(page, 1);
    const screen = "[history.length, location.hash].join()";
    const before = await page.evaluate(screen);
    await back(page);
    await page.locator(shown).first().waitFor({ state: "detached" });
    await settled(page, 0);
    expect(await page.evaluate(screen)).toBe(before);
    // The next one leaves the screen.
    await back(page);
    await until(page, `${screen} !== ${JSON.stringify(before)}`);
    await forward(page);
    await until(page, `${screen} === ${JSON.stringify(before)}`);
    // What was closed stays closed: its entry leads back at once.
    await page.evaluate("window.arrivals = 0; addEventListener('popstate', () => { window.arrivals += 1; })");
    await forward(page);
    await until(page, "window.arrivals === 2");
    await settled(page, 0);
    expect(await page.locator(shown).count()).toBe(0);
  });

  test("closes a picture", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    const field = page.getByRole("textbox", { name: /^Message/ });
    await page
      .getByLabel("Attach files")
      .setInputFiles([{ name: "dot.png", mimeType: "image/png", buffer: pixel }]);
    await until(page, "/dot.png/.test(document.querySelector('.compose textarea').value)");
    await field.press("Enter");
    await message(page, "dot.png").or(page.locator("article .words img")).first().waitFor();
    await page.locator("article .words img").last().tap();
    await page.locator("dialog.lightbox").waitFor();
    await settled(page, 1);
    await back(page);
    await page.locator("dialog.lightbox").waitFor({ state: "detached" });
    await at(page, /\/topic\/phones$/);
  });

  test("asks before it discards a form that has been filled in", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await layers.dialog?.[0](page);
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    await settled(page, 1);
    await dialog.locator("input.field").fill("pocket phones");
    const asks = page.getByRole("alertdialog");
    await back(page);
    await asks.waitFor();
    await settled(page, 1);
    await back(page);
    await asks.waitFor({ state: "detached" });
    await settled(page, 1);
    await expect(dialog.locator("input.field").inputValue()).resolves.toBe("pocket phones");
    await back(page);
    await asks.getByRole("button", { name: "Discard" }).tap();
    await dialog.waitFor({ state: "detached" });
    await settled(page, 0);
    await at(page, /\/topic\/phones$/);
    await back(page);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("closes what was opened last first", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await openSidebar(page);
    await settled(page, 1);
    await page.getByRole("button", { name: "You" }).tap();
    await page.getByRole("menu").waitFor();
    await settled(page, 2);
    await back(page);
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await sidebar(page).count()).toBe(1);
    await back(page);
    await sidebar(page).waitFor({ state: "detached" });
    await at(page, /#recent$/);
  });

  test("something closed by hand, or left for another screen, needs no press of Back", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await openSidebar(page);
    await settled(page, 1);
    await page
      .getByRole("button", { name: "Close" })
      .first()
      .tap({ position: { x: 340, y: 300 } });
    await sidebar(page).waitFor({ state: "detached" });
    await settled(page, 0);
    await openSidebar(page);
    await settled(page, 1);
    await sidebar(page).getByRole("link", { name: "Starred" }).tap();
    await at(page, /starred/);
    await sidebar(page).waitFor({ state: "detached" });
    await settled(page, 0);
    await back(page);
    await at(page, /#recent$/);
    await until(page, "history.state.layers === 0");
    expect(await sidebar(page).count()).toBe(0);
    await forward(page);
    await at(page, /starred/);
    await back(page);
    await at(page, /#recent$/);
    await back(page);
    await at(page, /\/topic\/phones$/);
  });

  test("a dialog opened from a menu takes one press of Back, and none after a reload", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await layers.dialog?.[0](page);
    await page.locator("dialog[open]").waitFor();
    await settled(page, 1);
    await page.reload();
    await message(page, "A picture").waitFor();
    await settled(page, 0);
    await back(page);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("the arrow and the organization's name lead to the home view that the user has chosen", async () => {
    const set = (value: string) => windows.ben.callEndpoint("/settings", "PATCH", { web_home_view: value });
    const page = await windows.openAs(benEmail, phone);
    const arrow = page.getByRole("link", { name: "Back to the home view" });
    const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await openTopic(page, windows);
    try {
      await set("recent_topics");
      await until(page, "document.querySelector('.back-link').hash === '#recent'");
      await arrow.tap();
      await heading("Recent");
      await set("all_messages");
      await until(page, "document.querySelector('.realm-name').hash === '#feed'");
      await openTopic(page, windows);
      await arrow.tap();
      await heading("Combined feed");
      // The home view is no dead end.
      expect(await arrow.count()).toBe(0);
      await page.getByRole("link", { name: "Inbox" }).last().tap();
      await heading("Inbox");
      // Settings lead back there if nothing was on screen before them.
      await page.evaluate("location.hash = '#settings/profile'");
      await page.reload();
      await page.locator(".settings-view").waitFor();
      // It starts with the state that was stored, perhaps before the setting changed.
      await until(page, "document.querySelector('.realm-name').hash === '#feed'");
      await page.keyboard.press("Escape");
      await heading("Combined feed");
    } finally {
      await set("inbox");
    }
  });

  test("one step back leads from search results to the screen before the search", async () => {
    const page = await windows.openAs(benEmail, phone);
    await openTopic(page, windows);
    await page.getByRole("combobox", { name: "Search" }).tap();
    await settled(page, 1);
    await page.getByRole("combobox", { name: "Search" }).fill("picture");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Search results" }).waitFor();
    await settled(page, 0);
    await back(page);
    await at(page, /\/topic\/phones$/);
    await message(page, "A picture").waitFor();
    expect(await page.locator("#search:focus").count()).toBe(0);
  });

  test("a link that follows at once on something closed leads where it says", async () => {
    const page = await windows.openAs(benEmail, phone);
    for (const wait of [0, 4, 16]) {
      await openTopic(page, windows);
      await layers.dialog?.[0](page);
      await page.locator("dialog[open]").waitFor();
      await settled(page, 1);
      await page.evaluate(`document.querySelector("dialog[open] [aria-label=Close]").click();
        setTimeout(() => { location.hash = "#recent"; }, ${wait})`);
      await page.waitForTimeout(500);
      expect([wait, await page.evaluate("location.hash")]).toEqual([wait, "#recent"]);
      await settled(page, 0);
      await back(page);
      await at(page, /\/topic\/phones$/);
    }
  });

  test("on a desktop, Back leaves the screen and closes what is open there", async () => {
    const page = await windows.openAs(benEmail);
    await openTopic(page, windows);
    await page.keyboard.press("Control+k");
    await page.locator("dialog[open]").waitFor();
    await back(page);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });
});
