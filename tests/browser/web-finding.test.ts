import type { Page } from "playwright-core";
import { goTo, press } from "../support/browser/by-keyboard";
import { benEmail, check, choose, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1 }).filter({ hasText: name });
const search = (page: Page) => page.getByRole("combobox", { name: "Search" });
/** Waits for the pills and the text beside them. */
const shows = (page: Page, shown: readonly string[], text = ""): Promise<void> =>
  until(
    page,
    `JSON.stringify([[...document.querySelectorAll("search .pill > span")].map((one) => one.innerText), document.getElementById("search")?.value]) ===
      ${JSON.stringify(JSON.stringify([shown, text]))}`,
  );

/** What Ctrl+K finds, by the letters that are typed: what comes first, and the heading of where it leads. */
const goals: readonly (readonly [what: string, letters: string, first: string, leads: string | RegExp])[] = [
  ["a topic read long ago", "quiet", "#general › quiet corner", "quiet corner"],
  ["a topic by words of both names", "general quiet", "#general › quiet corner", "quiet corner"],
  ["a channel", "zebra", "#zebra", "zebra"],
  ["a person", "olive", "Olive Owner", "Olive Owner"],
  ["mentions", "mentions", "Mentions", "Mentions"],
  ["starred messages", "starred", "Starred", "Starred"],
  ["reactions", "reactions to", "Reactions to", "Reactions to"],
  ["drafts", "drafts", "Drafts", "Drafts"],
  ["scheduled messages", "scheduled", "Scheduled", "Scheduled"],
  ["recent conversations", "recent", "Recent", "Recent"],
  ["all channels", "all chan", "All channels", "Channels"],
  ["a section of settings", "alert wor", "Alert words", "Alert words"],
  ["a setting", "24-hour", "24-hour clock", "Preferences"],
];

describeInBrowser("finding things in the web client", (windows) => {
  beforeAll(async () => {
    const { owner, ben, benId, send } = windows;
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "zebra" }]),
      principals: JSON.stringify([benId]),
    });
    await owner.callEndpoint("/user_groups/create", "POST", {
      name: "carpenters",
      description: "Wood",
      members: JSON.stringify([benId]),
    });
    await send(owner, "quiet corner", "Nobody wrote here since");
    await send(owner, "tools", "Where is the hammer?");
    await send(ben, "tools", "On the table.");
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  test.each(goals)("Ctrl+K finds %s", async (_what, letters, first, leads) => {
    const page = await windows.openAs(benEmail);
    await goTo(page, letters, first);
    await heading(page, leads)
      .or(page.getByRole("heading", { name: leads }).first())
      .first()
      .waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("Ctrl+K opens a group's card", async () => {
    const page = await windows.openAs(benEmail);
    await goTo(page, "carpen", "carpenters (Group)");
    await page.getByRole("dialog", { name: "carpenters" }).waitFor();
  });

  test("Ctrl+K shows what is unread first, right to left as well, and says when it finds nothing", async () => {
    const page = await windows.openAs(benEmail);
    await windows.send(windows.owner, "about tools", "Fresh");
    await page
      .getByRole("main")
      .getByRole("link", { name: /about tools/ })
      .waitFor();
    await page.evaluate(`document.documentElement.dir = "rtl"`);
    await press(page, "Control+k");
    await page.keyboard.type("tools");
    const options = page.getByRole("option");
    await options.filter({ hasText: "#general › tools" }).waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringMatching(/^#general › about tools\s*1$/),
      "#general › tools",
    ]);
    await press(page, "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown");
    await page.locator("#goal-1[aria-selected=true]").waitFor();
    await check(page, "go-anywhere");
    await press(page, "Control+a");
    await page.keyboard.type("qqqq");
    await page.getByText("Nothing found.").waitFor();
    // Nothing is chosen, so Enter goes nowhere.
    await press(page, "Enter", "Control+a");
    await page.keyboard.type("tools");
    await options.filter({ hasText: "#general › tools" }).waitFor();
    await press(page, "ArrowDown", "Enter");
    await heading(page, "tools").waitFor();
    await message(page, "hammer").waitFor();
  });

  test("operators become pills, which the URL, a reload and Back agree with", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type('sender:"Olive Owner" -has:link ham');
    await shows(page, ['sender:"Olive Owner"', "-has:link"], "ham");
    await press(page, "Enter");
    await until(
      page,
      String.raw`/^#narrow\/sender\/\d+-Olive-Owner\/-has\/link\/search\/ham$/.test(location.hash)`,
    );
    await page.reload();
    await shows(page, ['sender:"Olive Owner"', "-has:link"], "ham");
    // Another search, and back.
    await search(page).focus();
    await press(page, "Control+a");
    await page.keyboard.type("channel:general hammer");
    await shows(page, ['sender:"Olive Owner"', "-has:link", "channel:general"], "hammer");
    await press(page, "Enter");
    await message(page, "hammer").first().waitFor();
    await page.goBack();
    await shows(page, ['sender:"Olive Owner"', "-has:link"], "ham");
    await page.goForward();
    await shows(page, ['sender:"Olive Owner"', "-has:link", "channel:general"], "hammer");
    // A conversation isn't a search.
    await press(page, "Escape");
    await goTo(page, "quiet", "#general › quiet corner");
    await heading(page, "quiet corner").waitFor();
    await shows(page, []);
  });

  test("the URL of a direct conversation opens it for each participant, and the sidebar marks it at any URL", async () => {
    const { ben, benId, owner } = windows;
    const account = { email: "carl@example.com", full_name: "Carl Cole", password: "nine green lamps" };
    const { user_id: carlId } = (await owner.callEndpoint("/users", "POST", account)) as { user_id: number };
    const to = JSON.stringify([benId, carlId]);
    const content = "The three of us";
    const sent = await owner.callEndpoint("/messages", "POST", { type: "direct", to, content });
    const { id } = sent as unknown as { readonly id: number };
    await ben.callEndpoint("/messages", "POST", { type: "direct", to: `[${benId}]`, content: "Only me" });
    const page = await windows.openAs(benEmail);
    const current = page.locator("#side [aria-current=page]");
    const open = (name: string) => page.locator("#side .side-link").filter({ hasText: name }).click();
    await open("Olive Owner, Carl Cole");
    await message(page, "The three of us").waitFor();
    expect(await page.evaluate("location.hash")).toBe(`#narrow/dm/1,${benId},${carlId}-group`);
    const copied = page.url();
    await open("Ben Bell");
    await message(page, "Only me").waitFor();
    expect(await page.evaluate("location.hash")).toBe(`#narrow/dm/${benId}-Ben-Bell`);
    expect(await current.innerText()).toContain("Ben Bell");
    // Links may list the reader or not, in any order, and may lead to a message.
    for (const link of [`1,${carlId}-group`, `${carlId},${benId},1`, `${carlId},1-group/near/${id}`]) {
      await page.evaluate(`location.hash = "#inbox"`);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.evaluate(`location.hash = "#narrow/dm/${link}"`);
      await message(page, "The three of us").waitFor();
      expect(await current.innerText()).toContain("Olive Owner, Carl Cole");
      // Its own URL takes the place of the link.
      const [near = ""] = /\/near\/\d+/.exec(link) ?? [];
      expect(await page.evaluate("location.hash")).toBe(`#narrow/dm/1,${benId},${carlId}-group${near}`);
      await page.goBack();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
    }
    await page.goto(`${windows.url}/#narrow/dm/1,${carlId}`);
    await page.reload();
    await message(page, "The three of us").waitFor();
    expect(await page.evaluate("location.hash")).toBe(`#narrow/dm/1,${benId},${carlId}-group`);
    const olive = await windows.openAs("owner@example.com");
    await olive.goto(copied);
    await message(olive, "The three of us").waitFor();
    await heading(olive, "Ben Bell, Carl Cole").waitFor();
  });

  test("a search without results says so, and explains operators that aren't known", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("before:2024 -is:dm qqqq http://x");
    await press(page, "Enter");
    await page.getByText("Nothing found.").waitFor();
    await page.getByText(/^before: isn’t known here/).waitFor();
    await check(page, "nothing-found");
    await press(page, "/");
    await page.keyboard.type("zzzz");
    await press(page, "Enter");
    await page.getByText(/isn’t known here/).waitFor({ state: "detached" });
    // An empty conversation isn't a search.
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/empty"`);
    await page.getByText("Nothing here yet.").waitFor();
    // Earlier searches are shown beside their icon.
    await press(page, "/");
    const offer = page.getByRole("option", { name: "zzzz" });
    const [icon, text] = [
      await offer.locator("svg").boundingBox(),
      await offer.locator("span").boundingBox(),
    ];
    expect(Number(icon?.x) + Number(icon?.width)).toBeLessThanOrEqual(Number(text?.x));
  });

  test("the edit history marks what each version changed, for screen readers too", async () => {
    const id = await windows.send(windows.ben, "reworded", "We meet on **Monday** at the shed.");
    await windows.ben.callEndpoint(`/messages/${id}`, "PATCH", {
      content: "We meet on **Tuesday** at the shed, at six.",
    });
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/reworded"`);
    await choose(page, "We meet", "Edit history");
    const newest = page.locator(".versions li").first();
    await newest.locator("ins").first().waitFor();
    expect(await newest.locator("strong").innerHTML()).toBe(
      '<del><span class="unseen">deleted: </span>Monday</del><ins><span class="unseen">inserted: </span>Tuesday</ins>',
    );
    expect(await newest.locator("ins").last().textContent()).toBe("inserted: , at six");
    await check(page, "edit-history");
  });

  test("a list in the edit history looks like one, not like a list of versions", async () => {
    const id = await windows.send(windows.ben, "listed", "To bring:\n1. rope\n2. ladder");
    await windows.ben.callEndpoint(`/messages/${id}`, "PATCH", { content: "To bring:\n1. rope\n2. lamp" });
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/listed"`);
    await choose(page, "To bring", "Edit history");
    await page.getByRole("dialog").getByText("rope").first().waitFor();
    const styles = (selector: string) =>
      page.evaluate(`(({ listStyleType, borderBlockStartStyle }) => [listStyleType, borderBlockStartStyle])(
        getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`);
    expect(await styles("dialog li li")).toEqual(await styles("article li"));
  });

  test("slash commands say what they do where they are suggested", async () => {
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/tools"`);
    await page.getByRole("textbox", { name: "Message tools" }).focus();
    await page.keyboard.type("/");
    await page.getByRole("option", { name: "/poll Ask for votes" }).waitFor();
    const texts = await page.getByRole("option").allInnerTexts();
    expect(texts.filter((text) => !/^\/\S+\s+\S+/.test(text))).toEqual([]);
    await check(page, "slash-commands");
  });

  test("Backspace at the start removes the last pill, and a click removes any", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("is:starred has:link has:image soup");
    await shows(page, ["is:starred", "has:link", "has:image"], "soup");
    // Within the text it removes a letter.
    await press(page, "Backspace");
    await shows(page, ["is:starred", "has:link", "has:image"], "sou");
    await press(page, "Home", "Backspace");
    await shows(page, ["is:starred", "has:link"], "sou");
    await page.getByRole("button", { name: "Remove is:starred" }).click();
    await shows(page, ["has:link"], "sou");
    await until(page, "document.activeElement.id === 'search'");
    await press(page, "Home", "Backspace", "Backspace");
    await shows(page, [], "sou");
  });

  test("a pasted search is read as one that was typed", async () => {
    const page = await windows.openAs(benEmail);
    await page.evaluate(
      `navigator.clipboard.writeText(${JSON.stringify('from:"Olive Owner" stream:general -is:starred "is the hammer"')})`,
    );
    await press(page, "/", "Control+v");
    await shows(page, ['sender:"Olive Owner"', "channel:general", "-is:starred"], '"is the hammer"');
    await press(page, "Enter");
    await message(page, "Where is the hammer?").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await page.reload();
    await shows(page, ['sender:"Olive Owner"', "channel:general", "-is:starred"], '"is the hammer"');
  });

  test("Enter completes an operator whose name is only begun, then searches", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("channel:gener");
    await page.getByRole("option", { name: "channel:general" }).waitFor();
    await press(page, "Enter");
    await shows(page, ["channel:general"]);
    await page.keyboard.type("hammer");
    await press(page, "Enter");
    await until(page, String.raw`/^#narrow\/channel\/\d+-general\/search\/hammer$/.test(location.hash)`);
  });

  test("the newest result of a typed search takes the focus once it is there, and Escape leads back", async () => {
    const page = await windows.openAs(benEmail);
    const focused = `document.activeElement.closest("article")?.innerText.includes("hammer") === true`;
    await page.evaluate(
      `location.hash = "#narrow/channel/${windows.generalId}-general/topic/quiet.20corner"`,
    );
    await message(page, "Nobody wrote here since").waitFor();
    const held: (() => void)[] = [];
    await page.route("**/json/messages?**", async (route) => {
      await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    const answer = async (): Promise<void> => {
      while (held.length === 0) await page.waitForTimeout(20);
      for (const go of held.splice(0)) go();
    };
    const find = async (text: string): Promise<void> => {
      await press(page, "/");
      await page.keyboard.type(text);
      await press(page, "Enter");
    };
    await find("hammer");
    await answer();
    await until(page, focused);
    // Keys go on from there.
    await press(page, "r");
    await page
      .getByRole("region", { name: "New message" })
      .getByRole("textbox", { name: "Message tools" })
      .waitFor();
    await press(page, "Escape");
    await until(page, focused);
    await press(page, "Escape");
    await heading(page, "quiet corner").waitFor();
    // The next one leads home.
    await press(page, "Escape");
    await heading(page, "Inbox").waitFor();
    // Whoever types on isn't interrupted.
    await find("the hammer");
    await press(page, "/");
    await page.keyboard.type(" is");
    await answer();
    await message(page, "hammer").first().waitFor();
    await until(page, "document.activeElement.id === 'search'");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("somebody who repeats a search by keyboard stays in the field, and can type on there", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("channel:general hammer");
    await press(page, "Enter");
    await message(page, "hammer").first().waitFor();
    await page.evaluate(`location.hash = "#inbox"`);
    await heading(page, "Inbox").waitFor();
    await press(page, "/");
    await page.getByRole("option", { name: "channel:general hammer" }).waitFor();
    // The suggestions are as wide as the field.
    const [offers, field] = [
      await page.getByRole("listbox").boundingBox(),
      await page.locator(".search-field").boundingBox(),
    ];
    expect(offers?.width).toBe(field?.width);
    await press(page, "ArrowDown", "Enter");
    await message(page, "hammer").first().waitFor();
    await shows(page, ["channel:general"], "hammer");
    await until(page, "document.activeElement.id === 'search'");
    // What was found isn't covered.
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.keyboard.type(" proof");
    await shows(page, ["channel:general"], "hammer proof");
    expect(await page.evaluate("location.hash.endsWith('/search/hammer')")).toBe(true);
    await press(page, "Escape");
    await until(page, "document.activeElement.closest('.view') && document.activeElement.id !== 'search'");
    // The next screen doesn't take the focus.
    await page.evaluate(`location.hash = "#inbox"`);
    await heading(page, "Inbox").waitFor();
    await until(page, "document.activeElement.id !== 'search'");
  });

  test("operands that name nothing stay text, and wrong ones are refused in words", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("sender:nobody channel:nowhere lunch:time ");
    await shows(page, [], "sender:nobody channel:nowhere lunch:time ");
    await press(page, "Enter");
    await page.getByText("Nothing found.").waitFor();
    await until(page, "location.hash.startsWith('#narrow/search/')");
    await search(page).focus();
    await press(page, "Control+a");
    await page.keyboard.type("is:nonsense ");
    await shows(page, ["is:nonsense"]);
    await press(page, "Enter");
    await page.getByRole("alert").waitFor();
    await shows(page, ["is:nonsense"]);
    // It is still there to be mended.
    await search(page).focus();
    await press(page, "Backspace");
    await page.keyboard.type("hammer");
    await press(page, "Enter");
    await message(page, "hammer").first().waitFor();
  });
});
