import type { Page } from "playwright-core";
import { atTopic, press, reach, tabTo } from "../support/browser/by-keyboard";
import { afterEvent } from "../support/browser/followed-queue";
import {
  benEmail,
  deleteDrafts,
  describeInBrowser,
  message,
  twoFrames,
  until,
  type WebWindows,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const composed = "(document.querySelector('.compose textarea')?.value ?? '')";
const scrolled = "document.querySelector('.scroller').scrollTop";

/** What a shortcut does; Olive's message about the hammer has the focus. */
type Check = (page: Page, windows: WebWindows) => Promise<void>;

const onMessage: Readonly<Record<string, Check>> = {
  R: async (page) => {
    await press(page, "Shift+R");
    await until(page, "document.activeElement.getAttribute('aria-label') === 'Message Olive Owner'");
  },
  "@": async (page) => {
    await press(page, "@");
    await until(page, `/^@\\*\\*Olive Owner\\|\\d+\\*\\* $/.test(${composed})`);
    await until(page, "document.activeElement.matches('.compose textarea')");
  },
  "<": async (page) => {
    await reach(page, "my own words");
    await press(page, "<");
    await until(page, `${composed}.includes('my own words')`);
    // First comes where it goes to.
    await until(page, "document.activeElement.matches('.new-message select')");
    await page.keyboard.type("gen");
    await tabTo(page, /^Topic$/);
    await page.keyboard.type("forwarded");
    await tabTo(page, /^Message forwarded$/);
    await press(page, "Control+Enter");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "forwarded" }).waitFor();
    await page.locator("blockquote").filter({ hasText: "my own words" }).waitFor();
  },
  "=": async (page) => {
    await press(page, "=");
    await page.getByRole("button", { name: /^rocket by .*Ben Bell/ }).waitFor();
    await press(page, "=");
    await page.getByRole("button", { name: "rocket by Olive Owner" }).waitFor();
  },
  "-": async (page) => {
    await press(page, "-");
    await page.getByRole("button", { name: "Show message" }).waitFor();
    expect(await message(page, "Where is the hammer?").count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Show message" }).waitFor();
    await press(page, "j", "-");
    await message(page, "Where is the hammer?").waitFor();
  },
  z: async (page, { url }) => {
    await page.goto(`${url}/#feed`);
    await reach(page, "Where is the hammer?");
    await press(page, "z");
    await until(page, String.raw`/\/topic\/tools\/near\/\d+$/.test(location.hash)`);
  },
  s: async (page, { url }) => {
    await page.goto(`${url}/#feed`);
    await reach(page, "Where is the hammer?");
    await press(page, "s");
    await page.getByRole("button", { name: "Topic actions" }).waitFor();
    await reach(page, "Where is the hammer?");
    await press(page, "s");
    await page.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
  },
  l: async (page) => {
    await press(page, "l");
    await page.getByText("Link copied.").waitFor();
    const link = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(link).toMatch(/topic\/tools\/near\/\d+$/);
  },
  y: async (page) => {
    await press(page, "y");
    await page.getByRole("dialog", { name: "Topics of #general" }).waitFor();
    await page.getByRole("option", { name: "#general › heights" }).waitFor();
    await page.keyboard.type("heig");
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "heights" }).waitFor();
  },
  Enter: async (page, { url }) => {
    await press(page, "Enter");
    await until(page, "document.activeElement.matches('.compose textarea')");
    await page.goto(`${url}/#narrow/search/hammer`);
    await reach(page, "hammer");
    await press(page, "Enter");
    await until(page, String.raw`/\/topic\/tools\/near\/\d+$/.test(location.hash)`);
  },
  M: async (page, { url }) => {
    await page.goto(`${url}/#narrow/channel/general`);
    await reach(page, "Where is the hammer?");
    await press(page, "Shift+M");
    await page.getByText("Topic muted.").waitFor();
    await press(page, "Shift+M");
    await page.getByText("Topic muted.").waitFor({ state: "detached" });
  },
  V: async (page) => {
    await press(page, "Shift+V");
    await page.getByRole("dialog", { name: "Read receipts" }).waitFor();
    await press(page, "Shift+V");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
};

const anywhere: Readonly<Record<string, Check>> = {
  d: async (page) => {
    await press(page, "d");
    await page.getByRole("heading", { name: "Drafts", level: 1 }).waitFor();
  },
  P: async (page) => {
    await press(page, "Shift+P");
    await page.getByRole("heading", { name: "Direct messages", level: 1 }).waitFor();
  },
  "A and D": async (page) => {
    // The list goes round, in both directions.
    const seen: string[] = [];
    for (let turn = 0; turn < 10 && seen.at(-1) !== "general"; turn += 1) {
      const before = await page.evaluate("location.hash");
      await press(page, "Shift+D");
      await until(page, `location.hash !== ${JSON.stringify(before)}`);
      seen.push(String(await page.evaluate("location.hash")).replace(/.*\d-/, ""));
    }
    expect(seen).toContain("zebra");
    await press(page, "Shift+A");
    await until(page, `location.hash.endsWith(${JSON.stringify(`-${seen.at(-2)}`)})`);
  },
  N: async (page, { owner, ben, send, generalId }) => {
    const followed = { stream_id: String(generalId), topic: "followed", visibility_policy: "3" };
    await ben.callEndpoint("/user_topics", "POST", followed);
    await send(owner, "followed", "Worth reading");
    await send(owner, "unfollowed", "Newer");
    await page.getByRole("link", { name: /^unfollowed/ }).waitFor();
    await press(page, "Shift+N");
    await message(page, "Worth reading").waitFor();
    await press(page, "Shift+N");
    await page.getByText("You’re all caught up.").waitFor();
  },
  g: async (page) => {
    await press(page, "g");
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
  },
  w: async (page) => {
    await press(page, "w");
    await page.getByRole("combobox", { name: "Find a person" }).waitFor();
    await page.keyboard.type("oli");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Olive Owner", level: 1 }).waitFor();
  },
  Y: async (page) => {
    await press(page, "Shift+Y");
    await page.getByRole("dialog", { name: "Set status" }).waitFor();
  },
  "?": async (page) => {
    await press(page, "?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor();
    for (const shown of ["d", "Shift A", "Ctrl .", "Alt P", "Space", "@", "="])
      expect(await help.locator("kbd").getByText(shown, { exact: true }).count()).toBe(1);
    await press(page, "?");
    await help.waitFor({ state: "detached" });
  },
  "J, K and Space": async (page, windows) => {
    await atTopic(page, windows, "heights", "Line 59.");
    await press(page, "Home");
    await until(page, "document.activeElement.innerText.includes('Line 0.')");
    for (const [key, by] of [
      ["Shift+J", ">"],
      ["Space", ">"],
      ["Shift+Space", "<"],
      ["Shift+K", "<"],
    ] as const) {
      const before = Number(await page.evaluate(scrolled));
      await press(page, key);
      await until(page, `${scrolled} ${by} ${before}`);
    }
    // A button is pressed by Space.
    await page.getByRole("button", { name: "Topic actions" }).focus();
    await press(page, "Space");
    await page.getByRole("menu", { name: "Topic actions" }).waitFor();
  },
  "j and k": async (page, windows) => {
    const isAt = (text: string) => until(page, `document.activeElement.innerText.endsWith('${text}')`);
    await atTopic(page, windows, "heights", "Line 59.");
    await press(page, "k");
    await isAt("Line 59.");
    await press(page, "k", "k", "r");
    await until(page, "document.activeElement.matches('.compose textarea')");
    // They go on from the message that was replied to.
    await press(page, "Escape", "k");
    await isAt("Line 56.");
    await press(page, "r", "Escape", "j");
    await isAt("Line 57.");
  },
  "Alt+P": async (page, windows) => {
    await atTopic(page, windows, "tools", "hammer");
    await press(page, "c");
    await page.keyboard.type("**bold**");
    await press(page, "Alt+p");
    await page.getByRole("region", { name: "Preview" }).locator("strong").waitFor();
    await page.keyboard.type("er");
    await press(page, "Alt+p");
    await page.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
    await until(page, `${composed} === '**bold**er'`);
  },
  "Ctrl+.": async (page, { url }) => {
    await page.goto(`${url}/#feed`);
    await page.getByRole("article").first().waitFor();
    await press(page, "c");
    await until(page, "document.activeElement.matches('.new-message select')");
    await page.keyboard.type("gen");
    await tabTo(page, /^Topic$/);
    await page.keyboard.type("tools");
    await tabTo(page, /^Message tools$/);
    await page.keyboard.type("Half a thought");
    await press(page, "Control+.");
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "tools" }).waitFor();
    await until(page, `${composed}.endsWith('Half a thought')`);
    await until(page, "document.activeElement.matches('.compose textarea')");
    await press(page, "Control+a", "Delete");
  },
  "the left arrow": async (page, windows) => {
    await atTopic(page, windows, "tools", "my own words");
    await press(page, "c", "ArrowLeft");
    await page.getByRole("textbox", { name: "Edit message" }).waitFor();
    await press(page, "Escape");
    // It moves the caret where there is text.
    await press(page, "c");
    await page.keyboard.type("ab");
    await press(page, "ArrowLeft");
    await page.keyboard.type("-");
    await until(page, `${composed} === 'a-b'`);
    await press(page, "Control+a", "Delete");
  },
  "Ctrl+'": async (page, windows) => {
    await windows.ben.callEndpoint("/saved_snippets", "POST", { title: "Sign", content: "Yours, Ben" });
    await atTopic(page, windows, "tools", "my own words");
    await press(page, "c", "Control+'");
    await page.getByRole("option", { name: "Sign" }).waitFor();
    await press(page, "Enter");
    await until(page, `${composed} === 'Yours, Ben'`);
    await press(page, "Control+a", "Delete");
  },
  "the keys of formats and a pasted address": async (page, windows) => {
    await atTopic(page, windows, "tools", "my own words");
    await page.locator(".compose-tools").waitFor();
    await press(page, "c");
    await page.keyboard.type("so bold");
    await press(page, "Control+Shift+ArrowLeft", "Control+b");
    await until(page, `${composed} === 'so **bold**'`);
    await press(page, "Control+i");
    await until(page, `${composed} === 'so ***bold***'`);
    await press(page, "Control+i", "Control+b");
    await until(page, `${composed} === 'so bold'`);
    await press(page, "Control+Shift+L");
    await page.keyboard.type("/x");
    await until(page, `${composed} === 'so [bold](/x)'`);
    await press(page, "Control+z", "Control+z");
    await until(page, `${composed} === 'so bold'`);
    for (const [key, made] of [
      ["Control+Shift+X", "~~so bold~~"],
      ["Control+Shift+C", "`so bold`"],
      ["Control+Shift+Digit7", "1. so bold"],
      ["Control+Shift+Digit8", "- so bold"],
      ["Control+Shift+Digit9", "```quote\\nso bold\\n```"],
    ] as const) {
      await press(page, "Control+a", key);
      await until(page, `${composed} === '${made}'`);
      await press(page, key);
      await until(page, `${composed} === 'so bold'`);
    }
    await press(page, "Control+a");
    await page.keyboard.type("see here");
    await press(page, "Control+Shift+ArrowLeft");
    await page.evaluate("navigator.clipboard.writeText('https://example.com/a')");
    await press(page, "Control+v");
    await until(page, `${composed} === 'see [here](https://example.com/a)'`);
    await press(page, "Control+z");
    await until(page, `${composed} === 'see here'`);
    await press(page, "Control+a", "Delete");
  },
  "the up arrow": async (page, windows) => {
    await atTopic(page, windows, "tools", "my own words");
    const last = "[...document.querySelectorAll('.scroller article')].at(-1)";
    // It leaves an empty field for the messages above, and one with text only by its caret.
    await press(page, "c", "ArrowUp");
    await until(page, `document.activeElement === ${last}`);
    await press(page, "c");
    await page.keyboard.type("b");
    await press(page, "ArrowUp");
    await page.keyboard.type("a");
    await until(page, `${composed} === 'ab'`);
    await press(page, "Control+a", "Delete");
  },
  Escape: async (page, { ben, benId, url, generalId }) => {
    const set = (name: string, value: string) => ben.callEndpoint("/settings", "PATCH", { [name]: value });
    const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    /** Waits until the window has the change. */
    const setHere = async (name: string, value: string): Promise<void> => {
      await afterEvent(page, benId, name, () => set(name, value));
    };
    const general = `${url}/#narrow/channel/${generalId}-general`;
    try {
      await setHere("web_home_view", "recent_topics");
      await setHere("web_escape_navigates_to_home_view", "false");
      await page.goto(url);
      await heading("Recent");
      await page.goto(general);
      await heading("general");
      await press(page, "Escape");
      await heading("general");
      await press(page, "Control+[");
      await heading("Recent");
      await setHere("web_escape_navigates_to_home_view", "true");
      await setHere("web_home_view", "all_messages");
      await page.goto(general);
      await heading("general");
      await press(page, "Escape");
      await heading("Combined feed");
    } finally {
      await set("web_home_view", "inbox");
      await set("web_escape_navigates_to_home_view", "true");
    }
  },
  "Ctrl+[": async (page, windows) => {
    await atTopic(page, windows, "tools", "hammer");
    await press(page, "Control+k");
    await page.getByRole("dialog", { name: "Go anywhere" }).waitFor();
    await press(page, "Control+[");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, "Control+[");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  },
};

/** A key as another layout or an input method sends it, where the focus is. */
const send = (page: Page, init: object): Promise<unknown> =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ bubbles: true, cancelable: true, ...init })}))`,
  );

describeInBrowser("hotkeys of the web client", (windows) => {
  beforeAll(async () => {
    const { owner, benId, ben } = windows;
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "zebra" }]),
      principals: JSON.stringify([benId]),
    });
    for (let index = 0; index < 60; index += 1) await windows.send(owner, "heights", `Line ${index}.`);
    const id = await windows.send(owner, "tools", "Where is the hammer?");
    await owner.callEndpoint(`/messages/${id}/reactions`, "POST", { emoji_name: "rocket" });
    await windows.send(ben, "tools", "my own words");
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
  });
  // Text that one test has written is in the field of the next, once its window has closed.
  beforeEach(() => deleteDrafts(windows.ben));

  test.each(Object.entries(onMessage))("%s acts on the message with the focus", async (_key, check) => {
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "tools", "hammer");
    await reach(page, "hammer");
    await check(page, windows);
  });

  test.each(Object.entries(anywhere))("%s works without a message", async (_key, check) => {
    const page = await windows.openAs(benEmail);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general`);
    await page.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
    await check(page, windows);
  });

  test("letters mean the same on a Russian keyboard, and with Caps Lock", async () => {
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "tools", "hammer");
    await message(page, "hammer").focus();
    await send(page, { key: "г", code: "KeyU" });
    await page.getByRole("dialog", { name: "Olive Owner" }).waitFor();
    await press(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await message(page, "hammer").focus();
    // With Caps Lock, this is a reply in the topic; with Shift, one to the sender alone.
    await send(page, { key: "R", code: "KeyR" });
    await until(page, "document.activeElement.getAttribute('aria-label') === 'Message tools'");
    await press(page, "Escape");
    await message(page, "hammer").focus();
    await send(page, { key: "r", code: "KeyR", shiftKey: true });
    await until(page, "document.activeElement.getAttribute('aria-label') === 'Message Olive Owner'");
    await send(page, { key: "л", code: "KeyK", ctrlKey: true });
    await page.getByRole("dialog", { name: "Go anywhere" }).waitFor();
  });

  test("a shortcut that writes says why its user can't write there", async () => {
    const { owner, benId } = windows;
    const { user_groups } = (await owner.callEndpoint("/user_groups", "GET", {})) as {
      user_groups: readonly { readonly id: number; readonly name: string }[];
    };
    const owners = user_groups.find(({ name }) => name === "role:owners")?.id;
    await owner.callEndpoint("/channels/create", "POST", {
      name: "notices",
      subscribers: JSON.stringify([benId]),
      can_send_message_group: JSON.stringify(owners),
    });
    await owner.callEndpoint("/messages", "POST", {
      to: "notices",
      topic: "water",
      type: "stream",
      content: "No water",
    });
    const page = await windows.openAs(benEmail);
    await page
      .getByRole("link", { name: /^notices/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "notices", level: 1, exact: true }).waitFor();
    const refused = page
      .getByRole("status")
      .filter({ hasText: "You can read this conversation but not post" });
    const isRefused = async (key: string) => {
      await press(page, key);
      await refused.waitFor();
      // Another notice takes its place.
      await press(page, "l");
      await page.getByText("Link copied.").waitFor();
      await expect(page.locator(".compose textarea").count()).resolves.toBe(0);
    };
    await reach(page, "No water");
    for (const key of ["r", ">", "@", "Enter"]) await isRefused(key);
    await press(page, "s");
    await page.getByRole("heading", { name: "water", level: 1 }).waitFor();
    await press(page, "r");
    await refused.waitFor();
    await page
      .getByRole("link", { name: /^notices/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "notices", level: 1, exact: true }).waitFor();
    await press(page, "c");
    // The form says so itself, and another channel can be chosen in it.
    const form = page.locator(".new-message");
    await form.getByText("You can read this conversation but not post").waitFor();
    await form.locator("select").waitFor();
  });

  test("text typed right after a shortcut that opens the compose box goes into it", async () => {
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "tools", "hammer");
    const writesAt = (key: string, shiftKey: boolean) =>
      page.evaluate(
        async ([name, isShifted]) => {
          const { document: at, KeyboardEvent: Made } = globalThis as never as {
            document: {
              activeElement: { dispatchEvent(event: unknown): void; matches(css: string): boolean };
            };
            KeyboardEvent: new (type: string, init: object) => unknown;
          };
          at.activeElement.dispatchEvent(
            new Made("keydown", { key: name, code: "KeyR", shiftKey: isShifted, bubbles: true }),
          );
          // As soon as another event could follow.
          for (let turn = 0; turn < 20; turn += 1) await undefined;
          return at.activeElement.matches(".compose textarea");
        },
        [key, shiftKey] as const,
      );
    await reach(page, "hammer");
    // By then, all shortcuts are there.
    await page.locator(".compose-tools").waitFor();
    await expect(writesAt("r", false)).resolves.toBe(true);
    await press(page, "Escape");
    await expect(writesAt("R", true)).resolves.toBe(true);
    await expect(page.evaluate("document.activeElement.getAttribute('aria-label')")).resolves.toBe(
      "Message Olive Owner",
    );
  });

  test("the focus returns to the message or the list from a field that is left, and from a view that is closed", async () => {
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "tools", "hammer");
    const isOn = (selector: string, text = "") =>
      until(
        page,
        `document.activeElement.matches(${JSON.stringify(selector)}) && document.activeElement.innerText.includes(${JSON.stringify(text)})`,
      );
    // Nobody is moved from the top of the page that they have just opened.
    await expect(page.evaluate("document.activeElement === document.body")).resolves.toBe(true);
    await press(page, "r", "Escape");
    await isOn(".scroller");
    await reach(page, "hammer");
    for (const field of ["r", "/", "q", "x"]) {
      await press(page, field);
      await until(page, "document.activeElement.matches('input, textarea')");
      await press(page, "Escape");
      await isOn("article", "hammer");
    }
    // Escape closes a new message from each of its controls, and nothing else.
    await press(page, "x");
    await page.locator(".new-message").getByRole("button", { name: "Close" }).focus();
    await press(page, "Escape");
    await isOn("article", "hammer");
    await press(page, "c");
    await until(page, "document.activeElement.matches('.compose textarea')");
    await press(page, "Escape", "/");
    await page.keyboard.type("hammer");
    await press(page, "Enter");
    await page.locator("article .highlight").first().waitFor();
    await isOn("article", "hammer");
    // Back to where the search began, and then home.
    await press(page, "Escape");
    await page.getByRole("heading", { name: "tools", level: 1 }).waitFor();
    await isOn(".scroller");
    await press(page, "Escape");
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    await isOn(".page");
    await press(page, "t");
    await page.locator("[data-keys=row]").first().waitFor();
    await press(page, "j", "q", "Escape");
    await isOn("[data-keys=row]");
  });

  /** A window in which the code that isn't needed at first hasn't arrived yet. */
  const beforeTheRest = async (): Promise<Page> => {
    const page = await windows.openAs(benEmail, { serviceWorkers: "block" });
    await page.route("**/web/deferred-*.js", async (route) => {
      await page.waitForTimeout(1000);
      await route.continue();
    });
    await page.reload();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    return page;
  };

  test("letters typed after Ctrl+K appear in its box, even while its code is still loading", async () => {
    const page = await beforeTheRest();
    await press(page, "Control+k");
    await page.keyboard.type("recenx");
    await press(page, "Backspace");
    await expect(page.getByRole("dialog").count()).resolves.toBe(0);
    await until(page, "document.querySelector('dialog.go input')?.value === 'recen'");
    await page.keyboard.type("t");
    await until(page, "document.querySelector('dialog.go input')?.value === 'recent'");
    await expect(page.locator(".new-message").count()).resolves.toBe(0);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
  });

  test("keys pressed after a shortcut whose code is still loading take effect after it", async () => {
    const person = await beforeTheRest();
    await press(person, "w");
    await person.keyboard.type("olive");
    await press(person, "Enter");
    await person.getByRole("heading", { name: /Olive Owner/, level: 1 }).waitFor();
    const view = await beforeTheRest();
    await press(view, "t", "c");
    await view.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await view.locator(".new-message select").waitFor();
    const none = await beforeTheRest();
    await press(none, "Control+k", "Escape", "c");
    await none.locator(".new-message select").waitFor();
    await none.waitForTimeout(1200);
    await expect(none.getByRole("dialog").count()).resolves.toBe(0);
  });

  test("a form, a menu and a question that are opened by pointer before their code has arrived open with it", async () => {
    const form = await beforeTheRest();
    await form.getByRole("button", { name: "New direct message" }).click();
    await form.keyboard.type("oliv");
    await expect(form.locator(".new-message").count()).resolves.toBe(0);
    await form.getByRole("option", { name: "Olive Owner" }).waitFor();
    await press(form, "Enter");
    await form.getByRole("button", { name: "Remove Olive Owner" }).waitFor();
    await until(form, "document.activeElement.matches('.people-field input')");
    const menu = await beforeTheRest();
    await menu.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await menu.getByRole("button", { name: "Channel actions" }).click();
    await expect(menu.getByRole("menu").count()).resolves.toBe(0);
    await menu.getByRole("menuitem", { name: "New topic" }).press("Enter");
    await menu.locator(".new-message").waitFor();
    const message = await beforeTheRest();
    await message.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/tools"`);
    const row = message.getByRole("article").filter({ hasText: "my own words" });
    await row.hover();
    await row.getByRole("button", { name: "More actions" }).click();
    await expect(message.getByRole("menu").count()).resolves.toBe(0);
    await message.getByRole("menuitem", { name: "Star" }).waitFor();
  });

  test("code that can't be loaded is asked for again with the next key", async () => {
    const page = await windows.openAs(benEmail, { serviceWorkers: "block" });
    await page.route("**/web/deferred-*.js", (route) => route.abort());
    await page.reload();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await press(page, "x");
    await page.getByText("The server isn’t responding.").waitFor();
    await page.locator("main ~ .compose").waitFor({ state: "detached" });
    await page.unroute("**/web/deferred-*.js");
    await press(page, "x");
    await page.locator(".new-message").waitFor();
  });

  test("the box of Ctrl+K stays where it is, however many results there are", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "Control+k");
    const box = page.getByRole("combobox", { name: "Go anywhere" });
    await page.getByRole("option").first().waitFor();
    const before = await box.boundingBox();
    await page.keyboard.type("nothing is called so");
    await page.getByText("Nothing found.").waitFor();
    await expect(box.boundingBox()).resolves.toEqual(before);
  });

  test("keys that compose a character aren't shortcuts, and choose nothing", async () => {
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "tools", "hammer");
    await reach(page, "hammer");
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ["u", "r", "Escape"]) await send(page, { key, code: "KeyU", ...composing });
      await send(page, { key: "k", code: "KeyK", ctrlKey: true, ...composing });
    }
    expect(await page.evaluate("document.activeElement.tagName")).toBe("ARTICLE");
    expect(await page.getByRole("dialog").count()).toBe(0);
    const hash = await page.evaluate("location.hash");
    const typeEnter = async () => {
      await send(page, { key: "Enter", code: "Enter", isComposing: true });
      await send(page, { key: "Enter", code: "Enter", keyCode: 229 });
    };
    await press(page, "Control+k");
    await page.getByRole("option").first().waitFor();
    await typeEnter();
    await press(page, "Escape", "c");
    await page.keyboard.type("かな");
    await typeEnter();
    await until(page, `${composed} === 'かな'`);
    await press(page, "/");
    await page.getByRole("combobox", { name: "Search" }).focus();
    await page.keyboard.type("hammer");
    await typeEnter();
    expect(await page.evaluate("location.hash")).toBe(hash);
    expect(await message(page, "かな").count()).toBe(0);
  });

  /** The flags that the messages have for Ben. */
  const flagsOf = async (ids: readonly number[]): Promise<readonly string[]> => {
    const { messages } = (await windows.ben.callEndpoint("/messages", "GET", {
      anchor: "newest",
      num_before: 20,
      num_after: 0,
    })) as unknown as {
      readonly messages: readonly { readonly id: number; readonly flags: readonly string[] }[];
    };
    return messages.filter(({ id }) => ids.includes(id)).flatMap(({ flags }) => flags);
  };

  test("a message that was scrolled out of view isn't meant by a key", async () => {
    for (let n = 1; n <= 40; n++)
      await windows.send(windows.owner, `scrolled-${n % 2}`, `Row ${n}.\n\nand more`);
    const page = await windows.openAs(benEmail);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general`);
    await message(page, "Row 40.").waitFor();
    await message(page, "Row 40.").focus();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -1500);
    await twoFrames(page);
    await until(page, "document.querySelector('article:focus').getBoundingClientRect().top > innerHeight");
    await press(page, "=");
    await until(page, "document.activeElement.getBoundingClientRect().bottom <= innerHeight");
    expect(await message(page, "Row 40.").locator(".reaction").count()).toBe(0);
    await page.mouse.wheel(0, -1500);
    await twoFrames(page);
    const before = await page.evaluate(scrolled);
    await press(page, "k");
    await until(page, "document.activeElement.matches('article')");
    expect(Math.abs(Number(await page.evaluate(scrolled)) - Number(before))).toBeLessThan(400);
  });

  test("Ctrl+S in a field stars nothing", async () => {
    const id = await windows.send(windows.owner, "unstarred", "Keep me plain");
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, "unstarred", "Keep me plain");
    await message(page, "Keep me plain").focus();
    await press(page, "r");
    await page.keyboard.type("A reply");
    await page.keyboard.press("Control+s");
    await page.keyboard.type(", saved");
    await until(page, `${composed} === 'A reply, saved'`);
    expect(await flagsOf([id])).not.toContain("starred");
    await deleteDrafts(windows.ben);
  });

  test("messages marked as unread right after their view has opened stay unread", async () => {
    const ids: number[] = [];
    for (const text of ["One", "Two", "Three"])
      ids.push(await windows.send(windows.owner, "kept", `${text} kept`));
    const page = await windows.openAs(benEmail);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/kept`);
    await message(page, "Two kept").waitFor();
    await press(page, "j", "j", "Shift+U");
    await page.getByText("Marked as unread from here.").waitFor();
    await page.mouse.move(500, 300);
    await page.waitForTimeout(1500);
    await page.mouse.move(510, 310);
    await page.waitForTimeout(1000);
    await page.goto(`${windows.url}/#inbox`);
    await page.getByRole("heading", { name: "Inbox" }).first().waitFor();
    expect(await flagsOf(ids.slice(1))).not.toContain("read");
  });

  test("k and j scroll no further than to the message that they lead to", async () => {
    for (let number = 1; number <= 30; number += 1)
      await windows.send(number % 2 === 0 ? windows.ben : windows.owner, "ladder", `Rung ${number}.`);
    const page = await windows.openAs(benEmail, { viewport: { width: 1280, height: 400 } });
    await atTopic(page, windows, "ladder", "Rung 1.");
    await message(page, "Rung 15.").focus();

    const tallest = Number(
      await page.evaluate(
        "Math.max(...[...document.querySelectorAll('.row')].map((row) => row.offsetHeight))",
      ),
    );
    const jumps: number[] = [];
    for (const key of [..."kkkkkkkkkkkk", ..."jjjjjjjjjjjj"]) {
      const before = Number(await page.evaluate(scrolled));
      await press(page, key);
      await twoFrames(page);
      jumps.push(Math.abs(Number(await page.evaluate(scrolled)) - before));
    }
    expect(jumps.some((one) => one > 0)).toBe(true);
    expect(Math.max(...jumps)).toBeLessThanOrEqual(tallest + 1);
  });

  test("switched off, no single character does anything, and the other shortcuts go on", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "?");
    await page.getByLabel("Single-letter shortcuts").uncheck();
    const singles = (await page.locator(".keys kbd").allInnerTexts()).flatMap((shown) =>
      /^(?:Shift )?(?:.|Space)$/u.test(shown) && !/[↓↑←]/.test(shown)
        ? [shown.replace("Shift ", "Shift+")]
        : [],
    );
    expect(singles.length).toBeGreaterThan(40);
    await press(page, "Escape");
    await atTopic(page, windows, "tools", "hammer");
    await message(page, "hammer").focus();
    for (const key of singles) {
      await press(page, key);
      const now = await page.evaluate(
        "[document.activeElement.tagName, location.hash.endsWith('/topic/tools'), document.querySelectorAll('dialog, [popover]').length].join()",
      );
      expect([key, now]).toEqual([key, "ARTICLE,true,0"]);
    }
    await press(page, "ArrowDown", "Control+k");
    await page.getByRole("dialog", { name: "Go anywhere" }).waitFor();
  });
});
