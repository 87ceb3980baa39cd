import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { writeBotData } from "../../../src/application/bots/write-bot-data";
import type { Caller } from "../../../src/application/caller";
import { registerQueue } from "../../../src/application/events/register-queue";
import { updateMembers } from "../../../src/application/groups/update-members";
import { addView } from "../../../src/application/navigation/add-view";
import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { addAlertWords } from "../../../src/application/users/add-alert-words";
import { muteUser } from "../../../src/application/users/mute-user";
import { receiveWebhook } from "../../../src/application/webhooks/receive-webhook";
import { newBot } from "../../../src/domain/bots/bot";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

let world: MemoryApplication;
let owner: Caller;
let one: Caller;
let another: Caller;
let strange: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  owner = world.owner;
  const aBot = (id: number, ownerId: number) =>
    ({
      type: "user_created",
      user: aUser({ id, email: `bot${id}@example.com`, bot: newBot("generic", ownerId) }),
    }) as const;
  const person = { type: "user_created", user: aUser({ id: 50, email: "else@example.com" }) } as const;
  const created = [aBot(60, owner.userId), aBot(61, owner.userId), person, aBot(62, 50)];
  const { eventStore } = world.persistence;
  await world.services.directory.catchUp(world.realmId, await commitAll(eventStore, world.realmId, created));
  [one, another, strange] = [60, 61, 62].map(world.callerOf) as [Caller, Caller, Caller];
});

test("event queues: all bots of one owner share a limit; a person has their own", async () => {
  const counted: (readonly number[])[] = [];
  const { queueStore } = world.services;
  const watched = {
    ...queueStore,
    add: async (...given: Parameters<typeof queueStore.add>) => {
      counted.push(given[2]);
      return queueStore.add(...given);
    },
  };
  for (const who of [one, strange, owner])
    successOf(await registerQueue({ ...world.services, queueStore: watched })(who, messagesOnly)());
  expect(counted).toEqual([[60, 61], [62], [owner.userId]]);
});

test("lists: a list that one bot has filled is full for other bots of the same owner", async () => {
  const add = (who: Caller, index: number) =>
    addView(world.services)(who, { fragment: `narrow/${index}`, isPinned: false, name: `View ${index}` })();
  for (let index = 0; index < 200; index += 1) successOf(await add(one, index));
  expect(refusalOf(await add(another, 0))).toBe("You can have at most 200 navigation views.");
  for (const who of [owner, strange]) successOf(await add(who, 0));
});

test("alert words, which every message is compared with", async () => {
  const words = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  successOf(await addAlertWords(world.services)(one, words("a", 999))());
  successOf(await addAlertWords(world.services)(another, words("b", 1))());
  expect(refusalOf(await addAlertWords(world.services)(another, words("c", 1))())).toMatch(/1000/);
  for (const who of [owner, strange]) successOf(await addAlertWords(world.services)(who, words("d", 1000))());
});

test("muted people", async () => {
  const { eventStore } = world.persistence;
  const muted = Array.from({ length: 1000 }, (_, index) => ({ userId: index, since: 1 }));
  await commitAll(eventStore, world.realmId, [{ type: "muted_users_set", userId: 60, muted }]);
  await world.services.directory.newest(world.realmId);
  expect(refusalOf(await muteUser(world.services)(another, 50)())).toMatch(/at most 1000/);
  for (const who of [owner, strange]) await muteUser(world.services)(who, 50)();
  successOf(await muteUser(world.services)(owner, 62)());
});

test("unfinished uploads are the owner's", async () => {
  const begin = (who: Caller) =>
    beginResumableUpload(world.services)(who, { name: "a", size: 1000, metadata: undefined })();
  for (let index = 0; index < 20; index += 1) successOf(await begin(one));
  for (let index = 0; index < 20; index += 1) successOf(await begin(another));
  for (let index = 0; index < 10; index += 1) successOf(await begin(owner));
  const refusals = await Promise.all([one, another, owner].map(async (who) => refusalOf(await begin(who))));
  expect(new Set(refusals).size).toBe(1);
  successOf(await begin(strange));
});

test("what bots store for themselves", async () => {
  const botStorage = {
    ...world.persistence.botStorage,
    usedBy: async (_realmId: number, botIds: readonly number[]) => 49_999_999 * botIds.length,
  };
  const write = (who: Caller) =>
    writeBotData({ ...world.services, botStorage })(who, new Map([["k", "12"]]))();
  expect(refusalOf(await write(one))).toMatch(/100000000/);
  successOf(await write(strange));
});

test("changes to groups that notify people", async () => {
  const taken: string[] = [];
  const throttle = {
    ...world.services.throttle,
    take: async (rule: string, key: string) => {
      taken.push(`${rule} ${key}`);
      return undefined;
    },
  };
  const nobody = { groupId: 1, add: [50], remove: [], addSubgroups: [], removeSubgroups: [] };
  for (const who of [one, another, owner, strange])
    await updateMembers({ ...world.services, throttle })(who, nobody)();
  expect(taken).toEqual([1, 1, 1, 50].map((id) => `group_notice ${world.realmId} ${id}`));
});

test("notices about misconfigured bots to their owner", async () => {
  const taken: string[] = [];
  const throttle = {
    ...world.services.throttle,
    take: async (rule: string, key: string) => {
      taken.push(`${rule} ${key}`);
      return 1;
    },
  };
  const first = {
    ...throttle,
    take: async (...given: [string, string]) => void (await throttle.take(...given)),
  };
  const incomingWebhooks = [
    {
      name: "any",
      label: "Any",
      displayName: "Any",
      events: null,
      options: [],
      translate: () => E.right([]),
    },
  ];
  const request = { integration: "any", document: "no JSON", header: () => undefined, options: {} };
  const nowhere = { channel: undefined, topic: undefined, onlyEvents: undefined, excludedEvents: undefined };
  await receiveWebhook({ ...world.services, throttle: first as never, incomingWebhooks })(one, {
    ...request,
    ...nowhere,
  })();
  expect(taken).toEqual([`bot_notice ${world.realmId} 60`, `bot_notices ${world.realmId} ${owner.userId}`]);
});

/** Limits on guessing at one account's secrets, which bots don't have. */
const ofOneAccount = ["password", "second_factor", "second_factor_daily", "recovery_code", "guess_notice"];

test("no throttle counts by a kind of user id that one person can have many of", () => {
  const folder = join(__dirname, "../../../src/application");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const counted = files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/throttle\s*\.take\(\s*"(\w+)",\s*`([^`]*)`/g)]
      .filter(([, rule = "", key = ""]) => /userId|\bid\b/.test(key) && !ofOneAccount.includes(rule))
      .map(([, rule]) => `${name}: ${rule}`),
  );
  expect(counted).toEqual([
    "webhooks/receive-webhook.ts: bot_notice",
    "webhooks/receive-webhook.ts: bot_notices",
  ]);
});
