import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { source as axe } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/child-server";
import { onServer } from "../support/zulip-client";

jest.setTimeout(120_000);

const executablePath = process.env.PARLEY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const hasChromium = existsSync(executablePath);
/** Where pictures of the screens are left, if anywhere. */
const pictures = process.env.PARLEY_TEST_PICTURES;
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = {
  ...{ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  ...{ isMobile: true, hasTouch: true, colorScheme: "dark" },
};

const folder = newDataDir();
const programs: Program[] = [];
const bugs: string[] = [];
let browser: Browser;
let url: string;
let owner: Awaited<ReturnType<typeof onServer>>;
let benId: number;
let generalId: number;

const passwords: Readonly<Record<string, string>> = {
  "owner@example.com": ownerPassword,
  "ben@example.com": "seven blue elephants",
};

/** Somebody's window, logged in at the inbox. */
const openAs = async (email: string, options = desktop): Promise<Page> => {
  const page = await (await browser.newContext(options)).newPage();
  page.on("pageerror", (error) => bugs.push(error.message));
  page.on("console", (message) => {
    // What a network that is cut off on purpose says is no bug.
    if (message.type() === "error" && !message.text().includes("net::")) bugs.push(message.text());
  });
  await page.goto(`${url}/`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(passwords[email] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  return page;
};

const write = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole("textbox", { name: /^Message / });
  await field.fill(text);
  await field.press("Enter");
};

const message = (page: Page, text: string | RegExp) => page.getByRole("article").filter({ hasText: text });

/** No violation of accessibility, and nothing wider than the window. */
const check = async (page: Page, name: string): Promise<void> => {
  const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
  expect([name, Math.max(overflow, 0)]).toEqual([name, 0]);
  // The page's own policy lets no script in: an isolated world is beside it.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `${axe}; axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])))`,
    awaitPromise: true,
    contextId,
  });
  expect([name, JSON.parse(result.value)]).toEqual([name, []]);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `web-${name}.png`) });
};

const unreadOf = async (email: string): Promise<number> => {
  const client = await onServer(url, email, passwords[email] ?? "");
  const { unread_msgs } = (await client.callEndpoint("/register", "POST", {
    fetch_event_types: JSON.stringify(["message", "update_message_flags"]),
    event_types: JSON.stringify([]),
  })) as { unread_msgs: { count: number } };
  return unread_msgs.count;
};

(hasChromium ? describe : describe.skip)(
  `the web client (${hasChromium ? executablePath : "no browser is installed"})`,
  () => {
    beforeAll(async () => {
      build();
      const program = Program.run(
        "main",
        environment(folder.path, { ...firstRealm, PARLEY_CALLS_PER_MINUTE: "0" }),
      );
      programs.push(program);
      url = await program.url();
      browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      owner = await onServer(url, "owner@example.com", ownerPassword);
      const made = (await owner.callEndpoint("/users", "POST", {
        ...{ email: "ben@example.com", full_name: "Ben Bell", password: passwords["ben@example.com"] },
      })) as { user_id: number };
      benId = made.user_id;
      const found = (await owner.callEndpoint("/get_stream_id", "GET", { stream: "general" })) as {
        stream_id: number;
      };
      generalId = found.stream_id;
      await owner.callEndpoint("/mark_all_as_read", "POST", {});
      const ben = await onServer(url, "ben@example.com", passwords["ben@example.com"] ?? "");
      await ben.callEndpoint("/mark_all_as_read", "POST", {});
    });
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close();
      expect(bugs.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await endAll(programs);
      folder.remove();
    });

    test("two people talk: in a topic, with mentions, reactions, edits and deletions, each seen at once", async () => {
      const [olive, ben] = [await openAs("owner@example.com"), await openAs("ben@example.com")];
      await ben.getByText("All read").waitFor();

      await olive.getByRole("link", { name: "general", exact: true }).click();
      await olive.getByRole("button", { name: "New topic" }).click();
      await olive.getByLabel("Topic").fill("web client");
      const field = olive.getByRole("textbox", { name: "Message web client" });
      await field.fill("Shall we ship it, ");
      await field.press("End");
      await field.pressSequentially("@be");
      await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
      await field.press("Enter");
      await field.press("Enter");
      await olive.getByRole("heading", { name: "general web client" }).waitFor();
      await message(olive, "Shall we ship it, @Ben Bell").waitFor();

      const row = ben.getByRole("main").getByRole("link", { name: /web client/ });
      await row.waitFor();
      await expect(row.innerText()).resolves.toMatch(/mentions you[\s\S]*1/);
      await expect(ben.title()).resolves.toBe("(1) Example");
      await row.click();
      await message(ben, "Shall we ship it").waitFor();

      await ben.getByRole("textbox", { name: "Message web client" }).pressSequentially("Ye");
      await olive.getByText("Ben Bell is typing…").waitFor();
      await write(ben, "Yes :tada:");
      await message(olive, "Yes 🎉").waitFor();

      await message(olive, "Yes 🎉").hover();
      await message(olive, "Yes 🎉").getByRole("button", { name: "Add a reaction" }).click();
      await olive.getByLabel("Find an emoji").fill("thumbs_up");
      await olive.getByRole("option", { name: "thumbs up", exact: true }).waitFor();
      await olive.getByLabel("Find an emoji").press("Enter");
      const reaction = ben.getByRole("button", { name: /by Olive Owner/ });
      await reaction.waitFor();
      await reaction.click();
      await olive.getByRole("button", { name: /by Olive Owner, Ben Bell/ }).waitFor();

      await message(ben, "Yes 🎉").focus();
      await ben.keyboard.press("e");
      const edit = ben.getByLabel("Edit message");
      await edit.fill("Yes, on **Friday**");
      await edit.press("Enter");
      await message(olive, "Yes, on Friday").getByText("edited").waitFor();

      await message(ben, "on Friday").focus();
      await ben.keyboard.press("i");
      await ben.getByRole("menuitem", { name: "Delete" }).click();
      await ben.getByRole("button", { name: "Delete" }).click();
      await message(olive, "on Friday").waitFor({ state: "detached" });
    });

    test("nothing is read by being loaded: only once somebody who is there has had it in view", async () => {
      const sent = { to: "general", topic: "attention", type: "stream", content: "Look here" };
      await owner.callEndpoint("/messages", "POST", { ...sent, read_by_sender: "true" });
      const ben = await openAs("ben@example.com");
      await ben
        .getByRole("main")
        .getByRole("link", { name: /attention/ })
        .waitFor();
      const before = await unreadOf("ben@example.com");
      await ben.evaluate(`location.hash = "#narrow/channel/${generalId}-general/topic/attention"`);
      await message(ben, "Look here").waitFor();
      await ben.waitForTimeout(2500);
      expect(await unreadOf("ben@example.com")).toBe(before);
      await ben.mouse.move(600, 400);
      await ben.waitForTimeout(2500);
      expect(await unreadOf("ben@example.com")).toBe(before - 1);
    });

    test("a direct message arrives, is found by the keyboard alone, and answered", async () => {
      const [olive, ben] = [await openAs("owner@example.com"), await openAs("ben@example.com")];
      await ben.keyboard.press("x");
      await ben.keyboard.type("oli");
      await ben.getByRole("option", { name: "Olive Owner" }).waitFor();
      await ben.keyboard.press("Enter");
      const field = ben.getByRole("textbox", { name: "Message Olive Owner" });
      await field.fill("Are you there?");
      await field.press("Enter");
      await ben.getByRole("heading", { name: "Olive Owner" }).waitFor();

      await olive
        .getByRole("main")
        .getByRole("link", { name: /Ben Bell/ })
        .waitFor();
      await olive.keyboard.press("p");
      await message(olive, "Are you there?").waitFor();
      await olive.keyboard.press("c");
      await olive.keyboard.type("Always");
      await olive.keyboard.press("Enter");
      await message(ben, "Always").waitFor();
      await olive.keyboard.press("Escape");
      await olive.keyboard.press("Escape");
      await olive.getByRole("heading", { name: "Inbox" }).waitFor();
      await olive.keyboard.press("Control+k");
      await olive.keyboard.type("gener");
      await olive.keyboard.press("Enter");
      await olive.getByRole("heading", { name: "general", exact: true }).waitFor();
    });

    test("what is written without a connection arrives once there is one again, once", async () => {
      const [olive, ben] = [await openAs("owner@example.com"), await openAs("ben@example.com")];
      const at = `#narrow/dm/${benId}`;
      await olive.goto(`${url}/${at}`);
      await write(olive, "First");
      await message(olive, "First").waitFor();
      await olive.getByText("Sending…").waitFor({ state: "detached" });
      await olive.context().setOffline(true);
      await write(olive, "From the tunnel");
      await olive.getByText("Sending…").waitFor();
      await olive.context().setOffline(false);
      await message(olive, "From the tunnel").waitFor({ timeout: 60_000 });
      await ben
        .getByRole("main")
        .getByRole("link", { name: /Olive Owner/ })
        .click();
      await message(ben, "From the tunnel").waitFor();
      await expect(message(ben, "From the tunnel").count()).resolves.toBe(1);
      await olive.getByText("Sending…").waitFor({ state: "detached" });
    });

    test("a search shows what was searched for, and its address finds it again", async () => {
      const olive = await openAs("owner@example.com");
      await olive.keyboard.press("/");
      await olive.keyboard.type("sender:Olive ship");
      await olive.keyboard.press("Enter");
      await message(olive, "Shall we ship it").waitFor();
      await expect(olive.locator(".highlight").first().innerText()).resolves.toBe("ship");
      await olive.reload();
      await message(olive, "Shall we ship it").waitFor();
    });

    test("a history of hundreds is read back to its beginning, and the place is kept while it loads", async () => {
      for (let index = 0; index < 400; index += 1)
        await owner.callEndpoint("/messages", "POST", {
          ...{ to: "general", topic: "long", type: "stream", content: `Line ${index}\n\nmore` },
          read_by_sender: "true",
        });
      const olive = await openAs("owner@example.com");
      await olive.goto(`${url}/#narrow/channel/${generalId}-general/topic/long`);
      await message(olive, "Line 399").waitFor();
      const moved = (await olive.evaluate(`(async () => {
        const scroller = document.querySelector(".scroller");
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
        let worst = 0, most = 0;
        for (let turn = 0; turn < 600 && !document.body.innerText.includes("Line 0\\n"); turn += 1) {
          scroller.scrollTop -= 300;
          await frame();
          const top = scroller.getBoundingClientRect().top;
          const rows = [...scroller.querySelectorAll("[data-id]")];
          const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 5);
          const before = first.getBoundingClientRect().top;
          await frame(); await frame(); await frame();
          if (first.isConnected) worst = Math.max(worst, Math.abs(first.getBoundingClientRect().top - before));
          most = Math.max(most, rows.length);
        }
        return { worst, most, isThere: document.body.innerText.includes("Line 0\\n") };
      })()`)) as { worst: number; most: number; isThere: boolean };
      expect(moved.isThere).toBe(true);
      expect(moved.most).toBeLessThanOrEqual(220);
      expect(moved.worst).toBeLessThanOrEqual(2);
    });

    test.each([
      ["desktop", desktop],
      ["desktop-dark", { ...desktop, colorScheme: "dark" as const }],
      ["phone", phone],
      ["phone-light", { ...phone, colorScheme: "light" as const }],
    ])("every screen can be read and used by everyone: %s", async (name, options) => {
      const ben = await openAs("ben@example.com", options);
      await ben.getByRole("main").waitFor();
      await check(ben, `inbox-${name}`);
      for (const [screen, hash, ready] of [
        ["topic", `#narrow/channel/${generalId}-general/topic/web.20client`, "Shall we ship it"],
        ["channel", `#narrow/channel/${generalId}-general`, "Shall we ship it"],
        ["feed", "#feed", "more"],
        ["direct", "#narrow/dm/1-Olive-Owner", "Always"],
        ["search", "#narrow/search/ship", "Shall we ship it"],
        ["recent", "#recent", "long"],
        ["channels", "#channels", "general"],
      ] as const) {
        await ben.goto(`${url}/${hash}`);
        await ben.getByRole("main").getByText(ready).last().waitFor({ state: "attached" });
        await check(ben, `${screen}-${name}`);
      }
      await ben.keyboard.press("?");
      await ben.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
      await check(ben, `keys-${name}`);
    });
  },
);
