import type { Page, Route } from "playwright-core";
import { endStream, queueOf } from "../support/browser/followed-queue";
import { untilCached, untilCachedAsUnread, untilStored } from "../support/browser/stored-state";
import {
  benEmail,
  check,
  describeInBrowser,
  message,
  twoFrames,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const noConnection = "No connection. Trying again…";

describeInBrowser("what the web client shows without a connection", (windows) => {
  const call = (path: string, method: string, values: object = {}) =>
    windows.owner.callEndpoint(path, method, values);
  const topicIn = (channelId: number, topic: string) => `#narrow/channel/${channelId}-x/topic/${topic}`;
  const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const say = async (to: number, topic: string, content: string): Promise<number> =>
    ((await call("/messages", "POST", { type: "channel", to, topic, content })) as { id: number }).id;
  const makeSecret = async (name: string): Promise<number> => {
    const subscribers = JSON.stringify([1, windows.benId]);
    const made = await call("/channels/create", "POST", { name, subscribers, invite_only: "true" });
    return (made as { id: number }).id;
  };
  /** Reads something, and starts again without a connection. */
  const startOffline = async (page: Page, stored: readonly number[]): Promise<void> => {
    await until(page, "navigator.serviceWorker.ready.then((one) => one.active !== null)");
    await untilCached(page);
    await untilStored(page, stored);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(noConnection).waitFor();
  };

  test("a start without a connection shows the conversations that were read, with what came since", async () => {
    const ben = await windows.openAs(benEmail);
    const first = await windows.send(windows.owner, "cellar", "Bring a lamp");
    await go(ben, topicIn(windows.generalId, "cellar"));
    await message(ben, "Bring a lamp").waitFor();
    const direct = (await call("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "Between us",
    })) as { id: number };
    await go(ben, "#narrow/dm/1-x");
    await message(ben, "Between us").waitFor();
    await go(ben, "#inbox");
    await untilStored(ben, [first, direct.id]);
    const next = await windows.send(windows.owner, "cellar", "And matches");
    await untilCachedAsUnread(ben, next);
    await startOffline(ben, [next]);
    await ben
      .getByRole("main")
      .getByRole("link", { name: /cellar/ })
      .click();
    await message(ben, "Bring a lamp").waitFor();
    await message(ben, "And matches").waitFor();
    await ben.getByText(noConnection).waitFor();
    await go(ben, "#narrow/dm/1-x");
    await message(ben, "Between us").waitFor();
    await go(ben, "#recent");
    await ben
      .getByRole("main")
      .getByRole("link", { name: /cellar/ })
      .waitFor();
    // A channel answers for its topics too.
    await expect(ben.getByText("Nothing here yet.").count()).resolves.toBe(0);
    const later = await windows.send(windows.owner, "cellar", "Too late");
    await ben.context().setOffline(false);
    await go(ben, topicIn(windows.generalId, "cellar"));
    await message(ben, "Too late").waitFor({ timeout: 60_000 });
    await untilStored(ben, [first, next, later]);
  });

  test("a start without a connection shows in the inbox what came just before", async () => {
    const ben = await windows.openAs(benEmail);
    const row = ben.getByRole("main").getByRole("link", { name: /doorstep\s*2 unread/ });
    await until(ben, "navigator.serviceWorker.ready.then((one) => one.active !== null)");
    await untilCached(ben);
    await windows.send(windows.owner, "doorstep", "Knock");
    const last = await windows.send(windows.owner, "doorstep", "Knock again");
    await row.waitFor();
    await untilCachedAsUnread(ben, last);
    await ben.context().setOffline(true);
    await ben.reload();
    await ben.getByText(noConnection).waitFor();
    await row.waitFor();
  });

  test("the combined feed and a channel say that messages may be missing, until there is a connection", async () => {
    const ben = await windows.openAs(benEmail);
    const read = await windows.send(windows.owner, "garret", "Mind the beam");
    await go(ben, topicIn(windows.generalId, "garret"));
    await message(ben, "Mind the beam").waitFor();
    await go(ben, `#narrow/channel/${windows.generalId}-x`);
    const inFeed = await windows.send(windows.owner, "loft", "In the channel");
    await message(ben, "In the channel").waitFor();
    await startOffline(ben, [read, inFeed]);
    const note = ben.getByText("Without a connection, some messages may be missing here.");
    for (const hash of ["#feed", `#narrow/channel/${windows.generalId}-x`]) {
      await go(ben, hash);
      await message(ben, "Mind the beam").waitFor();
      await note.waitFor();
    }
    await check(ben, "messages-missing");
    await ben.context().setOffline(false);
    await note.waitFor({ state: "detached", timeout: 60_000 });
  });

  test("the bar appears when the browser has no network, and disappears with the first answer", async () => {
    const ben = await windows.openAs(benEmail);
    await until(ben, "navigator.serviceWorker.ready.then((one) => one.active !== null)");
    await queueOf(ben);
    await ben.context().setOffline(true);
    await ben.getByText(noConnection).waitFor();
    const answered = ben.waitForResponse(/json\/events/);
    await ben.context().setOffline(false);
    await answered;
    await ben.getByText(noConnection).waitFor({ state: "detached" });
  });

  test("a list that can't load more says so once", async () => {
    let last = 0;
    for (let step = 0; step < 120; step += 1)
      last = await windows.send(windows.owner, "shaft", `Step ${step}.`);
    const ben = await windows.openAs(benEmail);
    await go(ben, `${topicIn(windows.generalId, "shaft")}/near/${last}`);
    await message(ben, "Step 119.").waitFor();
    let asked = 0;
    await ben.route(/json\/messages\?/, (route) => {
      asked += 1;
      return route.abort("internetdisconnected");
    });
    const scrollUntilAsked = async (times: number): Promise<void> => {
      for (let turn = 0; asked < times && turn < 200; turn += 1) {
        await ben.evaluate(`document.querySelector(".scroller").scrollTop = ${turn % 2}`);
        await twoFrames(ben);
      }
      expect(asked).toBeGreaterThanOrEqual(times);
    };
    const toast = ben.getByText(/server isn.t responding/);
    await scrollUntilAsked(1);
    await toast.waitFor();
    await toast.waitFor({ state: "detached" });
    await scrollUntilAsked(asked + 2);
    await twoFrames(ben);
    await expect(toast.count()).resolves.toBe(0);
  });

  test("initials and names stand in for avatars and emoji that can't be loaded, until they can", async () => {
    const ben = await windows.openAs(benEmail);
    const id = await windows.send(windows.owner, "gallery", "Look :zulip:");
    await ben.route(/\/(?:user_)?avatars?\/|zulip\.png/, (route) => route.abort("internetdisconnected"));
    // The first screen may already have loaded them.
    await ben.reload();
    await go(ben, topicIn(windows.generalId, "gallery"));
    const row = message(ben, "Look");
    await row.waitFor();
    await until(
      ben,
      `[...document.images].every((one) => one.loading === "lazy" && !one.complete || one.naturalWidth > 0)`,
    );
    await expect(row.locator(".initials").getAttribute("data-text")).resolves.toBe("OO");
    await expect(row.locator(".words").textContent()).resolves.toBe("Look :zulip:");
    await check(ben, "no-pictures");
    await call(`/messages/${id}/reactions`, "POST", {
      emoji_name: "zulip",
      emoji_code: "zulip",
      reaction_type: "zulip_extra_emoji",
    });
    await row.locator(".reaction [data-text=zulip]").waitFor();
    await ben.route(/json\/events/, (route) => route.abort("internetdisconnected"));
    // The open stream ends; the next requests fail.
    await endStream(ben, windows.ben);
    await ben.getByText(noConnection).waitFor();
    await ben.unrouteAll();
    await row.locator("img.avatar").waitFor({ timeout: 60_000 });
  });

  test("an avatar whose failure is noticed once there is a connection again is loaded again", async () => {
    const ben = await windows.openAs(benEmail);
    await windows.send(windows.owner, "late", "Who was this?");
    const avatars = /\/(?:user_)?avatars?\//;
    let answer = (route: Route): unknown => route.abort("internetdisconnected");
    await ben.route(avatars, (route) => void answer(route));
    await ben.reload();
    await go(ben, topicIn(windows.generalId, "late"));
    const row = message(ben, "Who was this?");
    await row.locator(".initials").waitFor();
    const held: Route[] = [];
    answer = (route) => held.push(route);
    let isCut = true;
    await ben.route(/json\/events/, (route) =>
      isCut ? route.abort("internetdisconnected") : route.continue(),
    );
    await endStream(ben, windows.ben);
    await ben.getByText(noConnection).waitFor();
    await row.locator("img.avatar").waitFor();
    while (held.length === 0) await ben.waitForTimeout(20);
    answer = (route) => route.continue();
    isCut = false;
    await ben.getByText(noConnection).waitFor({ state: "hidden" });
    for (const route of held) await route.abort("internetdisconnected");
    const isLoaded = "[...document.querySelectorAll('article .avatar')].every((one) => one.naturalWidth > 0)";
    await until(ben, isLoaded);
  });

  test("initials stand in for avatars after a start without a connection, and give way to them afterwards", async () => {
    const ben = await windows.openAs(benEmail);
    const id = await windows.send(windows.owner, "portraits", "Who is this?");
    await go(ben, topicIn(windows.generalId, "portraits"));
    await message(ben, "Who is this?").waitFor();
    await startOffline(ben, [id]);
    const row = message(ben, "Who is this?");
    await row.locator(".initials").waitFor();
    const broken = `[...document.images].filter((one) => one.complete && one.naturalWidth === 0).length`;
    await until(ben, `${broken} === 0`);
    await ben.context().setOffline(false);
    await row.locator("img.avatar").waitFor({ timeout: 60_000 });
    await until(ben, `${broken} === 0`);
  });

  test("messages edited, moved or deleted meanwhile are corrected once there is a connection again", async () => {
    const ben = await windows.openAs(benEmail);
    const [edited, moved, deleted] = [
      await windows.send(windows.owner, "attic", "Old words"),
      await windows.send(windows.owner, "attic", "Elsewhere soon"),
      await windows.send(windows.owner, "attic", "Gone soon"),
    ];
    await go(ben, topicIn(windows.generalId, "attic"));
    await message(ben, "Gone soon").waitFor();
    await startOffline(ben, [edited, moved, deleted]);
    await message(ben, "Gone soon").waitFor();
    await call(`/messages/${edited}`, "PATCH", { content: "New words" });
    await call(`/messages/${moved}`, "PATCH", { topic: "roof", propagate_mode: "change_one" });
    await call(`/messages/${deleted}`, "DELETE");
    await ben.context().setOffline(false);
    await message(ben, "New words").waitFor({ timeout: 60_000 });
    await until(ben, "document.querySelectorAll('article').length === 1");
    await untilStored(ben, [deleted], false);
    await untilStored(ben, [edited]);
  });

  test("messages that the user may no longer read are removed, even by a client that missed the events", async () => {
    for (const hasQueue of [true, false]) {
      const channelId = await makeSecret(`secret ${hasQueue}`);
      const topic = `plan-${hasQueue}`;
      const secret = await say(channelId, topic, "Top secret");
      const ben = await windows.openAs(benEmail);
      const open = await windows.send(windows.owner, topic, "Known to all");
      for (const [id, text] of [
        [windows.generalId, "Known to all"],
        [channelId, "Top secret"],
      ] as const) {
        await go(ben, topicIn(id, topic));
        await message(ben, text).waitFor();
      }
      const queue = await queueOf(ben);
      await startOffline(ben, [secret, open]);
      await message(ben, "Top secret").waitFor();
      await call("/users/me/subscriptions", "DELETE", {
        subscriptions: JSON.stringify([`secret ${hasQueue}`]),
        principals: JSON.stringify([windows.benId]),
      });
      if (!hasQueue) await windows.ben.callEndpoint("/events", "DELETE", { queue_id: queue });
      await ben.context().setOffline(false);
      await message(ben, "Top secret").waitFor({ state: "detached", timeout: 60_000 });
      await untilStored(ben, [secret], false);
      // Messages that could be read all the time are there again.
      await untilStored(ben, [open]);
      await ben.context().close();
    }
  });
});
