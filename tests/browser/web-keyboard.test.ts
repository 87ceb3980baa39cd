import type { Page } from "playwright-core";
import { atTopic, goTo, press, reach, tabTo } from "../support/browser/by-keyboard";
import {
  benEmail,
  deleteDrafts,
  describeInBrowser,
  message,
  until,
  type WebWindows,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

/** For tasks where getting there isn't what is tested. */
const atKeys = (page: Page, windows: WebWindows): Promise<void> => atTopic(page, windows, "keys", "hammer");

/** A task, and a check that it is done. Only the keyboard is used. */
type Task = (page: Page, windows: WebWindows) => Promise<void>;

const tasks: Readonly<Record<string, Task>> = {
  "go to a channel": async (page) => {
    await goTo(page, "general");
    await page.getByRole("heading", { name: "general", level: 1 }).waitFor();
  },
  "read the next unread topic": async (page, { owner, send }) => {
    await send(owner, "unread for keys", "Fresh");
    await page
      .getByRole("main")
      .getByRole("link", { name: /unread for keys/ })
      .waitFor();
    await press(page, "n");
    await message(page, "Fresh").waitFor();
  },
  "open a conversation from the inbox": async (page) => {
    await press(page, "j");
    await press(page, "Enter");
    await page.getByRole("feed").waitFor();
  },
  "find a message": async (page) => {
    await press(page, "/");
    await page.keyboard.type("sender:Olive hammer");
    await press(page, "Enter");
    await message(page, "hammer").first().waitFor();
  },
  "reply to a message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, "r");
    await page.getByRole("textbox", { name: /^Message/ }).waitFor();
    await until(page, "document.activeElement.matches('.compose textarea')");
    await page.keyboard.type("By keys");
    await press(page, "Enter");
    await message(page, "By keys").first().waitFor();
  },
  "quote a message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, ">");
    await until(page, "document.querySelector('.compose textarea')?.value.includes('quote') === true");
  },
  "react to a message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, ":");
    await page.getByLabel("Find an emoji").waitFor();
    await page.keyboard.type("rocket");
    await page.getByRole("option", { name: "rocket", exact: true }).waitFor();
    await press(page, "Enter");
    await page.getByRole("button", { name: /^rocket by/ }).waitFor();
  },
  "star a message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, "Control+s");
    await message(page, "hammer").first().getByTitle("Starred").waitFor();
  },
  "edit their own message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "mine to edit");
    await press(page, "e");
    await page.getByRole("textbox", { name: "Edit message" }).waitFor();
    await press(page, "End");
    await page.keyboard.type(", edited");
    await press(page, "Enter");
    await message(page, "mine to edit, edited").waitFor();
  },
  "delete their own message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "mine to delete");
    await press(page, "i");
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    await press(page, "End", "Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, /^Delete$/);
    await press(page, "Enter");
    await message(page, "mine to delete").waitFor({ state: "detached" });
  },
  "see who has read a message": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, "Shift+V");
    await page.getByRole("dialog", { name: "Read receipts" }).waitFor();
  },
  "mark messages as unread from one on": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, "Shift+U");
    await page.getByText("Marked as unread from here.").waitFor();
  },
  "mute a topic": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await page.getByRole("button", { name: "Topic actions" }).waitFor();
    await press(page, "Shift+M");
    await page.getByText("Topic muted.").waitFor();
    await tabTo(page, /^Undo$/);
    await press(page, "Enter");
  },
  "resolve a topic": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await page.getByRole("button", { name: "Mark as resolved" }).waitFor();
    await tabTo(page, /^Mark as resolved$/, true);
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "✔" }).waitFor();
    await tabTo(page, /^Undo$/);
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: /›keys/ }).waitFor();
  },
  "start a topic": async (page, { url, generalId }) => {
    await page.goto(`${url}/#narrow/channel/${generalId}-general`);
    await page.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
    await press(page, "c");
    await page.getByLabel("Topic", { exact: true }).waitFor();
    await page.keyboard.type("brand new");
    await tabTo(page, /^Message brand new$/);
    await page.keyboard.type("First of it");
    await press(page, "Enter");
    await message(page, "First of it").waitFor();
  },
  "send a direct message": async (page) => {
    await press(page, "x");
    await page.getByRole("combobox", { name: "To" }).waitFor();
    await page.keyboard.type("oliv");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Enter");
    await tabTo(page, /^Message Olive Owner$/);
    await page.keyboard.type("Hello by keys");
    await press(page, "Enter");
    await message(page, "Hello by keys").first().waitFor();
  },
  "mention a person": async (page, windows) => {
    await atKeys(page, windows);
    await page.getByRole("textbox", { name: /^Message/ }).waitFor();
    await press(page, "c");
    await page.keyboard.type("@oli");
    await page.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(page, "Tab");
    await until(page, "document.querySelector('.compose textarea').value === '@**Olive Owner** '");
  },
  "open a profile card": async (page, windows) => {
    await atKeys(page, windows);
    await reach(page, "hammer");
    await press(page, "u");
    await page.getByRole("dialog", { name: "Olive Owner" }).waitFor();
  },
  "leave and join a channel": async (page) => {
    await goTo(page, "general");
    await tabTo(page, /^All channels$/);
    await press(page, "Enter");
    await page.getByRole("searchbox", { name: "Find a channel" }).waitFor();
    await tabTo(page, /^Leave general$/);
    await press(page, "Enter");
    await page.getByRole("button", { name: "Join general" }).waitFor();
    await tabTo(page, /^Join general$/);
    await press(page, "Enter");
    await page.getByRole("button", { name: "Leave general" }).waitFor();
  },
  "choose a file to attach": async (page, windows) => {
    await atKeys(page, windows);
    await page.getByRole("textbox", { name: /^Message/ }).waitFor();
    await press(page, "c");
    // The browser must know early that no file dialog will open.
    const chosen = page.waitForEvent("filechooser");
    await tabTo(page, /^Attach files$/);
    const [chooser] = await Promise.all([chosen, press(page, "Enter")]);
    await chooser.setFiles([{ name: "k.txt", mimeType: "text/plain", buffer: Buffer.from("k") }]);
    await until(page, "/k.txt.\\(.user_uploads/.test(document.querySelector('.compose textarea').value)");
  },
  "move a message to another topic": async (page, windows) => {
    await atTopic(page, windows, "moving", "mine to move");
    await reach(page, "mine to move");
    await press(page, "m");
    await page.getByRole("dialog", { name: "Move messages" }).waitFor();
    await tabTo(page, /^Topic$/);
    await press(page, "Control+a");
    await page.keyboard.type("moved by keys");
    await press(page, "Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // The view follows a topic that moves as a whole.
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "moved by keys" }).waitFor();
    await atTopic(page, windows, "moved.20by.20keys", "mine to move");
  },
  "schedule a message": async (page, windows) => {
    await atKeys(page, windows);
    await press(page, "c");
    await page.keyboard.type("For later by keys");
    await tabTo(page, /^Send later$/);
    await press(page, "Enter");
    await page.getByRole("menu", { name: "Send later" }).waitFor();
    await press(page, "ArrowDown", "Enter");
    await page.getByRole("link", { name: /^Scheduled/ }).waitFor();
    await goTo(page, "scheduled", "Scheduled");
    await page.getByRole("main").getByText("For later by keys").waitFor();
  },
  "change a setting": async (page) => {
    await tabTo(page, /^You$/);
    await press(page, "Enter");
    await page.getByRole("menuitem", { name: "Settings" }).waitFor();
    await press(page, "s", "Enter");
    await page.getByRole("link", { name: "Preferences" }).waitFor();
    await tabTo(page, /^Preferences$/);
    await press(page, "Enter");
    await tabTo(page, /^24-hour clock$/);
    await press(page, "Space");
    await until(page, "document.activeElement.checked");
  },
  "open and close the keyboard shortcuts": async (page) => {
    await press(page, "?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await press(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
  "cycle through the regions of the window": async (page) => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 4; turn += 1) {
      await page.evaluate("window.left = document.activeElement");
      await press(page, "F6");
      await until(page, "document.activeElement !== window.left");
      seen.add(
        String(await page.evaluate("document.activeElement.closest('nav, header, section')?.className")),
      );
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  },
  "invite somebody": async (_page, windows) => {
    const page = await windows.openAs(ownerEmail);
    await tabTo(page, /^You$/);
    await press(page, "Enter");
    await page.getByRole("menuitem", { name: "Invite people" }).waitFor();
    await press(page, "i", "Enter");
    await page.getByLabel("Email addresses").waitFor();
    await page.keyboard.type("dora@example.com");
    await tabTo(page, /^Send invitations$/);
    await press(page, "Enter");
    await page.getByText("Invitations sent.").waitFor();
  },
  "log out": async (page) => {
    await tabTo(page, /^You$/);
    await press(page, "Enter");
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    await press(page, "End", "Enter");
    await page.getByLabel("Password").waitFor();
  },
};

describeInBrowser("the web client by keyboard alone", (windows) => {
  beforeAll(async () => {
    await windows.send(windows.ben, "keys", "mine to edit");
    await windows.send(windows.ben, "keys", "mine to delete");
    await windows.send(windows.ben, "moving", "mine to move");
    await windows.send(windows.owner, "keys", "Where is the hammer?");
  });
  // What one test has written stands in the field of the next, once its window has closed.
  beforeEach(() => deleteDrafts(windows.ben));

  test("the list covers the tasks of the design", () => {
    expect(Object.keys(tasks).length).toBeGreaterThanOrEqual(24);
    for (const named of "find reply react edit move schedule attach invite mute".split(" "))
      expect(Object.keys(tasks).filter((task) => task.includes(named))).not.toEqual([]);
  });

  test.each(Object.entries(tasks))("a user can %s", async (_name, task) => {
    const page = await windows.openAs(benEmail);
    await page.getByRole("main").waitFor();
    await task(page, windows);
  });

  test("a screen reader finds the menu of a message that the keys haven't reached, and stays on it", async () => {
    const page = await windows.openAs(benEmail);
    await atKeys(page, windows);
    const hammer = message(page, "hammer").last();
    await hammer.getByRole("button", { name: "More actions" }).focus();
    await hammer.getByRole("button", { name: "Add a reaction" }).waitFor();
    await press(page, "Enter", "ArrowDown");
    await page.getByRole("menuitem", { name: "Copy link to message" }).waitFor();
  });

  test("End and Home reach the newest and the oldest message of a long list at once", async () => {
    for (let index = 0; index < 200; index += 1) await windows.send(windows.owner, "long", `Line ${index}.`);
    const page = await windows.openAs(benEmail);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/long`);
    await message(page, "Line 0.").waitFor();
    expect(await message(page, "Line 199.").count()).toBe(0);
    await press(page, "End");
    await until(page, "document.activeElement.innerText.includes('Line 199.')");
    await press(page, "Home");
    await until(page, "document.activeElement.innerText.includes('Line 0.')");
    await page.getByRole("button", { name: "Newest message" }).click();
    await until(page, "document.activeElement.innerText.includes('Line 199.')");
    await page.getByRole("button", { name: "Newest message" }).waitFor({ state: "detached" });
    await press(page, "PageUp");
    await message(page, "Line 180.").waitFor();
  });

  test("keys work before a message is selected", async () => {
    const page = await windows.openAs(benEmail);
    await atKeys(page, windows);
    await press(page, "r");
    await page.keyboard.type("Answered at once");
    await press(page, "Enter");
    await message(page, "Answered at once").first().waitFor();
    await press(page, "Escape");
    // The first press of a key that changes a message shows which one it means.
    await press(page, "+");
    await until(page, "document.activeElement.tagName === 'ARTICLE'");
    expect(await page.getByRole("button", { name: /^\+1 by/ }).count()).toBe(0);
    await press(page, "+");
    await page.getByRole("button", { name: /^\+1 by/ }).waitFor();
    await page.goto(`${windows.url}/#feed`);
    await page.getByRole("heading", { name: "Combined feed" }).waitFor();
    await page.getByRole("article").first().waitFor();
    await press(page, "r");
    await page.getByRole("textbox", { name: /^Message/ }).waitFor();
  });
});
