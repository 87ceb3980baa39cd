import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { firstChannel, makeHistory } from "../history";
import { call } from "../load";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { type ServerProcess, startProcess } from "../server-process";
import { switches } from "./scenes";
import { besideWindow, heap, launch, type Measured, openWindow } from "./window";

/** A long day in a few minutes: `npm run soak:web -- --minutes 1 --switches 300` for a shorter one. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "20" },
    switches: { type: "string", default: "5000" },
  },
});
const seconds = Number(values.minutes) * 60;
const rate = Number(values.rate);
const switchRounds = Number(values.switches);
const people = 200;
const history = { channels: 10, messages: 5000, unread: 0 };
const password = "a password for the bench";
const topicName = "flood";
/** Megabytes that may remain in use. */
const heapBound = 10;
/** Longer than the client takes to notice that the machine slept. */
const sleepSeconds = 25;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const channelId = firstChannel + 1;
const topicAt = (name: string): string =>
  `#narrow/channel/${channelId}-channel-1/topic/${name.replaceAll(" ", ".20")}`;

const violations: string[] = [];
const hold = (what: string, value: number, most: number): void => {
  const isHeld = value <= most;
  process.stdout.write(`${isHeld ? "  " : "✗ "}${what.padEnd(64)} ${value.toFixed(1)} (at most ${most})\n`);
  if (!isHeld) violations.push(what);
};
const say = (text: string): void => void process.stdout.write(`  ${text}\n`);

/** Sends until the time is up. While the server is down, nothing is sent. */
const flood = async (url: string, sender: Person): Promise<void> => {
  const end = Date.now() + seconds * 1000;
  for (let index = 0; Date.now() < end; index += 1) {
    const sent = { type: "stream", to: String(channelId), topic: topicName, content: `Drop ${index}` };
    call(`${url}/api/v1/messages`, "POST", sender, sent).catch(() => undefined);
    await pause(1000 / rate);
  }
};

/** The topic's messages on the server. */
const idsOnServer = async (url: string, reader: Person): Promise<readonly number[]> => {
  const narrow = JSON.stringify([
    { operator: "channel", operand: channelId },
    { operator: "topic", operand: topicName },
  ]);
  const ids: number[] = [];
  for (let anchor = "oldest"; ; ) {
    const page = await call<{ messages: { id: number }[]; found_newest: boolean }>(
      `${url}/api/v1/messages`,
      "GET",
      reader,
      { narrow, anchor, num_before: "0", num_after: "4000", include_anchor: String(anchor === "oldest") },
    );
    ids.push(...page.messages.map(({ id }) => id));
    if (page.found_newest) return ids;
    anchor = String(ids.at(-1));
  }
};

interface Walked {
  readonly seen: readonly number[];
  readonly doubled: number;
}

/** Walks back through everything shown. Returns every message once, in order. */
const walk = async ({ page }: Measured): Promise<Walked> =>
  (await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 5)));
    const scroller = document.querySelector(".scroller");
    const seen = new Set();
    let doubled = 0, still = 0;
    while (still < 100) {
      const before = seen.size;
      const ids = [...scroller.querySelectorAll("[data-id]")].map((row) => Number(row.dataset.id));
      for (const [at, id] of ids.entries()) if (at > 0 && id <= ids[at - 1]) doubled += 1;
      for (const id of ids) seen.add(id);
      scroller.scrollTop -= 1500;
      await frame();
      still = seen.size === before ? still + 1 : 0;
    }
    return { seen: [...seen], doubled };
  })()`)) as Walked;

const newestShown = async ({ page }: Measured): Promise<number> =>
  Number(
    await page.evaluate(`[...document.querySelectorAll(".scroller [data-id]")].at(-1)?.dataset.id ?? 0`),
  );

/** Waits until the window shows a message, which it soon must once nothing more arrives. */
const caughtUp = async (window: Measured, id: number): Promise<number> => {
  const began = Date.now();
  while ((await newestShown(window)) < id && Date.now() - began < 60_000) await pause(200);
  return (Date.now() - began) / 1000;
};

const freeze = async ({ tools }: Measured): Promise<void> => {
  await tools.send("Page.setWebLifecycleState", { state: "frozen" });
  await pause(sleepSeconds * 1000);
  await tools.send("Page.setWebLifecycleState", { state: "active" });
};

/** The count of unread messages in a window's title; the rest of it names the screen. */
const unreadIn = async ({ page }: Measured): Promise<number> =>
  Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

interface Place {
  server: ServerProcess;
  readonly restart: () => Promise<void>;
}

const soak = async (place: Place, owner: Person, sender: Person): Promise<void> => {
  const { url } = place.server;
  const browser = await launch();
  try {
    const first = await openWindow(browser, url, owner.email, password);
    await first.page.goto(`${url}/${topicAt("topic 5")}`);
    await first.page.locator(".scroller article").first().waitFor();
    const second = await besideWindow(first);
    await call(`${url}/api/v1/messages`, "POST", sender, {
      type: "stream",
      to: String(channelId),
      topic: topicName,
      content: "It begins",
    });
    await second.page.goto(`${url}/${topicAt(topicName)}`);
    await second.page.locator(".scroller article").first().waitFor();
    await pause(5000);
    const before = await heap(second);

    const flooding = flood(url, sender);
    const part = (seconds * 1000) / 4;
    await pause(part);
    say("the polling window sleeps and wakes");
    await first.page.bringToFront();
    await freeze(first);
    await second.page.bringToFront();
    await pause(Math.max(0, part - sleepSeconds * 1000));
    say("the server restarts");
    await place.restart();
    await pause(part);
    say("the polling window is closed");
    await first.page.close();
    await flooding;
    await pause(2000);

    const known = await idsOnServer(url, owner);
    hold("seconds until the last message is shown", await caughtUp(second, known.at(-1) ?? 0), 30);
    hold(`heap growth (MB) after ${known.length} messages`, (await heap(second)) - before, heapBound);
    const { seen, doubled } = await walk(second);
    const shown = new Set(seen);
    hold("messages lost", known.filter((id) => !shown.has(id)).length, 0);
    hold("messages that don't exist", seen.filter((id) => !known.includes(id)).length, 0);
    hold("messages duplicated or out of order", doubled, 0);
    const fresh = await openWindow(browser, url, owner.email, password);
    await fresh.page.goto(`${url}/#inbox`);
    await fresh.page.locator("main h1").waitFor();
    await pause(3000);
    const [unread, expected] = [await unreadIn(second), await unreadIn(fresh)];
    say(`unread: ${unread}, and for a new window ${expected}`);
    hold("unread messages more or fewer than a new window's", Math.abs(unread - expected), 0);
    await fresh.close();

    const { topics } = await call<{ topics: { name: string }[] }>(
      `${url}/api/v1/users/me/${channelId}/topics`,
      "GET",
      owner,
      {},
    );
    const hashes = topics.flatMap(({ name }) => (name === "" || name === topicName ? [] : [topicAt(name)]));
    say(`${hashes.length} topics to switch between`);
    await switches(second, hashes, 2 * hashes.length);
    const rested = await heap(second);
    await switches(second, hashes, switchRounds);
    hold(`heap growth (MB) after ${switchRounds} switches`, (await heap(second)) - rested, heapBound);
  } finally {
    await browser.close();
  }
};

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-soak-web-"));
  chmodSync(dataDir, 0o711);
  const server = process.env.DATABASE_URL;
  if (server === undefined) throw new Error("DATABASE_URL names a PostgreSQL server to make a database on");
  const database = await freshDatabase(server);
  const settings = benchSettings(dataDir, database.url);
  try {
    const { owner, people: everyone, realmId } = await seed(configOf(settings), people);
    const [sender] = everyone as readonly [Person, ...Person[]];
    const making = await startProcess("src/main.js", settings);
    await making.stop();
    await makeHistory(database.url, realmId, [owner], sender, history);
    const begun = await startProcess("src/main.js", settings);
    const again = { ...settings, PARLEY_PORT: new URL(begun.url).port };
    const place: Place = {
      server: begun,
      restart: async () => {
        await place.server.stop();
        place.server = await startProcess("src/main.js", again);
      },
    };
    try {
      await soak(place, owner, sender);
    } finally {
      await place.server.stop();
    }
  } finally {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  if (violations.length > 0) process.exitCode = 1;
};

runProgram(main);
