import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { executablePath, hasChromium } from "../support/browser/chromium";
import { type LivelyDemo, livelyDemo } from "../support/browser/lively-demo";
import { check, message, until } from "../support/browser/web-windows";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";

jest.setTimeout(300_000);

/** The windows in which docs/pictures shows each screen. */
const kinds: readonly (readonly [name: string, ending: string, options: BrowserContextOptions])[] = [
  ["desktop", "", { viewport: { width: 1280, height: 800 } }],
  [
    "phone, dark",
    "-phone",
    {
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
    },
  ],
];

const logIn = async (page: Page, url: string, email: string, password: string): Promise<void> => {
  page.setDefaultTimeout(10_000);
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
};

(hasChromium ? describe : describe.skip)("the screens of an organization at work", () => {
  const parley = installation();
  const ofFounder = installation();
  let demo: LivelyDemo;
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    // Invitations ask for addresses only where mail can be sent.
    const program = parley.run("main", {
      PARLEY_CALLS_PER_MINUTE: "0",
      PARLEY_SMTP_URL: "smtp://127.0.0.1:9",
    });
    demo = await livelyDemo(parley, await program.url());
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(() => browser?.close());

  describe.each(kinds)("%s", (_name, ending, options) => {
    const isPhone = ending !== "";
    const shows = (page: Page, name: string) => check(page, `${name}${ending}`);
    const open = async (hash: string): Promise<Page> => {
      const page = await (await browser.newContext(options)).newPage();
      await logIn(page, demo.url, demo.amaraEmail, demo.password);
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      return page;
    };
    const channel = (name: string) => `#narrow/channel/${demo.channels[name]}-${name.replaceAll(" ", "-")}`;
    const waterColours = () => `${channel("design")}/topic/water.20colours`;
    const openColours = async (): Promise<Page> => {
      const page = await open(waterColours());
      await page.getByRole("button", { name: /^The middle one/ }).waitFor();
      await page.locator(".message_inline_image img").nth(1).waitFor();
      return page;
    };

    test("shows the inbox and recent conversations", async () => {
      const page = await open("#inbox");
      await page
        .getByRole("main")
        .getByRole("link", { name: /tile server/ })
        .waitFor();
      await shows(page, "inbox");
      await page.evaluate("location.hash = '#recent'");
      await page.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
      await page
        .getByRole("main")
        .getByRole("link", { name: /water colours/ })
        .waitFor();
      await shows(page, "recent");
    });

    test("shows a topic, a channel and a direct conversation", async () => {
      const page = await openColours();
      await shows(page, "topic");
      await page.evaluate(`location.hash = ${JSON.stringify(channel("engineering"))}`);
      await page.getByRole("heading", { name: "engineering", level: 1 }).waitFor();
      await page.getByRole("article").nth(2).waitFor();
      await shows(page, "channel");
      await page.evaluate(`location.hash = "#narrow/dm/${demo.ownerId}-Demo-Owner"`);
      await message(page, "before noon").waitFor();
      await shows(page, "direct");
    });

    test("shows a search", async () => {
      const page = await open("#narrow/search/paper");
      await page.locator("article .highlight").first().waitFor();
      await shows(page, "search");
    });

    test("shows suggestions for a name, and the emoji picker", async () => {
      const page = await openColours();
      const field = page.getByRole("textbox", { name: "Message water colours" });
      await field.pressSequentially("Thank you, @");
      await page.getByRole("option").nth(3).waitFor();
      await shows(page, "suggestions");
      await page.keyboard.press("Escape");
      await field.fill("");
      await page.getByRole("button", { name: "Emoji", exact: true }).click();
      await page.getByRole("option").nth(20).waitFor();
      await shows(page, "emoji");
    });

    test("shows a message's menu and a person's card", async () => {
      const page = await openColours();
      const row = message(page, "Two sheets to compare");
      await row.focus();
      await page.keyboard.press("i");
      await page.getByRole("menuitem", { name: "Read receipts" }).waitFor();
      await shows(page, "message-menu");
      await page.keyboard.press("Escape");
      await row.focus();
      await page.keyboard.press("u");
      await page.getByRole("dialog", { name: "Chiyo Tanabe" }).getByText("At the plotter").waitFor();
      await shows(page, "card");
    });

    test("shows settings of a channel and one's own", async () => {
      const page = await open(`#channels/${demo.channels.design}/design/general`);
      await page.locator(".settings").getByLabel("Description").waitFor();
      await shows(page, "channel-settings");
      await page.evaluate("location.hash = '#settings/preferences'");
      await page.getByRole("checkbox", { name: "24-hour clock" }).waitFor();
      await shows(page, "settings");
    });

    test("shows an invitation", async () => {
      const page = await open("#inbox");
      const menu = page.getByRole("button", { name: "Channels", exact: true });
      if (isPhone) await menu.last().click();
      await page.getByRole("button", { name: "You", exact: true }).click();
      await page.getByRole("menuitem", { name: "Invite people" }).click();
      await page.getByLabel("Email addresses").fill("wilma@example.com, otto@example.com");
      await shows(page, "invitation");
    });

    test.each([
      ["#message-formatting", "Message formatting", "formatting"],
      ["#search-operators", "Search filters", "search-filters"],
      ["#about", "About Parley", "about"],
    ])("shows the dialog of %s", async (hash, name, picture) => {
      const page = await open("#inbox");
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByRole("dialog", { name }).locator("td, dd").nth(2).waitFor();
      await shows(page, picture);
    });

    test("shows a picture", async () => {
      const page = await openColours();
      await page.locator(".message_inline_image img").first().click();
      await page.getByText("1 of 2").waitFor();
      await until(page, "document.querySelector('.lightbox img').complete");
      await shows(page, "lightbox");
    });

    test("shows a spectator's window", async () => {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(`${demo.url}/${channel("field notes")}/topic/north.20shore`);
      await message(page, "two wet shoes").waitFor();
      await shows(page, "spectator");
    });

    test("shows a window without a connection", async () => {
      const page = await openColours();
      await page.context().setOffline(true);
      // A poll that was begun before still gets its answer; the next one fails.
      await demo.say("support", "empty estuary", `A sailor asks again${ending}.`);
      await page.getByText("No connection. Trying again…").waitFor();
      const field = page.getByRole("textbox", { name: "Message water colours" });
      await field.fill("In the tunnel. The middle one!");
      await field.press("Enter");
      await page.getByText("Sending…").waitFor();
      await shows(page, "offline");
    });
  });

  test.each(kinds)("a new organization: %s", async (_name, ending, options) => {
    const url = await founded();
    const page = await (await browser.newContext(options)).newPage();
    await logIn(page, url, firstRealm.PARLEY_OWNER_EMAIL, ownerPassword);
    await page.getByRole("heading", { name: "Set up your team in three steps" }).waitFor();
    await check(page, `first-steps${ending}`);
  });

  let foundedUrl: Promise<string> | undefined;
  const founded = (): Promise<string> => {
    foundedUrl ??= ofFounder.run("main", { ...firstRealm, PARLEY_REALM_NAME: "Hill Street Workshop" }).url();
    return foundedUrl;
  };
});
