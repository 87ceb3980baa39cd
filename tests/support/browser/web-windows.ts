import { source as axe } from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { onServer } from "../clients/zulip-client";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../program/child-server";
import { executablePath, hasChromium, takePicture } from "./chromium";
import { watchQueue } from "./followed-queue";

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  permissions: ["clipboard-read", "clipboard-write"],
};
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: "dark",
};
/** Every kind of window in which a screen is tested. */
export const allWindows: readonly (readonly [string, BrowserContextOptions])[] = [
  ["desktop", desktop],
  ["desktop-dark", { ...desktop, colorScheme: "dark" }],
  ["phone", phone],
  ["phone-light", { ...phone, colorScheme: "light" }],
];

/** A mail server that no mail reaches: most tests only need that there is one. */
const nowhere = { PARLEY_SMTP_URL: "smtp://127.0.0.1:9" };

export const benEmail = "ben@example.com";
const benPassword = "seven blue elephants";

type Client = Awaited<ReturnType<typeof onServer>>;

/** The built server with two people, and their browsers. */
export interface WebWindows {
  readonly url: string;
  readonly browser: Browser;
  readonly owner: Client;
  readonly ben: Client;
  readonly benId: number;
  readonly generalId: number;
  /** A user's window, logged in at the inbox. */
  openAs(email: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a window of the user in a context that has been used before. */
  logInWith(context: BrowserContext, email: string): Promise<Page>;
  /** Sends to the channel "general". */
  send(by: Client, topic: string, content: string): Promise<number>;
}

/** Deletes a user's drafts. */
export const deleteDrafts = async (client: Client): Promise<void> => {
  const { drafts } = (await client.callEndpoint("/drafts", "GET", {})) as unknown as {
    readonly drafts: readonly { readonly id: number }[];
  };
  for (const { id } of drafts) await client.callEndpoint(`/drafts/${id}`, "DELETE", {});
};

/** Moves a whole topic of a message to another name, without notices. */
export const renameTopic = (client: Client, messageId: number, topic: string): Promise<unknown> =>
  client.callEndpoint(`/messages/${messageId}`, "PATCH", {
    topic,
    propagate_mode: "change_all",
    send_notification_to_old_thread: "false",
    send_notification_to_new_thread: "false",
  });

export const write = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole("textbox", { name: /^Message / });
  await field.fill(text);
  await field.press("Enter");
};

export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("article").filter({ hasText: text });

/**
 * Waits until an expression is true in the page, whose policy doesn't let tests evaluate strings in it. An error counts as false: what
 * the expression reads may not be there yet.
 */
export const until = async (page: Page, expression: string): Promise<void> => {
  const end = Date.now() + 20_000;
  for (;;) {
    const found = await page.evaluate(expression).catch((error: Error) => error);
    if (found === true) return;
    if (Date.now() > end || page.isClosed())
      throw new Error(`It never came true: ${expression}`, { cause: found });
    await page.waitForTimeout(50);
  }
};

/** Waits until the page has drawn what it knows, and what it learned from drawing that. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
  );

/** Opens a message's actions by keyboard, and chooses one. */
export const choose = async (page: Page, text: string | RegExp, act: string): Promise<void> => {
  await message(page, text).last().focus();
  await page.keyboard.press("i");
  await page.getByRole("menuitem", { name: act }).click();
};

/** Opens a tool of the compose box, such as polls; phones have them in a menu. */
export const chooseTool = async (page: Page, name: string): Promise<void> => {
  const compose = page.locator(".compose");
  const isPhone = (page.viewportSize()?.width ?? 0) <= 800;
  if (!isPhone) return compose.getByRole("button", { name, exact: true }).click();
  await compose.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name }).click();
};

/** The page as others may need it: right to left, in high contrast, with the largest letters. */
const turned = `{
  const { documentElement: { dataset, style } } = document;
  document.documentElement.dir = "rtl";
  dataset.contrast = "more";
  style.setProperty("--size", "1.25");
}`;
const turnedBack = turned.replace("rtl", "ltr").replace("more", "usual").replace("1.25", "1");

/**
 * Checks for accessibility violations and for content wider than the window: on the page as it is, and right to left
 * with large letters and high contrast.
 */
export const check = async (page: Page, name: string): Promise<void> => {
  await checkOnce(page, name);
  await page.evaluate(turned);
  await twoFrames(page);
  await checkOnce(page, `${name}-rtl`);
  await page.evaluate(turnedBack);
};

/** Waits until nothing moves, except what moves forever. */
const stillness = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)),
).then(() => undefined)`;

/**
 * Axe takes every link to a screen that begins with "#" for a skip link if it is below the window's edge, as in a phone's
 * sidebar that scrolls. The client's own skip link is a button.
 */
const axeOptions = JSON.stringify({
  resultTypes: ["violations"],
  rules: { "skip-link": { enabled: false } },
});

const checkOnce = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(stillness);
  // On phones, `innerWidth` grows with what is too wide.
  const overflow = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  expect([name, Math.max(overflow, 0)]).toEqual([name, 0]);
  // The page's policy allows no inserted script, so this runs in an isolated world.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `${axe}; axe.run(document, ${axeOptions}).then(({ violations }) =>
      JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])))`,
    awaitPromise: true,
    contextId,
  });
  expect([name, JSON.parse(result.value)]).toEqual([name, []]);
  await takePicture(page, `web-${name}`);
};

/**
 * Tests in a browser, on their own server; skipped if there is no browser. Any error in the page's console fails the
 * test.
 */
export const describeInBrowser = (
  name: string,
  tests: (windows: WebWindows) => void,
  /** Settings of the server. */
  more: () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv> = () => ({}),
): void => {
  const describeIt = hasChromium ? describe : describe.skip;
  describeIt(`${name} (${hasChromium ? executablePath : "no browser is installed"})`, () => {
    const folder = newDataDir();
    const programs: Program[] = [];
    const bugs: string[] = [];
    const made = {} as { -readonly [Key in keyof WebWindows]: WebWindows[Key] };

    made.logInWith = async (context, email) => {
      watchQueue(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => bugs.push(error.message));
      page.on("console", (one) => {
        // Errors that follow from deliberately cutting the network, or from deliberate refusals, aren't bugs.
        const isMeant = /net::|status of (?:40[013]|413)/.test(one.text());
        if (one.type() === "error" && !isMeant) bugs.push(one.text());
      });
      await page.goto(`${made.url}/`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(email === benEmail ? benPassword : ownerPassword);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      return page;
    };
    made.openAs = async (email, options = desktop) =>
      made.logInWith(await made.browser.newContext(options), email);
    made.send = async (by, topic, content) => {
      const { id } = (await by.callEndpoint("/messages", "POST", {
        to: "general",
        topic,
        type: "stream",
        content,
        read_by_sender: "true",
      })) as { id: number };
      return id;
    };

    beforeAll(async () => {
      build();
      const settings = await more();
      const program = Program.run(
        "main",
        environment(folder.path, { ...firstRealm, ...nowhere, PARLEY_CALLS_PER_MINUTE: "0", ...settings }),
      );
      programs.push(program);
      made.url = await program.url();
      // Without a session bus, Chromium shows notifications itself, on every machine.
      const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:" };
      made.browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], env });
      made.owner = await onServer(made.url, "owner@example.com", ownerPassword);
      const user = { email: benEmail, full_name: "Ben Bell", password: benPassword };
      const { user_id } = (await made.owner.callEndpoint("/users", "POST", user)) as { user_id: number };
      made.benId = user_id;
      made.ben = await onServer(made.url, benEmail, benPassword);
      const found = await made.owner.callEndpoint("/get_stream_id", "GET", { stream: "general" });
      made.generalId = (found as { stream_id: number }).stream_id;
      for (const client of [made.owner, made.ben]) await client.callEndpoint("/mark_all_as_read", "POST", {});
    });
    afterEach(async () => {
      for (const context of made.browser?.contexts() ?? []) await context.close();
      expect(bugs.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await made.browser?.close();
      await endAll(programs);
      folder.remove();
    });
    tests(made);
  });
};
