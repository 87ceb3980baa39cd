import type { Page } from "playwright-core";
import { allWindows, benEmail, choose, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(240_000);

/** Names at their limits, which nothing but their box can break. */
const long = (first: string, length: number) => `${first}${"W".repeat(length - 1)}`;
const topic = long("t", 60);
const channel = long("c", 60);
const person = long("p", 100);
const group = long("g", 100);
const folder = long("f", 60);

/**
 * Texts that reach beyond their window, or beyond a box that cuts them off: all but those that end with an ellipsis there, or
 * that scroll sideways.
 */
const cutOff = `(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (text.data.trim() === "" || parent.closest(".unseen, .skip, noscript, option, [inert], [aria-hidden]")) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const open = document.querySelector("dialog[open]");
    if (open && !open.contains(parent)) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    let frame = parent;
    while (frame && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
    if (frame) {
      const { overflowX, textOverflow } = getComputedStyle(frame);
      const scrolls = overflowX !== "hidden" && frame.matches("pre, .wide, .katex-display, [role=tablist]");
      if (scrolls || textOverflow === "ellipsis") continue;
    }
    const { left = 0, right = innerWidth } = frame?.getBoundingClientRect() ?? {};
    if (box.left < Math.max(0, left) - 1 || box.right > Math.min(innerWidth, right) + 1)
      found.add(parent.tagName + "." + parent.className + ": " + text.data.slice(0, 20));
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page scrolls sideways");
  return [...found];
})()`;

const places = (generalId: number, channelId: number, userId: number, groupId: number) =>
  [
    ["inbox", "#inbox"],
    ["recent conversations", "#recent"],
    ["the combined feed", "#feed"],
    ["a channel", `#narrow/channel/${channelId}`],
    ["a topic", `#narrow/channel/${generalId}-general/topic/${topic}`],
    ["a direct conversation", `#narrow/dm/${userId}-dm`],
    ["a search", `#narrow/search/word/sender/${userId}`],
    ["a channel's topics", `#topics/channel/${generalId}-general`],
    ["channels", "#channels/all"],
    ["a channel's settings", `#channels/${channelId}/x/general`],
    ["a channel's subscribers", `#channels/${channelId}/x/subscribers`],
    ["the subscribers of general", `#channels/${generalId}/general/subscribers`],
    ["groups", "#groups"],
    ["a group", `#groups/${groupId}`],
    ["a person", `#user/${userId}`],
    ["drafts", "#drafts"],
    ["people", "#organization/users"],
    ["muted topics", "#settings/topics"],
    ["default channels", "#organization/default-channels-list"],
  ] as const;

describeInBrowser("the longest names", (windows) => {
  let channelId = 0;
  let groupId = 0;
  let userId = 0;

  beforeAll(async () => {
    const { owner, ben, benId } = windows;
    const call = async (path: string, method: string, values: object) => {
      const answer = await owner.callEndpoint(path, method, values as Record<string, string>);
      expect(answer).toHaveProperty("msg", "");
      return answer as unknown as Record<string, number>;
    };
    const added = { email: "w@example.com", full_name: person, password: "seven blue elephants" };
    userId = (await call("/users", "POST", added)).user_id ?? 0;
    const folderId = (await call("/channel_folders/create", "POST", { name: folder, description: "" }))
      .channel_folder_id;
    const subscriptions = JSON.stringify([{ name: channel, description: long("d", 200) }]);
    await call("/users/me/subscriptions", "POST", {
      subscriptions,
      principals: JSON.stringify([benId, userId]),
      folder_id: `${folderId}`,
    });
    channelId = (await call("/get_stream_id", "GET", { stream: channel })).stream_id ?? 0;
    const members = JSON.stringify([benId, userId]);
    groupId =
      (await call("/user_groups/create", "POST", { name: group, description: group, members })).group_id ?? 0;
    const to = (name: string) => ({
      type: "stream",
      to: name,
      topic,
      content: `word @*${group}* @**${person}**`,
    });
    for (const name of ["general", channel]) await call("/messages", "POST", to(name));
    await call("/messages", "POST", { type: "direct", to: JSON.stringify([benId, userId]), content: "word" });
    await call("/messages", "POST", { type: "direct", to: JSON.stringify([benId]), content: "word" });
    await ben.callEndpoint("/user_topics", "POST", {
      stream_id: windows.generalId,
      topic,
      visibility_policy: 1,
    } as never);
    await ben.callEndpoint("/drafts", "POST", {
      drafts: JSON.stringify([
        { type: "stream", to: [windows.generalId], topic, content: topic, timestamp: 1 },
      ]),
    });
  });

  const look = async (page: Page, found: string[], name: string): Promise<void> => {
    await page.waitForTimeout(700);
    for (const one of (await page.evaluate(cutOff)) as string[]) found.push(`${name}: ${one}`);
  };

  test.each(allWindows.filter(([name]) => name === "phone" || name === "desktop"))(
    "nothing is cut off without an ellipsis: %s",
    async (kind, options) => {
      const page = await windows.openAs(benEmail, options);
      const found: string[] = [];
      for (const [name, hash] of places(windows.generalId, channelId, userId, groupId)) {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await look(page, found, name);
        await page.keyboard.press("Escape");
      }
      await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic}"`);
      await message(page, "word").waitFor();
      if (kind === "phone") {
        await page.evaluate("location.hash = '#inbox'");
        await page.locator("button.menu-button").click();
        await look(page, found, "the sidebar");
        await page.locator("button.veil").click({ position: { x: 340, y: 400 } });
        await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic}"`);
      }
      await page.keyboard.press("Control+k");
      await page.keyboard.type("W");
      await look(page, found, "go anywhere");
      await page.keyboard.press("Escape");
      const field = page.getByRole("textbox", { name: /^Message/ });
      for (const [name, typed] of [
        ["people and groups", "@"],
        ["channels", "#"],
        ["topics", `#**general>`],
      ] as const) {
        await field.fill("");
        await field.pressSequentially(typed);
        await look(page, found, `suggested ${name}`);
      }
      await field.fill("");
      for (const action of ["Read receipts", "Move messages", "Remind me"]) {
        await choose(page, "word", action);
        await look(page, found, action);
        await page.keyboard.press("Escape");
      }
      for (const [name, button] of [
        ["a new message", "New message"],
        ["a new direct message", "New direct message"],
      ] as const) {
        await page.evaluate("location.hash = '#feed'");
        await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
        await look(page, found, name);
        await page.keyboard.press("Escape");
      }
      expect(found).toEqual([]);
    },
  );
});
