import type { BrowserContextOptions } from "playwright-core";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  isMobile: true,
  hasTouch: true,
};

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describeInBrowser("the web client on a small phone", (windows) => {
  test("suggests searches below the field, within the window", async () => {
    await windows.send(windows.owner, "found", "Needle in here");
    const ben = await windows.openAs(benEmail, phone);
    await ben.locator("#search").tap();
    const offer = ben.getByRole("option", { name: "is:unread" });
    await offer.waitFor();
    await check(ben, "phone-search");
    await ben.keyboard.type("channel:gen");
    const channel = ben.getByRole("option", { name: "channel:general" });
    await channel.waitFor();
    const box = await channel.boundingBox();
    expect(box?.x).toBeLessThan(20);
    expect(Number(box?.x) + Number(box?.width)).toBeLessThan(360);
    await channel.tap();
    await ben.keyboard.type("needle");
    await ben.keyboard.press("Enter");
    await message(ben, "Needle in here").waitFor();
  });

  test("says above a topic which channel it is in, with a link to it", async () => {
    const topic = "a topic with a name too long for one line of a phone";
    await windows.send(windows.owner, topic, "Under a long name");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(
      `location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic.replaceAll(" ", ".20")}"`,
    );
    await message(ben, "Under a long name").waitFor();
    const head = ben.getByRole("heading", { level: 1 });
    const [name, place] = [
      await head.locator(".topic").boundingBox(),
      await head.getByRole("link", { name: "general" }).boundingBox(),
    ];
    expect(Number(place?.y) + Number(place?.height)).toBeLessThanOrEqual(Number(name?.y) + 1);
    expect(Number(name?.x) + Number(name?.width)).toBeLessThan(360);
    await check(ben, "phone-topic");
    await head.getByRole("link", { name: "general" }).tap();
    await ben.getByRole("heading", { name: "general", level: 1, exact: true }).waitFor();
  });

  test("lines up the times of recent conversations, with and without a count", async () => {
    await windows.send(windows.ben, "read one", "Known");
    await windows.send(windows.owner, "unread one", "News");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate("location.hash = '#recent'");
    const row = (topic: RegExp) => ben.getByRole("main").getByRole("link", { name: topic });
    await row(/unread one.*1/).waitFor();
    const ends = await Promise.all(
      [row(/› read one/), row(/unread one/)].map(async (one) => {
        const box = await one.locator(".when").boundingBox();
        return Number(box?.x) + Number(box?.width);
      }),
    );
    expect(Math.abs(Number(ends[0]) - Number(ends[1]))).toBeLessThan(0.5);
  });

  test("draws emoji in color where it can, with the outline of the first one whole", async () => {
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/later"`);
    await ben.getByRole("button", { name: "Emoji", exact: true }).tap();
    await ben.getByRole("option").first().waitFor();
    await until(ben, "document.querySelector('.emoji-grid [aria-selected=true]') !== null");
    const font = await ben.evaluate(
      "getComputedStyle(document.querySelector('.emoji-grid .glyph')).fontFamily",
    );
    expect(font).toMatch(/^"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"/);
    const hidden = await ben.evaluate(`(() => {
      const first = document.querySelector(".emoji-grid button");
      const { outlineWidth, outlineOffset } = getComputedStyle(first);
      const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const [inner, outer] = [first, first.parentElement].map((one) => one.getBoundingClientRect());
      return Math.max(outer.left - (inner.left - reach), outer.top - (inner.top - reach));
    })()`);
    expect(hidden).toBeLessThanOrEqual(0);
  });

  test("shows the whole name of a picture, who sent it and when", async () => {
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/pictures"`);
    const field = ben.getByRole("textbox", { name: "Message pictures" });
    const name = "the-harbour-at-dawn-seen-from-the-old-lighthouse.png";
    for (const _ of [1, 2]) {
      await ben.getByLabel("Attach files").setInputFiles([{ name, mimeType: "image/png", buffer: pixel }]);
      await until(ben, `/harbour.*png\\)/.test(document.querySelector(".compose textarea").value)`);
      await field.press("Enter");
      await until(ben, `document.querySelector(".compose textarea").value === ""`);
    }
    await until(ben, "document.querySelectorAll('article .words img').length === 2");
    await ben.locator("article .words img").last().tap();
    await ben.getByText("2 of 2").waitFor();
    const cut = await ben.evaluate(
      `[...document.querySelectorAll(".lightbox-about > *")].map((one) => one.scrollWidth - one.clientWidth)`,
    );
    expect(cut).toEqual([0, 0]);
    await check(ben, "phone-lightbox");
  });

  test("shows toasts above the compose box", async () => {
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/later"`);
    const field = ben.getByRole("textbox", { name: "Message later" });
    await field.fill("In an hour");
    await ben.getByRole("button", { name: "Send later" }).tap();
    await ben.getByRole("menuitem", { name: /^In an hour/ }).tap();
    const toast = await ben.locator(".toast").filter({ hasText: "Scheduled for" }).boundingBox();
    const box = await ben.locator(".compose").boundingBox();
    expect(Number(toast?.y) + Number(toast?.height)).toBeLessThan(Number(box?.y));
    await check(ben, "phone-toast");
  });

  test("a preview that opens below a toast pushes it up", async () => {
    await windows.send(windows.ben, "toasted", "A message to copy");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/toasted"`);
    const field = ben.getByRole("textbox", { name: "Message toasted" });
    await field.fill("/ping");
    await field.press("Enter");
    const toast = ben.locator(".toast");
    await toast.waitFor();
    await field.fill("One\n\ntwo\n\nthree\n\nfour");
    await ben.getByRole("button", { name: "Preview" }).tap();
    await ben.getByRole("region", { name: "Preview" }).waitFor();
    await until(
      ben,
      `document.querySelector(".toast").getBoundingClientRect().bottom <= document.querySelector(".preview").getBoundingClientRect().top`,
    );
  });

  test("shows all of the field in which a message is edited", async () => {
    await windows.send(windows.ben, "edits", "First");
    await windows.send(windows.ben, "edits", "A message to edit");
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/edits"`);
    const row = message(ben, "A message to edit");
    await row.locator(".words").tap();
    await row.getByRole("button", { name: "Edit" }).tap();
    const field = ben.getByRole("textbox", { name: "Edit message" });
    await field.waitFor();
    const covered = await ben.evaluate(`(() => {
      const field = document.querySelector(".edit textarea");
      const { left, right, top, bottom } = field.getBoundingClientRect();
      return [left + 10, (left + right) / 2, right - 10].filter(
        (x) => document.elementFromPoint(x, (top + bottom) / 2) !== field,
      );
    })()`);
    expect(covered).toEqual([]);
    await check(ben, "phone-edit");
    await field.press("Escape");
    await row.getByRole("button", { name: "Edit" }).waitFor();
  });

  test("the tools of a tapped message cover neither its time nor its text, and are in sight", async () => {
    for (let one = 1; one <= 12; one += 1)
      await windows.send(
        windows.owner,
        "tools",
        `${one}: as wide as the window of a phone, and a bit more than that`,
      );
    const ben = await windows.openAs(benEmail, phone);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/tools"`);
    await message(ben, "12: as wide").waitFor();
    // Code that loads later has arrived.
    await ben.locator(".compose").getByRole("button", { name: "More actions" }).waitFor();
    const covered = `(() => {
      const row = document.activeElement.closest("article");
      const [tools, text, view] = [row.querySelector(".actions"), row.querySelector(".message-body"), row.closest(".scroller")]
        .map((one) => one.getBoundingClientRect());
      const isOver = tools.bottom > text.top && tools.top < text.bottom;
      const isInSight = tools.top >= view.top && tools.bottom <= view.bottom;
      return [isOver, isInSight];
    })()`;
    await message(ben, "12: as wide").locator(".words").tap();
    await message(ben, "12: as wide").getByRole("button", { name: "Add a reaction" }).waitFor();
    await expect(ben.evaluate(covered)).resolves.toEqual([false, true]);
    // At the edge of the list there is no room above.
    await ben.evaluate(`(() => {
      const row = [...document.querySelectorAll("article")].find((one) => one.innerText.includes("5: as wide"));
      row.scrollIntoView({ block: "start" });
    })()`);
    await message(ben, "5: as wide").last().locator(".words").tap();
    await until(ben, `document.activeElement.innerText.includes("5: as wide")`);
    await expect(ben.evaluate(covered)).resolves.toEqual([false, true]);
    // The first message has its sender and time.
    await ben.evaluate("document.querySelector('.scroller').scrollTop = 0");
    await message(ben, "1: as wide").first().locator(".words").tap();
    await until(ben, `document.activeElement.innerText.includes("\\n1: as wide")`);
    await expect(ben.evaluate(covered)).resolves.toEqual([false, true]);
  });

  test("a window that grows shows the tools of the compose box, and one that shrinks lets Back close what is open", async () => {
    const ben = await windows.openAs(benEmail, { viewport: { width: 700, height: 740 } });
    await ben.evaluate("location.hash = '#recent'");
    await ben.getByRole("heading", { name: "Recent", level: 1 }).waitFor();
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/sizes"`);
    const compose = ben.locator(".compose");
    await compose.getByRole("button", { name: "More actions" }).waitFor();
    await ben.setViewportSize({ width: 1000, height: 740 });
    await compose.getByRole("button", { name: "Snippets" }).waitFor();
    await compose.getByRole("button", { name: "Poll or to-do list" }).click();
    await ben.getByRole("dialog").waitFor();
    await ben.setViewportSize({ width: 700, height: 740 });
    await compose
      .getByRole("button", { name: "More actions", includeHidden: true })
      .waitFor({ state: "attached" });
    await until(ben, "history.state?.layers === 1");
    await ben.evaluate("history.back()");
    await ben.getByRole("dialog").waitFor({ state: "detached" });
    expect(await ben.evaluate("location.hash")).toMatch(/sizes$/);
  });

  test("a menu that is open when the window grows is beside what opened it", async () => {
    await windows.send(windows.owner, "grows", "Begin");
    const ben = await windows.openAs(benEmail, { viewport: { width: 700, height: 740 } });
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/grows"`);
    await message(ben, "Begin").waitFor();
    await ben.getByRole("button", { name: "Topic actions" }).click();
    await ben.getByRole("menu").waitFor();
    await ben.setViewportSize({ width: 1000, height: 740 });
    await until(
      ben,
      `(() => {
        const [menu, opener] = ["[role=menu]", "button[aria-haspopup=menu][aria-expanded=true]"].map((one) => document.querySelector(one).getBoundingClientRect());
        return Math.abs(menu.top - opener.bottom) < 8 && Math.abs(menu.right - opener.right) < 8;
      })()`,
    );
    await ben.setViewportSize({ width: 900, height: 740 });
    await until(
      ben,
      `(() => {
        const [menu, opener] = ["[role=menu]", "button[aria-haspopup=menu][aria-expanded=true]"].map((one) => document.querySelector(one).getBoundingClientRect());
        return Math.abs(menu.right - opener.right) < 8;
      })()`,
    );
  });
});
