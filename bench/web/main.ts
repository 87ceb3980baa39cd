import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { benchSettings, configOf } from "../bench-settings";
import { beside } from "../beside";
import { firstChannel, makeHistory } from "../history";
import { isolated } from "../isolated";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { heldOf, runTests } from "./held";
import { lighthouseScores, openChannel } from "./lighthouse";
import { offlineStart, scrollBack, settle, slowStart, switches, timeToUsable, typing, wear } from "./scenes";
import { cpu, heap, launch, openWindow, rendererMemory } from "./window";

const people = 1000;
const history = { channels: 60, messages: 100_000, unread: 500 };
const kib = 1024;
const switchRounds = 100;

/** The numbers of the goals to measure: all, or those after `--only`, as in `--only 2,3`. */
const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
const isWanted = (...goals: readonly number[]): boolean =>
  only === undefined || only.split(",").some((goal) => goals.includes(Number(goal)));

const say = (goal: string, value: string, limit: string, peers = ""): void => {
  process.stdout.write(`${goal.padEnd(58)} ${value.padEnd(20)} ${limit.padEnd(20)} ${peers}\n`);
};

const numberOf = (name: string, standard: number): number => Number(process.env[name] ?? standard);

const sizes = (): void => {
  const text = readFileSync(join(__dirname, "../../web/build.json"), "utf8");
  const { first, style, gzip } = JSON.parse(text) as {
    readonly first: readonly string[];
    readonly style: string;
    readonly gzip: Readonly<Record<string, number>>;
  };
  const inKib = (bytes: number): string => (bytes / kib).toFixed(1);
  const script = first.reduce((sum, name) => sum + (gzip[name] ?? 0), 0);
  const all = Object.values(gzip).reduce((sum, bytes) => sum + bytes, 0);
  say(
    "1 first script, style, everything (KiB gz)",
    `${inKib(script)}, ${inKib(gzip[style] ?? 0)}, ${inKib(all)}`,
    "60, 10, 200",
    "Rocket.Chat 4.46 MB (#10412), Slack 55 MB unpacked (tonsky.me)",
  );
};

const password = "a password for the bench";

/**
 * Starts in new and in known browsers. The second start of a build is the first that finds its files and data here, and
 * in it Chromium writes its cache of compiled scripts; each later one is like the third.
 */
const starts = async (browser: Browser, url: string, owner: Person): Promise<void> => {
  const cold = await openWindow(browser, url, owner.email, password);
  const slowly = await slowStart(cold, url);
  await cold.close();
  const window = await openWindow(browser, url, owner.email, password);
  const fast = await timeToUsable(window, url);
  say(
    "2 cold to usable, slowed (ms); CPU at full speed (ms)",
    `${slowly.toFixed(0)}; ${fast.cpu.toFixed(0)}`,
    "1500; 200",
    "Slack < 5 s, Rocket.Chat 10 to 12 s (#7602)",
  );
  const warm: number[] = [];
  for (const _start of ["second", "third"]) {
    await settle(window);
    warm.push(await slowStart(window, url));
  }
  await settle(window);
  const offline = await offlineStart(window, url);
  say(
    "3 second and third start, slowed; offline, slowed (ms)",
    `${warm.map((time) => time.toFixed(0)).join(", ")}; ${offline.toFixed(0)}`,
    "500",
    "none found",
  );
  await window.close();
};

const measure = async (url: string, owner: Person, sender: Person): Promise<void> => {
  const browser = await launch();
  const big = `#narrow/channel/${firstChannel + 1}-channel-1`;
  const topic = (name: string): string => `${big}/topic/${name.replaceAll(" ", ".20")}`;
  const hashes = [topic("topic 5"), topic("topic 10")] as const;
  try {
    if (isWanted(2, 3)) await starts(browser, url, owner);
    if (!isWanted(4, 5, 6, 7, 8)) return;
    const window = await openWindow(browser, url, owner.email, password);
    await timeToUsable(window, url);
    await settle(window);

    const { worst, most, seen } = await scrollBack(window, big, 10_000);
    const used = await heap(window);
    const renderer = await rendererMemory(browser);
    say(
      `4 ${seen} messages: heap, renderer (MB), elements`,
      `${used.toFixed(0)}, ${renderer.toFixed(0)}, ${most}`,
      "40, 120, 6000",
      "Mattermost 300 to 500 MB (#31027), Slack 130 MB",
    );
    const place = { hash: hashes[0], channelId: firstChannel + 1, topic: "topic 5" };
    const keys = await typing(window, url, sender, place, numberOf("BENCH_WEB_SECONDS", 30));
    say(
      "5 a key press amid 20 messages/s: p95, p99 (ms)",
      `${keys.p95}, ${keys.p99}`,
      "50, 100",
      'INP "good": 200',
    );
    const worked = await cpu(window);
    const switched = await switches(window, hashes, switchRounds);
    const each = ((await cpu(window)) - worked) / switchRounds;
    say(
      "6 return to an open conversation: median, p95; CPU (ms)",
      `${switched.median.toFixed(0)}, ${switched.p95.toFixed(0)}; ${(each * 1000).toFixed(0)}`,
      "120",
      "none found",
    );
    say(
      "7 shift of the position while older messages load (px)",
      worst.toFixed(1),
      "2",
      "Element jumps (#8565)",
    );
    const rounds = numberOf("BENCH_WEB_SWITCHES", 1000);
    const { grown, idle } = await wear(window, hashes, rounds);
    say(
      `8 after ${rounds} switches: heap growth (MB); idle CPU`,
      `${grown.toFixed(1)}; ${(idle * 100).toFixed(2)} %`,
      "10; 1 %",
      "Mattermost 400 MB to 4 GB (#33976), Element 50 to 100 % (#31303)",
    );
    await window.close();
  } finally {
    await browser.close();
  }
};

type Scores = Awaited<ReturnType<typeof lighthouseScores>>;

/** Goals that tests check. */
const held = async (): Promise<void> => {
  const journeys = isWanted(9, 13) ? await runTests(["tests/browser/web", "tests/web/attention"]) : [];
  if (isWanted(9)) {
    const isScreen = (title: string) => title.includes("accessible");
    say("9 axe finds nothing on a screen, both ways round", heldOf(journeys, isScreen), "all", "none found");
  }
  if (isWanted(10)) {
    const tasks = await runTests(["tests/browser/web-keyboard"]);
    say(
      "10 tasks by keyboard alone",
      heldOf(tasks, () => true),
      "24 and more",
      "Zulip #27017",
    );
  }
  if (isWanted(12)) {
    const histories = numberOf("BENCH_WEB_HISTORIES", 100);
    const laws = await runTests(
      ["tests/http/laws/events-match-registration"],
      ["--testNamePattern", "the web client"],
      { PARLEY_TEST_HISTORIES: String(histories) },
    );
    say(
      `12 the store is a fresh registration's, ${histories} histories`,
      heldOf(laws, () => true),
      "all",
      "none found",
    );
  }
  if (isWanted(13)) {
    const isAttention = (title: string) => title.includes("as read");
    say("13 nothing is read by load, jump or absence", heldOf(journeys, isAttention), "all", "Zulip #32024");
  }
};

const sayScores = (scores: Scores): void =>
  say(
    "11 Lighthouse, phone, as a spectator",
    scores === undefined
      ? "BENCH_LIGHTHOUSE names no folder"
      : `${scores.performance.toFixed(0)}, ${scores.accessibility.toFixed(0)}`,
    "at least 95, 100",
    "none found",
  );

/** Goals that are measured on a server with an organization. */
const measureServed = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, async (dataDir, databaseUrl) => {
    const settings = benchSettings(dataDir, databaseUrl);
    const { owner, people: everyone, realmId } = await seed(configOf(settings), people);
    const [sender] = everyone as readonly [Person, ...Person[]];
    await beside(configOf(settings), (connection) =>
      makeHistory(connection, realmId, [owner], sender, history),
    );
    const program = await startProcess("src/main.js", settings);
    try {
      await measure(program.url, owner, sender);
      if (isWanted(11)) sayScores(await lighthouseScores(await openChannel(program.url, owner)));
    } finally {
      await program.stop();
    }
  });

const main = async (): Promise<void> => {
  say("goal", "measured", "at most", "peers, as published");
  if (isWanted(1)) sizes();
  if (isWanted(2, 3, 4, 5, 6, 7, 8, 11)) await measureServed();
  await held();
};

runProgram(main);
