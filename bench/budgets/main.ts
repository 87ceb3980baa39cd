import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storageOf } from "../../src/composition/adapters/storage";
import { systemGroupId } from "../../src/domain/groups/system-group";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { firstChannel, makeBots, makeHistory, makeTopics } from "../history";
import { runProgram } from "../program";
import { bigChannel, type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { ask, noFacts } from "./ask";
import { measureCrowds } from "./crowds";
import {
  channelOfTopics,
  draftsOf,
  type Expensive,
  expensive,
  type Facts,
  longestHtml,
  ownerOfBots,
} from "./expensive";
import { nestGroups } from "./nested-groups";
import { fillReactions } from "./reactions";
import { skipWhileReading } from "./skipped-reading";
import type { Cost } from "./watched-server";

/**
 * What the most expensive request of each class costs everybody else: `npm run bench:budgets -- [people] ["words of a
 * title|of another"]`. DATABASE_URL makes it use a new database on that server, and BENCH_STATEMENTS=1 lists the most expensive
 * statements after each row; BENCH_PROFILES=folder writes a CPU profile of each there. The exit code is 1 if a request is over its budget.
 */
const size = Number(process.argv[2] ?? 10_000);
const titles = (process.argv[3] ?? "").split("|");
const budgets = { blocked: 50, others: 200, database: 1000, memory: 50, resident: 700 };
const dependentChannels = 50;
const lateSubscribers = 1000;
/** How many messages with the longest HTML wait for the owner: 24 MB. */
const longMessages = 30;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const passwordOfGuest = "a password for the guest";
/** Channels that the guest joins in one event, one of them with everybody. */
const channelsOfGuest = 500;

/** What the requests name: looked up on the server, and created if missing. */
const factsOf = async (
  url: string,
  owner: Person,
  member: Person,
  people: readonly Person[],
): Promise<Omit<Facts, "oftenReacted"> & { readonly guest: Person }> => {
  const answerOf = async (
    by: Person,
    method: Expensive["method"],
    at: string,
    values: Readonly<Record<string, unknown>>,
  ) => {
    const { status, body } = await ask(url, by, { method, at, form: () => values }, noFacts);
    if (status !== 200) throw new Error(`${method} ${at}: ${body}`);
    return JSON.parse(body);
  };
  const newestIn = async (topic?: string): Promise<number> => {
    const narrow = [
      { operator: "channel", operand: firstChannel + 1 },
      ...(topic === undefined ? [] : [{ operator: "topic", operand: topic }]),
    ];
    const newest = { anchor: "newest", num_before: 1, num_after: 0, narrow };
    const { messages } = await answerOf(member, "GET", "/messages", newest);
    return messages[0].id;
  };
  const inLongTopic = await newestIn("topic 5");
  const inScatteredTopic = await newestIn("topic 10");
  const inChannel = await newestIn();
  const { id: lateChannelId } = await answerOf(owner, "POST", "/channels/create", {
    name: "joined later",
    subscribers: people.slice(0, lateSubscribers).map(({ id }) => id),
  });
  const { stream_id: bigChannelId } = await answerOf(member, "GET", "/get_stream_id", { stream: bigChannel });
  const { id: toEverybody } = await answerOf(owner, "POST", "/messages", {
    type: "channel",
    to: bigChannel,
    topic: "all",
    content: "hello",
  });
  const { group_id: bigGroupId } = await answerOf(owner, "POST", "/user_groups/create", {
    name: "everybody",
    description: "",
    members: people.map(({ id }) => id),
  });
  const { id: fieldId } = await answerOf(owner, "POST", "/realm/profile_fields", {
    name: "Team",
    field_type: 1,
  });
  const { id: oftenEdited } = await answerOf(member, "POST", "/messages", {
    type: "direct",
    to: [member.id],
    content: "x",
  });
  const edit = (count: number) => {
    const form = () => ({ content: `${count} ${"x".repeat(9900)}` });
    return ask(url, member, { method: "PATCH", at: `/messages/${oftenEdited}`, form }, noFacts);
  };
  for (let count = 1; (await edit(count)).status === 200; count += 1);
  const { id: fullPoll } = await answerOf(owner, "POST", "/messages", {
    type: "channel",
    to: bigChannel,
    topic: "all",
    content: "/poll Which?",
  });
  const option = { type: "new_option", idx: 1, option: "x".repeat(9800) };
  const attached = { message_id: fullPoll, msg_type: "widget", content: JSON.stringify(option) };
  for (const person of people.slice(2, 8))
    for (let count = 0; count < 10; count += 1) await answerOf(person, "POST", "/submessage", attached);
  for (let round = 0; round < 11; round += 1)
    await answerOf(member, "POST", "/drafts", { drafts: draftsOf(18, "x".repeat(9900)) });
  const { group_id: inChannelsId } = await answerOf(owner, "POST", "/user_groups/create", {
    name: "in many channels",
    description: "",
    members: [],
  });
  // Nobody is named twice, so no two channels have the same permissions.
  for (const person of people.slice(0, dependentChannels))
    await answerOf(owner, "POST", "/channels/create", {
      name: `open to a group and ${person.id}`,
      subscribers: [owner.id],
      invite_only: true,
      can_subscribe_group: { direct_members: [person.id], direct_subgroups: [inChannelsId] },
    });
  const { queue_id, last_event_id } = await answerOf(owner, "POST", "/register", {
    event_types: ["message"],
    apply_markdown: true,
  });
  const long: number[] = [];
  for (const person of people.slice(2, 2 + longMessages)) {
    const form = { type: "direct", to: [owner.id], content: longestHtml };
    long.push((await answerOf(person, "POST", "/messages", form)).id);
  }
  const email = "guest@example.com";
  const account = { email, full_name: "Guest", password: passwordOfGuest };
  const { user_id: guestId } = await answerOf(owner, "POST", "/users", account);
  await answerOf(owner, "PATCH", `/users/${guestId}`, { role: 600 });
  const login = { username: email, password: passwordOfGuest };
  const { api_key: apiKey } = await answerOf(owner, "POST", "/fetch_api_key", login);
  const guest = { id: guestId, email, apiKey };
  const seenByGuests = (group: "role:everyone" | "role:members") =>
    answerOf(owner, "PATCH", "/realm", { can_access_all_users_group: { new: systemGroupId(group) } });
  await seenByGuests("role:members");
  const ofGuest = await answerOf(guest, "POST", "/register", { include_subscribers: true });
  const others = Array.from({ length: channelsOfGuest - 1 }, (_, index) => ({
    name: `channel ${index + 2}`,
  }));
  await answerOf(owner, "POST", "/users/me/subscriptions", {
    subscriptions: [{ name: bigChannel }, ...others],
    principals: [guestId],
    send_new_subscription_messages: false,
  });
  await seenByGuests("role:everyone");
  return {
    guest,
    ofGuest: { queue_id: ofGuest.queue_id, last_event_id: ofGuest.last_event_id },
    people,
    inLongTopic,
    inScatteredTopic,
    lateChannelId,
    skipped: inChannel,
    bigChannelId,
    toEverybody,
    bigGroupId,
    inChannelsId,
    fieldId,
    oftenEdited,
    fullPoll,
    long,
    farBehind: { queue_id, last_event_id },
  };
};

/** The slowest send by somebody else until `isOver`. */
const slowestSend = async (url: string, person: Person, isOver: () => boolean): Promise<number> => {
  let slowest = 0;
  while (!isOver()) {
    const { took } = await ask(
      url,
      person,
      { method: "POST", at: "/messages", form: () => ({ type: "direct", to: [person.id], content: "x" }) },
      noFacts,
    );
    slowest = Math.max(slowest, took);
    await new Promise((next) => setTimeout(next, 5));
  }
  return slowest;
};

/** An idle server looks for jobs and other nodes' changes every few seconds. */
const idleStatements = 8;
const idlePause = 500;
/** Five minutes: a message to 10,000 people is mailed to each of them who missed it. */
const mostPauses = 600;

/** Waits until jobs that earlier requests left are done: mails, and the rest of long topics. */
const whenIdle = async (cost: () => Promise<Cost>): Promise<void> => {
  await cost();
  let statements: readonly string[] = [];
  for (let pause = 0; pause < mostPauses; pause += 1) {
    await new Promise((next) => setTimeout(next, idlePause));
    const latest = await cost();
    if (latest.count <= idleStatements) return;
    statements = latest.statements;
  }
  throw new Error(`The server is still busy with what earlier requests left:\n${statements.join("\n")}`);
};

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell)).join(" | ")} |`;

const measure = async (dataDir: string, databaseUrl: string | undefined): Promise<boolean> => {
  const settings = benchSettings(dataDir, databaseUrl);
  const config = configOf(settings);
  const { people, owner, realmId } = await seed(config, size);
  const [, member, sender] = people as readonly [Person, Person, Person, ...Person[]];
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  await storage.start();
  await makeHistory(storage.connection(), realmId, [member], sender);
  await makeTopics(storage.connection(), realmId, sender, channelOfTopics, 50_000);
  await makeBots(storage.connection(), realmId, people[ownerOfBots]?.id ?? 0);
  const skipper = people.at(-1) ?? owner;
  await skipWhileReading(storage.connection(), realmId, skipper);
  const oftenReacted = await fillReactions(storage.connection(), realmId);
  await storage.stop();
  const port = await freePort();
  const server = await startProcess("bench/budgets/watched-server.js", {
    ...settings,
    BENCH_WATCH_PORT: String(port),
    NODE_OPTIONS: "--expose-gc",
  });
  const cost = async (title = ""): Promise<Cost> =>
    (await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(title)}`)).json() as Promise<Cost>;
  let isWithin = true;
  try {
    // The realm is loaded, and the code is warm.
    for (let round = 0; round < 20; round += 1)
      await ask(server.url, sender, { method: "GET", at: "/users/me" }, noFacts);
    const { guest, ...made } = await factsOf(server.url, owner, member, people);
    const facts = { ...made, oftenReacted };
    console.log(
      row([
        "class",
        "request",
        "answer",
        "ms",
        "loop ms",
        "its thread ms",
        "others' sends ms",
        "database ms",
        "processor ms",
        "MB",
      ]),
    );
    console.log(row(Array.from({ length: 10 }, () => "---")));
    let removeGroups: (() => Promise<void>) | undefined;
    for (const one of expensive.filter(({ title }) => titles.some((words) => title.includes(words)))) {
      if (one.nestsGroups) removeGroups ??= await nestGroups(server.url, owner, people);
      else if (removeGroups !== undefined) {
        await removeGroups();
        removeGroups = undefined;
      }
      await whenIdle(cost);
      let isOver = false;
      const others = slowestSend(server.url, sender, () => isOver);
      const caller = one.by === undefined ? member : { owner, guest, skipper }[one.by];
      const answers = await Promise.all(
        Array.from({ length: one.atOnce ?? 1 }, () => ask(server.url, caller, one, facts)),
      );
      const [first] = answers;
      if (first === undefined) throw new Error(`Nothing was sent: ${one.title}`);
      const { status, body, took } = first;
      isOver = true;
      const waited = await others;
      const { blocked, turn, database, memory, processor, statements } = await cost(one.title);
      const isOne =
        blocked <= budgets.blocked &&
        waited <= budgets.others &&
        database <= budgets.database * answers.length &&
        memory <= budgets.memory &&
        status === (one.status ?? 200);
      isWithin &&= isOne;
      console.log(
        row([
          one.cost,
          one.title,
          `${status}`,
          took,
          blocked,
          turn,
          waited,
          database,
          processor,
          `${Math.round(memory)}${isOne ? "" : " **over**"}`,
        ]),
      );
      if (status !== (one.status ?? 200)) console.log(body);
      if (process.env.BENCH_STATEMENTS) for (const line of statements) console.log(line);
    }
    const crowds = {
      url: server.url,
      // The owner of the bots is deactivated by now.
      people: people.slice(2).filter(({ id }) => id !== people[ownerOfBots]?.id),
      cost,
      whenIdle: () => whenIdle(cost),
      isWanted: (title: string) => titles.some((words) => title.includes(words)),
      mostResident: budgets.resident,
      row,
    };
    isWithin = (await measureCrowds(crowds)) && isWithin;
  } finally {
    await server.stop();
  }
  return isWithin;
};

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-budgets-"));
  const database = process.env.DATABASE_URL ? await freshDatabase(process.env.DATABASE_URL) : undefined;
  try {
    if (!(await measure(dataDir, database?.url))) process.exitCode = 1;
  } finally {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

runProgram(main);
