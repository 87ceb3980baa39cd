import { afterEvent } from "../support/browser/followed-queue";
import {
  allWindows,
  benEmail,
  check,
  choose,
  describeInBrowser,
  message,
  until,
  write,
} from "../support/browser/web-windows";
import { answering, type Peer, startPeer } from "../support/servers/peer";

jest.setTimeout(120_000);

let peer: Peer;
afterAll(() => peer?.close());

/** A server with video calls and model-written summaries. */
const settings = async (): Promise<NodeJS.ProcessEnv> => {
  peer = await startPeer();
  peer.answer(answering(200, { choices: [{ message: { content: "**Pizza** it is." } }] }));
  return {
    PARLEY_JITSI_URL: "https://meet.example.com",
    PARLEY_SUMMARY_URL: `${peer.url}/v1`,
    PARLEY_SUMMARY_MODEL: "small",
  };
};

const tests = (windows: Parameters<Parameters<typeof describeInBrowser>[1]>[0]): void => {
  const { openAs } = windows;
  const lunch = (): string => `${windows.url}/#narrow/channel/${windows.generalId}-general/topic/lunch`;

  beforeAll(async () => {
    await windows.send(windows.owner, "lunch", "Where do we eat?");
    await windows.send(windows.ben, "lunch", "Pizza, again");
  });

  test("a user sets a reminder of a message, lists it, undoes it and deletes it", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(lunch());
    await choose(ben, "Where do we eat?", "Remind me");
    await ben.getByLabel("Note to yourself").fill("book a table");
    await ben.getByRole("button", { name: /^Tomorrow morning/ }).click();
    await ben.getByText(/Reminder set for/).waitFor();
    await ben.getByRole("link", { name: /Reminders/ }).click();
    await ben.getByRole("main").getByText("book a table").waitFor();
    await ben.getByRole("link", { name: "Go to message" }).click();
    await message(ben, "Where do we eat?").waitFor();

    await choose(ben, "Pizza, again", "Remind me");
    await ben.getByLabel("Remind me at").press("ArrowUp");
    await ben.getByLabel("Note to yourself").press("Enter");
    await ben.getByRole("button", { name: "Undo" }).click();
    await until(ben, `document.querySelector('a[href="#reminders"] .count')?.innerText === "1"`);
    await ben.goto(`${windows.url}/#reminders`);
    await ben.getByRole("main").getByRole("button", { name: "Delete" }).click();
    await ben.getByText("Messages you asked to be reminded about appear here.").waitFor();
    const { reminders } = (await windows.ben.callEndpoint("/reminders", "GET", {})) as {
      reminders: object[];
    };
    expect(reminders).toEqual([]);
  });

  test("a reminder arrives as a direct message that leads to what it is about, and leaves the list", async () => {
    const { ben, owner, send } = windows;
    const id = await send(owner, "dentist", "Call the dentist");
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
    const page = await openAs(benEmail);
    const listed = page.locator("#side").getByRole("link", { name: "Reminders 1" });
    const scheduled_delivery_timestamp = Math.ceil(Date.now() / 1000) + 5;
    await ben.callEndpoint("/reminders", "POST", {
      message_id: id,
      note: "before noon",
      scheduled_delivery_timestamp,
    });
    await listed.click();
    await page.getByRole("main").getByText("before noon").waitFor();
    await page.getByText("Messages you asked to be reminded about appear here.").waitFor();
    await listed.waitFor({ state: "detached" });
    await until(page, "document.title.startsWith('(1)')");
    await page
      .locator("#side")
      .getByRole("link", { name: /Notification Bot/ })
      .click();
    const reminder = message(page, "before noon");
    await reminder.getByText("Call the dentist").waitFor();
    await reminder.getByRole("link", { name: "said" }).click();
    await page.getByRole("heading", { name: "dentist", level: 1 }).waitFor();
    await until(page, `document.querySelector('article[data-id="${id}"]')?.tabIndex === 0`);
  });

  test("a video call is inserted into the message as a link by the organization's provider", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(lunch());
    await ben.getByRole("button", { name: "Add a video call" }).click();
    await until(
      ben,
      "/^.Join video call..\\(https:..meet.example.com.\\S+\\)/.test(document.querySelector('.compose textarea').value)",
    );
    await ben.getByRole("button", { name: "Send", exact: true }).click();
    await message(ben, "Join video call.").waitFor();
  });

  test("a user can summarize a topic if the server supports it and they don't hide such features", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(lunch());
    await ben.getByRole("main").getByRole("button", { name: "Topic actions" }).click();
    await ben.getByRole("menuitem", { name: "Summarize" }).click();
    await ben.getByRole("dialog").getByText("Pizza it is.").waitFor();
    await ben.keyboard.press("Escape");
    await afterEvent(ben, windows.benId, "hide_ai_features", () =>
      windows.ben.callEndpoint("/settings", "PATCH", { hide_ai_features: "true" }),
    );
    await until(ben, "document.querySelector('dialog') === null");
    await ben.getByRole("main").getByRole("button", { name: "Topic actions" }).click();
    await ben.getByRole("menuitem", { name: "Copy link to topic" }).waitFor();
    await expect(ben.getByRole("menuitem", { name: "Summarize" }).count()).resolves.toBe(0);
  });

  test("a user sees reactions to their messages in a view, and opens the next unread conversation with one click", async () => {
    const ben = await openAs(benEmail);
    const pizza = await windows.send(windows.ben, "dinner", "Soup instead");
    await windows.owner.callEndpoint(`/messages/${pizza}/reactions`, "POST", { emoji_name: "tada" });
    await ben.getByRole("link", { name: "Reactions to you" }).click();
    await ben.getByRole("heading", { name: "Reactions to you" }).waitFor();
    await message(ben, "Soup instead").waitFor();
    await expect(message(ben, "Where do we eat?").count()).resolves.toBe(0);
    await windows.send(windows.owner, "news", "Something new");
    await ben.getByRole("link", { name: "Next unread conversation" }).click();
    await ben.getByRole("heading", { name: /general.*news/ }).waitFor();
  });

  test("slash commands run at once and send nothing", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(lunch());
    await message(ben, "Where do we eat?").waitFor();
    await write(ben, "/dark");
    await ben.getByText("The dark theme is on. /light turns it off.").waitFor();
    await until(ben, "document.documentElement.dataset.theme === 'dark'");
    await write(ben, "/ping");
    await ben.getByText("The server responded.").waitFor();
    await write(ben, "/light");
    await until(ben, "document.documentElement.dataset.theme === 'light'");
    await expect(message(ben, "/dark").count()).resolves.toBe(0);
    await expect(message(ben, "/ping").count()).resolves.toBe(0);
  });

  test("font size, contrast, width and direction apply from the first frame", async () => {
    const ben = await openAs(benEmail);
    const change = (settings: object) => windows.ben.callEndpoint("/settings", "PATCH", settings);
    const size = "parseFloat(getComputedStyle(document.body).fontSize)";
    const before = Number(await ben.evaluate(size));
    await change({ web_font_size_px: "20", web_line_height_percent: "180" });
    await change({ high_contrast_mode: "true", fluid_layout_width: "true" });
    await until(ben, `Math.abs(${size} - ${before * 1.25}) < 0.1`);
    await until(ben, "getComputedStyle(document.body).color === 'rgb(0, 0, 0)'");
    await ben.goto(lunch());
    await message(ben, "Where do we eat?").waitFor();
    await until(ben, "document.querySelector('.message-body').offsetWidth > 800");
    // It is a choice for one browser, where other such choices are, and not in everybody's way.
    await ben.getByRole("button", { name: "You" }).click();
    await ben.getByRole("menuitem", { name: "Settings" }).waitFor();
    expect(await ben.getByRole("menuitemcheckbox", { name: /right to left/i }).count()).toBe(0);
    await ben.goto(`${windows.url}/#settings/preferences`);
    await ben.getByLabel("Lay out pages from right to left").check();
    await until(ben, "document.querySelector('#side').getBoundingClientRect().left > 800");
    // Nobody has asked the server yet.
    await ben.route("**/json/session", () => undefined);
    await ben.reload({ waitUntil: "domcontentloaded" });
    await until(
      ben,
      "document.documentElement.dir === 'rtl' && document.documentElement.dataset.contrast === 'more'",
    );
    await until(ben, `Math.abs(${size} - ${before * 1.25}) < 0.1`);
    await change({ web_font_size_px: "16", web_line_height_percent: "140" });
    await change({ high_contrast_mode: "false", fluid_layout_width: "false" });
  });

  test.each(allWindows)("reminders are accessible: %s", async (name, options) => {
    const ben = await openAs(benEmail, options);
    await ben.goto(lunch());
    await choose(ben, "Where do we eat?", "Remind me");
    await ben.getByLabel("Note to yourself").waitFor();
    await check(ben, `remind-${name}`);
    await ben.getByRole("button", { name: /^Tomorrow morning/ }).click();
    await ben.getByText(/Reminder set for/).waitFor();
    await ben.goto(`${windows.url}/#reminders`);
    await ben.getByRole("main").getByRole("button", { name: "Delete" }).first().waitFor();
    await check(ben, `reminders-${name}`);
  });
};

describeInBrowser("reminders, calls, summaries and commands in the web client", tests, settings);
