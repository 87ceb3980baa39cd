import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { firefoxPath, hasFirefox } from "../support/browser/firefox";
import { onServer, type ZulipClient } from "../support/clients/zulip-client";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const wait = { timeout: 30_000 };

/** Waits until an element that matches the selector has the text. */
const says = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.innerText.includes(${JSON.stringify(text)}))`,
    wait,
  );

const describeIt = hasFirefox ? describe : describe.skip;
describeIt(`the web client in Firefox (${hasFirefox ? firefoxPath : "which isn't installed"})`, () => {
  const folder = newDataDir();
  const programs: Program[] = [];
  let browser: Browser;
  let url: string;
  let owner: ZulipClient;
  let page: Page;
  const bugs: string[] = [];

  beforeAll(async () => {
    build();
    const program = Program.run(
      "main",
      environment(folder.path, { ...firstRealm, PARLEY_CALLS_PER_MINUTE: "0" }),
    );
    programs.push(program);
    url = await program.url();
    owner = await onServer(url, ownerEmail, ownerPassword);
    browser = await puppeteer.launch({ browser: "firefox", executablePath: firefoxPath, headless: true });
    page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 800 });
    page.on("pageerror", (error) => bugs.push(String(error)));
  });
  afterEach(() => expect(bugs.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await endAll(programs);
    folder.remove();
  });

  const send = (topic: string, content: string) =>
    owner.messages.send({ type: "stream", to: "general", topic, content });
  const articles = ".scroller article";
  const shown = (text: string) => says(page, articles, text);

  test("a user logs in and sees the inbox", async () => {
    await page.goto(`${url}/`);
    await page.locator("input[type=email]").fill(ownerEmail);
    await page.locator("input[type=password]").fill(ownerPassword);
    await page.locator("main button, form button").click();
    await says(page, "h1", "Inbox");
  });

  test("a user opens a channel, writes, reacts, edits and searches by keyboard alone", async () => {
    await send("firefox", "Does it work here?");
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog[open] input", wait);
    await page.keyboard.type("general");
    await says(page, "dialog[open] [role=option]", "general");
    await page.keyboard.press("Enter");
    await says(page, "h1", "general");
    await shown("Does it work here?");
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    await page.waitForFunction("document.activeElement?.matches('.compose textarea') ?? false", wait);
    await page.keyboard.type("Yes, it **does**");
    await page.keyboard.press("Enter");
    await shown("Yes, it does");
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    await page.keyboard.press("k");
    await page.keyboard.press("+");
    await page.waitForSelector(`${articles} .reaction`, wait);
    await page.keyboard.press("/");
    await page.keyboard.type("work");
    await page.keyboard.press("Enter");
    await says(page, `${articles} .highlight`, "work");
  });

  test("other people's messages arrive by a stream, and a later start shows the cached state", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${url}/#narrow/channel/general/topic/firefox`);
    await page.reload();
    await shown("Does it work here?");
    for (const text of ["One more", "Yet another"]) {
      await send("firefox", text);
      await shown(text);
    }
    // Firefox cuts the requests of the page that it leaves, and that one asks again.
    expect([...new Set(asked.filter((path) => path.startsWith("/json/events")))]).toEqual([
      "/json/events/stream",
    ]);
    await page.reload();
    await shown("Yet another");
  });

  test("a menu opens next to its button, and Escape returns the focus", async () => {
    await page.locator("#side .side-head button").click();
    await page.waitForSelector("[role=menu] [role^=menuitem]", wait);
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('[role=menu]') === null", wait);
    await page.waitForFunction("document.activeElement?.closest('.side-head') !== null", wait);
  });

  test("the layout works right to left", async () => {
    await page.evaluate(`{
      document.documentElement.dir = "rtl";
    }`);
    await page.waitForFunction("document.querySelector('#side').getBoundingClientRect().left > 800", wait);
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  });
});
