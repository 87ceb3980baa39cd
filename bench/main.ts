import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { benchSettings, configOf } from "./bench-settings";
import { beside } from "./beside";
import { deliveryTimes } from "./delivery";
import { fileSpeeds, largeUpload, manyUploads, type Speeds } from "./files";
import { fetchTimes, heavyTimes, makeHistory } from "./history";
import { isolated } from "./isolated";
import { hostileTimes, renderedPerSecond } from "./markdown";
import { memoryOf } from "./memory";
import { measurePeers } from "./peer/main";
import { presenceCost, presencePerSecond } from "./presence";
import { runProgram } from "./program";
import { makePast, sendsMeanwhile } from "./retention";
import { type Person, seed } from "./seed";
import { sendTimes } from "./sends";
import { startProcess } from "./server-process";
import { settingsPerSecond } from "./settings-route";
import { bareSubscriptions, subscribeAll } from "./subscribing";
import { measureTable } from "./table/main";

const realmSize = 10_000;
const openQueues = 1000;
/** Milliseconds that such a registration may take. */
const registerGoal = 150;

const say = (what: string, value: string): void => {
  process.stdout.write(`${what.padEnd(66)} ${value}\n`);
};

const measure = async (dataDir: string, databaseUrl: string | undefined): Promise<void> => {
  const settings = benchSettings(dataDir, databaseUrl);
  const empty = await startProcess("src/main.js", settings);
  say("start on an empty data folder, to the first answer", `${empty.startedIn.toFixed(0)} ms`);
  const sayMemory = (what: string, pid: number): void => {
    const { node, postgres } = memoryOf(pid);
    say(what, `${node.toFixed(0)} + ${postgres.toFixed(0)} MB`);
  };
  await sleep(3000);
  sayMemory("memory three seconds after the start: node resident + PostgreSQL private", empty.pid);
  await empty.stop();

  const { people, owner, realmId } = await seed(configOf(settings), realmSize);
  const server = await startProcess("src/main.js", settings);
  say("later start, to the first answer", `${server.startedIn.toFixed(0)} ms`);
  try {
    const [sender] = people as readonly [Person, ...Person[]];
    const connection = connectionOf(dataDir, databaseUrl);
    await sendTimes(server.url, sender);
    const { big, small } = await sendTimes(server.url, sender);
    say("median send to 10,000 subscribers against 10", `${big.toFixed(2)} ms, ${small.toFixed(2)} ms`);
    say("  ratio (at most 1.30)", (big / small).toFixed(2));

    const { p50, p99 } = await deliveryTimes(server.url, sender, people.slice(0, openQueues));
    say(`a send to ${openQueues} open queues, p50 and p99`, `${p50.toFixed(0)} ms, ${p99.toFixed(0)} ms`);

    const joined = await subscribeAll(server.url, owner, people, people.slice(0, openQueues));
    const bareJoin = await bareSubscriptions(connection, people);
    say("one request that subscribes 10,000", `${joined.request.toFixed(0)} ms`);
    say(`  until ${openQueues} open queues received it`, `${joined.heardAfter.toFixed(0)} ms`);
    say("  ratio to the same rows by bare pg, in one statement", (joined.request / bareJoin).toFixed(1));

    const { ours, bare } = await settingsPerSecond(server.url);
    say(
      "GET /server_settings per second against a bare Express route",
      `${ours.toFixed(0)}, ${bare.toFixed(0)}`,
    );
    say("  ratio", (ours / bare).toFixed(2));
    const cost = await presenceCost();
    say(
      "presence among 10,000: a report, an answer with 83 changes",
      `${cost.report.toFixed(1)} µs, ${cost.answer.toFixed(1)} µs`,
    );
    const presence = await presencePerSecond(server.url, sender);
    say(
      "POST /users/me/presence per second against a bare Express route",
      `${presence.ours.toFixed(0)}, ${presence.bare.toFixed(0)}`,
    );
    say("  ratio", (presence.ours / presence.bare).toFixed(2));
    sayMemory("memory after all of the above, 10,000 people", server.pid);
    await makePast(connection, realmId);
  } finally {
    await server.stop();
  }
  await measureRetention(dataDir, databaseUrl, people[0], realmId);
  const [reader, other, outsider] = people as readonly [Person, Person, Person, ...Person[]];
  await beside(configOf(settings), (connection) => makeHistory(connection, realmId, [reader], other));
  await measureHistory(settings, reader, other, outsider);
  await measureFiles(settings, people.slice(0, 5));
};

const measureFiles = async (settings: NodeJS.ProcessEnv, people: readonly Person[]): Promise<void> => {
  const [person] = people as readonly [Person, ...Person[]];
  const server = await startProcess("src/main.js", { ...settings, PARLEY_MAX_UPLOAD_MIB: "2048" });
  const figures = ({ ours, bare, disk }: Speeds): string =>
    `${ours.toFixed(0)}, ${bare.toFixed(0)}, ${disk.toFixed(0)} MiB/s`;
  const taken = ({ before, most, seconds }: Awaited<ReturnType<typeof manyUploads>>): string =>
    `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, ${seconds.toFixed(0)} s`;
  try {
    const { up, down } = await fileSpeeds(server, person, 100);
    say("an upload of 100 MiB: ours, bare Express with multer, bare disk", figures(up));
    say("a download of it: ours, bare Express, bare disk", figures(down));
    say(
      "node's memory under 50 uploads of 100 MiB at once",
      taken(await manyUploads(server, people, 50, 100)),
    );
    say("node's memory under an upload of 1 GiB by tus", taken(await largeUpload(server, person, 1024)));
  } finally {
    await server.stop();
  }
};

const measureHistory = async (
  settings: NodeJS.ProcessEnv,
  reader: Person,
  other: Person,
  outsider: Person,
): Promise<void> => {
  const server = await startProcess("src/main.js", settings);
  try {
    say("100 messages of a million, from the newest and from the middle", "");
    for (const [what, newest, middle] of await fetchTimes(server.url, reader, other, outsider))
      say(`  ${what}`, `${newest.toFixed(1)} ms, ${middle.toFixed(1)} ms`);
    const { flags, register } = await heavyTimes(server.url, reader);
    say("registration with 10,000 people, 1,000 channels, 50,000 unread", `${register.toFixed(0)} ms`);
    say("  ratio to 150 ms (at most 1.00)", (register / registerGoal).toFixed(2));
    say("marking 5,000 messages read by narrow", `${flags.toFixed(0)} ms`);
  } finally {
    await server.stop();
  }
};

/** A start with much to archive: archiving begins at once, in the background. */
const measureRetention = async (
  dataDir: string,
  databaseUrl: string | undefined,
  sender: Person | undefined,
  realmId: number,
): Promise<void> => {
  if (sender === undefined) throw new Error("nobody to send");
  const server = await startProcess("src/main.js", benchSettings(dataDir, databaseUrl));
  try {
    const connection = connectionOf(dataDir, databaseUrl);
    const { archived, seconds, p50, p99, longest } = await sendsMeanwhile(
      server.url,
      sender,
      connection,
      realmId,
    );
    say("messages archived per second by retention", (archived / seconds).toFixed(0));
    say(
      "a send during archiving, p50, p99 and the longest",
      `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms, ${longest.toFixed(0)} ms`,
    );
  } finally {
    await server.stop();
  }
};

const measureMarkdown = async (): Promise<void> => {
  const { ours, bare } = await renderedPerSecond();
  say(
    "messages rendered per second and core against bare markdown-it",
    `${ours.toFixed(0)}, ${bare.toFixed(0)}`,
  );
  say("  ratio", (ours / bare).toFixed(2));
  const { middle, slowest, slowestName, refused } = await hostileTimes();
  say(
    "hostile messages of 10,000 characters: median and slowest",
    `${middle.toFixed(0)} ms, ${slowest.toFixed(0)} ms`,
  );
  say("  the slowest one, and the number refused", `${slowestName}, ${refused}`);
};

const connectionOf = (dataDir: string, databaseUrl: string | undefined): ConnectionSettings =>
  databaseUrl ?? (JSON.parse(readFileSync(join(dataDir, "connection.json"), "utf8")) as ConnectionSettings);

const measureOthers = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, async (dataDir, databaseUrl) => {
    say("database", databaseUrl === undefined ? "embedded PostgreSQL" : "the server at DATABASE_URL");
    await measureMarkdown();
    await measure(dataDir, databaseUrl);
  });

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      peer: { type: "boolean", default: false },
      table: { type: "boolean", default: false },
      runs: { type: "string", default: "1" },
      both: { type: "boolean", default: false },
    },
  });
  const server = process.env.DATABASE_URL || undefined;
  if (values.peer) {
    if (server === undefined) throw new Error("Set DATABASE_URL: all peers share that server");
    return measurePeers(server);
  }
  if (values.both && server === undefined)
    throw new Error("Set DATABASE_URL to the server to measure besides the embedded database");
  const runs = Number(values.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new Error("--runs takes the number of runs");
  if (!(await measureTable(runs, server, values.both))) process.exitCode = 1;
  if (!values.table) await measureOthers();
};

runProgram(main);
