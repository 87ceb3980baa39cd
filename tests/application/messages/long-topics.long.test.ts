import * as E from "fp-ts/Either";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { byServer, type Caller } from "../../../src/application/caller";
import { continueMove } from "../../../src/application/messages/continue-move";
import { deleteTopic } from "../../../src/application/messages/delete-topic";
import type { MoveRequest } from "../../../src/application/messages/internal/prepare-move";
import { markChannelAsRead } from "../../../src/application/messages/mark-channel-as-read";
import { sendMessage } from "../../../src/application/messages/send-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { LoggedEvent, RealmEvent } from "../../../src/domain/events/event";
import {
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { aMessageSent, aUser } from "../../support/builders/entities";
import { countingRows } from "../../support/measures/watched-lanes";
import { commitAll, eventsAfter } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";

const slices = 3;
const size = slices * 1000;
const generalId = 1;
const mostRows = 1001;

let world: MemoryApplication;
let largest: { readonly rows: number; readonly asked: string };
let ben: Caller;
/** Ids of Ben's messages in the topic "long", ascending. */
let ids: readonly number[];

beforeEach(async () => {
  const counted = countingRows(memoryPersistence());
  largest = counted.largest;
  world = await memoryApplication({}, counted.persistence);
  ben = await world.newMember("Ben");
  ids = await benSays(size);
});

const benSays = async (count: number): Promise<readonly number[]> => {
  const { messageId } = await head();
  const added = Array.from({ length: count }, (_, index) => messageId + 1 + index);
  const where = { ...(await placeOf()), senderId: ben.userId };
  await happens(added.map((id) => aMessageSent({ id, ...where })));
  return added;
};

const head = async () => (await world.persistence.eventStore.begin(world.realmId, 0)).head;
const general = async () => {
  const channel = (await world.services.directory.stateOf(world.realmId)).channels.get(generalId);
  if (channel === undefined) throw new Error("There is no channel");
  return channel;
};
const happens = async (events: readonly RealmEvent[]) => {
  const { directory } = world.services;
  const state = await directory.newest(world.realmId);
  const { eventStore } = world.persistence;
  await directory.catchUp(world.realmId, await commitAll(eventStore, world.realmId, events, state));
};
const say = (topic: string, by = world.owner) =>
  sendMessage(world.services)(by, {
    to: { kind: "channel", channel: generalId, topic },
    content: "hello",
    readBySender: true,
  })();
const move = async (messageId: number, more: Partial<MoveRequest>, by = world.owner) => {
  const outcome = await begin(messageId, more, by);
  await world.services.jobRunner.runDue(["move_rest"]);
  return outcome;
};
const begin = (messageId: number, more: Partial<MoveRequest>, by = world.owner, content?: string) =>
  updateMessage(world.services)(by, {
    messageId,
    content,
    isExpected: undefined,
    topic: undefined,
    channelId: undefined,
    mode: "change_all",
    notifyOldTopic: false,
    notifyNewTopic: true,
    ...more,
  })();
/** What happens while the work runs and somebody writes to another topic. */
const besideASend = async (work: () => Promise<unknown>): Promise<readonly LoggedEvent["event"][]> => {
  const { position } = await world.services.directory.newest(world.realmId);
  const under = work();
  successOf(await say("other"));
  await under;
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 99_999);
  return events.map(({ event }) => event);
};
const idsIn = async (topic: string): Promise<readonly number[]> => {
  const { conversationId } = await general();
  const scope = { kind: "channels", conversationIds: [conversationId] } as const;
  const span = { conversationId, topic, scope };
  return (await world.persistence.messages.inTopic(world.realmId, span, 99_999)).map(({ id }) => id);
};
const countIn = async (topic: string): Promise<number> => (await idsIn(topic)).length;
const saidIn = async (topic: string): Promise<string> => {
  const { conversationId } = await general();
  const scope = { kind: "channels", conversationIds: [conversationId] } as const;
  const [newest] = await world.persistence.messages.inTopic(
    world.realmId,
    { conversationId, topic, scope },
    1,
  );
  const [message] = await world.persistence.messages.byIds(world.realmId, [newest?.id ?? 0]);
  return message?.content ?? "";
};
const typesOf = (events: readonly LoggedEvent["event"][]): readonly string[] =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);

test("others can send while a long topic moves, in slices that read little in the lane", async () => {
  const [first = 0, second = 0] = ids;
  const events = await besideASend(() => move(second, { topic: "moved" }));
  expect(typesOf(events).join(" ")).toMatch(/^messages_moved .*message_sent .*messages_moved message_sent/);
  const moves = events.flatMap((event) => (event.type === "messages_moved" ? [event] : []));
  expect(moves.map(({ messageIds }) => messageIds.length)).toEqual(Array(slices).fill(1000));
  expect(moves.at(-1)?.messageIds).toContain(second);
  expect(moves.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b)).toEqual(ids);
  expect(moves.at(-1)?.messageIds[0]).toBe(first);
  expect(await saidIn("moved")).toContain("This topic was moved here from #**general>long**");
  expect(await countIn("long")).toBe(0);
  expect(largest.rows).toBeLessThanOrEqual(mostRows);
});

test("later messages move in slices and are counted together", async () => {
  const chosen = ids[size - 1500] ?? 0;
  successOf(await move(chosen, { topic: "moved", mode: "change_later", notifyOldTopic: true }));
  expect(await countIn("long")).toBe(size - 1500 + 1);
  expect(await countIn("moved")).toBe(1500 + 1);
  expect(await saidIn("moved")).toContain("1500 messages were moved here");
  expect(await saidIn("long")).toContain("1500 messages were moved from this topic");
});

test("a topic whose name changes only in case moves once, as a whole", async () => {
  const events = await besideASend(() => move(ids[7] ?? 0, { topic: "LONG" }));
  const moved = events.flatMap((event) => (event.type === "messages_moved" ? event.messageIds : []));
  expect(moved).toHaveLength(size);
  expect(new Set(moved).size).toBe(size);
  expect(await saidIn("long")).toContain("This topic was moved here");
});

test("resolving a topic of any length posts a notice and includes messages sent meanwhile", async () => {
  const { position } = await world.services.directory.newest(world.realmId);
  successOf(await begin(ids[0] ?? 0, { topic: "✔ long" }));
  successOf(await say("long"));
  await world.services.jobRunner.runDue(["move_rest"]);
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 99_999);
  expect(events[0]?.event.type).toBe("messages_moved");
  expect(await countIn("long")).toBe(0);
  expect(await countIn("✔ long")).toBe(size + 1 + 1);
  expect(await saidIn("✔ long")).toContain("has marked this topic as resolved");
});

test("a move stops when its user may no longer move the rest, and continues when requested again", async () => {
  const chosen = ids[3] ?? 0;
  successOf(await begin(chosen, { topic: "moved" }));
  const archived = async (isArchived: boolean) => {
    successOf(
      await world.services.inTransaction(byServer(world.realmId), async (tx) => {
        const change = { isArchived };
        const { name: nameBefore } = await general();
        tx.append({
          type: "channel_changed",
          channelId: generalId,
          nameBefore,
          change,
          wasArchived: !isArchived,
        });
        return E.right(undefined);
      }),
    );
  };
  await archived(true);
  await world.services.jobRunner.runDue(["move_rest"]);
  expect(await countIn("long")).toBe(size - 1000);
  await archived(false);
  successOf(await move(chosen, { topic: "moved" }));
  expect(await countIn("long")).toBe(0);
  expect(await countIn("moved")).toBe(size + 1);
});

test("the rest of a long topic moves after the process died following the first slice", async () => {
  successOf(await begin(ids[3] ?? 0, { topic: "moved" }));
  expect(await countIn("moved")).toBe(1000);
  const [claimed] = await world.persistence.jobQueue.claim(
    [{ kind: "move_rest", limit: 1 }],
    world.clock.now(),
    30_000,
  );
  expect(claimed).toBeDefined();
  world.clock.advance(30_001);
  await world.services.jobRunner.runDue(["move_rest"]);
  expect(await countIn("long")).toBe(0);
  expect(await countIn("moved")).toBe(size + 1);
});

test("two moves that undo each other terminate", async () => {
  const queue = world.persistence.jobQueue;
  successOf(await begin(ids.at(-1) ?? 0, { topic: "moved" }));
  const [claimed] = await queue.claim([{ kind: "move_rest", limit: 1 }], world.clock.now(), 30_000);
  if (claimed === undefined) throw new Error("The rest is to be moved");
  const { payload } = claimed as {
    payload: Parameters<ReturnType<typeof continueMove>["run"]>[0]["payload"];
  };
  const outcome = await continueMove(world.services).run({
    realmId: world.realmId,
    payload,
    jobId: 1,
    isLastTry: false,
  });
  await queue.complete(claimed, outcome.kind === "done" ? outcome.next : []);
  expect(await countIn("moved")).toBe(2000);
  successOf(await begin((await idsIn("moved"))[5] ?? 0, { topic: "long" }, ben));
  const { position } = await world.services.directory.newest(world.realmId);
  await world.services.jobRunner.runDue(["move_rest"]);
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 99_999);
  const moves = events.filter(({ event }) => event.type === "messages_moved");
  expect(moves.length).toBeLessThanOrEqual(2 * slices);
  const all = new Set([...(await idsIn("moved")), ...(await idsIn("long"))]);
  expect(ids.filter((id) => !all.has(id))).toEqual([]);
});

test("a slice that moved before its job recorded it is neither moved nor announced again", async () => {
  successOf(await begin(ids[3] ?? 0, { topic: "moved" }));
  const queue = world.persistence.jobQueue;
  const [claimed] = await queue.claim([{ kind: "move_rest", limit: 1 }], world.clock.now(), 30_000);
  if (claimed === undefined) throw new Error("The rest is to be moved");
  const { position } = await world.services.directory.newest(world.realmId);
  const { payload } = claimed as {
    payload: Parameters<ReturnType<typeof continueMove>["run"]>[0]["payload"];
  };
  const run = () =>
    continueMove(world.services).run({ realmId: world.realmId, payload, jobId: 1, isLastTry: false });
  await run();
  const again = await run();
  if (again.kind !== "done") throw new Error("The next slice was to be moved");
  await queue.complete(claimed, again.next);
  await world.services.jobRunner.runDue(["move_rest"]);
  const events = (await eventsAfter(world.persistence.eventLog, world.realmId, position, 99_999)).map(
    ({ event }) => event,
  );
  const moved = events.flatMap((event) => (event.type === "messages_moved" ? event.messageIds : []));
  expect(moved).toHaveLength(size - 1000);
  expect(new Set(moved).size).toBe(size - 1000);
  expect(events.filter(({ type }) => type === "message_sent")).toHaveLength(1);
});

test("an edit takes effect at once, although the edited message moves last", async () => {
  const chosen = ids[3] ?? 0;
  successOf(await begin(chosen, { topic: "moved" }, ben, "other words"));
  const chosenMessage = async () => (await world.persistence.messages.byIds(world.realmId, [chosen]))[0];
  expect(await chosenMessage()).toMatchObject({ content: "other words", topic: "long" });
  await world.services.jobRunner.runDue(["move_rest"]);
  expect(await chosenMessage()).toMatchObject({ content: "other words", topic: "moved" });
});

test("the time limit applies to all messages of a long topic before any moves", async () => {
  const limit = 3600;
  await happens([
    { type: "realm_changed", change: { settings: { moveMessagesWithinChannelLimitSeconds: limit } } },
  ]);
  world.clock.advance((limit + 30) * 1000);
  await happens([aMessageSent({ id: (ids.at(-1) ?? 0) + 1, ...(await placeOf()), senderId: ben.userId })]);
  const outcome = await move(ids[0] ?? 0, { topic: "moved" }, ben);
  expect(outcome).toMatchObject({
    left: { code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", total: size + 1, allowed: 1 },
  });
  expect(await countIn("moved")).toBe(0);
  expect(largest.rows).toBeLessThanOrEqual(mostRows);
});

const placeOf = async () => {
  const { conversationId } = await general();
  return {
    conversation: { kind: "channel", id: conversationId, channelId: generalId } as const,
    topic: "long",
    sentAt: Math.floor(world.clock.now() / 1000),
  };
};

test("topic policies of 1,500 users are carried over in slices, each by one event", async () => {
  const people = Array.from({ length: 1500 }, (_, index) => 100 + index);
  await happens(
    people.flatMap((id) => [
      { type: "user_created", user: aUser({ id, email: `person${id}@example.com` }) } as const,
      {
        type: "topic_policy_set",
        userId: id,
        channelId: generalId,
        topic: "long",
        setAt: 0,
        policy: id % 2 === 0 ? "muted" : "followed",
      } as const,
    ]),
  );
  const events = await besideASend(() => move(ids[0] ?? 0, { topic: "moved" }));
  const policies = async (topic: string) => [
    ...(await world.persistence.userData.topicPolicies(world.realmId, generalId, topic)),
  ];
  expect(await policies("long")).toEqual([]);
  expect((await policies("moved")).filter(([id]) => people.includes(id))).toEqual(
    people.map((id) => [id, id % 2 === 0 ? "muted" : "followed"]),
  );
  expect(events.filter(({ type }) => type === "topic_policies_carried")).toHaveLength(2);
  expect(largest.rows).toBeLessThanOrEqual(mostRows);
});

test("a user's policy for a long topic is carried over if they may know about a message in any slice", async () => {
  const change = { privacy: "private", historyPublicToSubscribers: false } as const;
  const { name: nameBefore } = await general();
  await happens([{ type: "channel_changed", channelId: generalId, nameBefore, change, wasArchived: false }]);
  const late = await world.newMember("Late");
  successOf(await say("long"));
  const tooLate = await world.newMember("Too Late");
  for (const { userId } of [late, tooLate])
    await happens([
      {
        type: "topic_policy_set",
        channelId: generalId,
        topic: "long",
        setAt: 0,
        userId,
        policy: "followed",
      },
    ]);
  successOf(await move(ids[0] ?? 0, { topic: "moved" }));
  const havers = async (topic: string) => [
    ...(await world.persistence.userData.topicPolicies(world.realmId, generalId, topic)).keys(),
  ];
  expect(await havers("moved")).toContain(late.userId);
  expect(await havers("long")).toEqual([tooLate.userId]);
});

test("others can send while a long topic is deleted, a limited number per call", async () => {
  const remove = deleteTopic(world.services)(world.owner, generalId, "long");
  await benSays(2000);
  successOf(await say("long"));
  const events = await besideASend(async () => expect(successOf(await remove())).toBe(false));
  expect(await countIn("long")).toBe(1);
  expect(successOf(await remove())).toBe(true);
  expect(typesOf(events).join(" ")).toMatch(/^messages_deleted .*message_sent .*messages_deleted/);
  expect(await countIn("long")).toBe(0);
  expect(largest.rows).toBeLessThanOrEqual(mostRows);
});

test("deactivation takes effect at once, and deletes thousands of messages soon after", async () => {
  const actions = {
    deleteProfile: false,
    deletePublicChannelMessages: true,
    deletePrivateChannelMessages: false,
    deleteDirectMessages: false,
  };
  const ending = () =>
    deactivateUser(world.services)(world.owner, { userId: ben.userId, actions, comment: undefined })();
  const events = await besideASend(ending);
  expect(events.map(({ type }) => type)).toContain("user_deactivated");
  expect(await countIn("long")).toBe(size - 1000);
  await world.services.jobRunner.runDue(["delete_sent_messages"]);
  expect(await countIn("long")).toBe(0);
  expect(await countIn("other")).toBe(1);
  expect(largest.rows).toBeLessThanOrEqual(mostRows);
});

test("messages a user sends after reactivation are not deleted with their earlier ones", async () => {
  const actions = {
    deleteProfile: false,
    deletePublicChannelMessages: true,
    deletePrivateChannelMessages: false,
    deleteDirectMessages: false,
  };
  successOf(
    await deactivateUser(world.services)(world.owner, {
      userId: ben.userId,
      actions,
      comment: undefined,
    })(),
  );
  await happens([
    { type: "user_reactivated", userId: ben.userId, firstMessageId: (ids.at(-1) ?? 0) + 1, apiKeyVersion: 2 },
  ]);
  successOf(await say("back", ben));
  await world.services.jobRunner.runDue(["delete_sent_messages"]);
  expect([await countIn("long"), await countIn("back")]).toEqual([0, 1]);
});

test("others can send while a long topic is marked as read", async () => {
  const unread = async () =>
    idsOf(await unreadOf(world.persistence, world.realmId, world.owner.userId, 99_999)).length;
  const before = await unread();
  expect(before).toBeGreaterThanOrEqual(size);
  successOf(await markChannelAsRead(world.services)(world.owner, generalId, "long")());
  expect(await unread()).toBe(before - size);
  expect(largest.rows).toBeLessThanOrEqual(2500);
});
