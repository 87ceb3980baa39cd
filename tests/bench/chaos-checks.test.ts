import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import type { Answer } from "../../bench/chaos/api";
import { checkQueue, checkSends } from "../../bench/chaos/checks";
import { Listener, type QueueRecord } from "../../bench/chaos/listener";
import { LogOracle } from "../../bench/chaos/log-oracle";
import { type ViolationKind, Violations, violationKinds } from "../../bench/chaos/violations";
import { newSubscription } from "../../src/domain/channels/subscription";
import type { RealmEvent } from "../../src/domain/events/event";
import type { GroupSetting } from "../../src/domain/groups/group-setting";
import { eventIdAt } from "../../src/domain/queues/event-queue";
import {
  aChannel,
  aGroup,
  aMessageSent,
  aUser,
  channelConversation,
  directConversation,
} from "../support/builders/entities";
import type { WireEvent } from "../support/clients/client-model";

const [ann, ben] = [1, 2];
const channelId = 7;

const subscribed = (userId: number): RealmEvent => ({
  type: "subscribed",
  subscriptions: [newSubscription(userId, aChannel({ id: channelId }), "#76ce90")],
  firstMessageId: 1,
});
const unsubscribed = (userId: number): RealmEvent => ({
  type: "unsubscribed",
  channelIds: [channelId],
  userIds: [userId],
  firstMessageId: 1,
});
const sent = (id: number): RealmEvent =>
  aMessageSent({ id, content: `message ${id}`, conversation: channelConversation(channelId) });

/** A log that starts with two members and a private channel, and continues after position 3. */
const oracleOf = async (...more: readonly RealmEvent[]): Promise<LogOracle> => {
  const events: readonly RealmEvent[] = [
    { type: "user_created", user: aUser({ id: ann, role: "member" }) },
    { type: "user_created", user: aUser({ id: ben, role: "member" }) },
    { type: "channel_created", channel: aChannel({ id: channelId, privacy: "private" }) },
    ...more,
  ];
  const logged = events.map((event, index) => ({ position: index + 1, event }));
  const oracle = new LogOracle(
    { after: async (_, position, limit) => E.right(logged.slice(position, position + limit)) },
    1,
  );
  await oracle.readOn();
  return oracle;
};

const record = (userId: number, ...events: readonly WireEvent[]): QueueRecord => ({
  person: { id: userId, email: `person${userId}`, apiKey: "" },
  queueId: "q",
  startsAfter: eventIdAt(3),
  isLost: false,
  events: events.map((event) => ({ event, at: 0 })),
});
const arrived = (position: number, messageId: number): WireEvent => ({
  type: "message",
  id: eventIdAt(position),
  message: { id: messageId },
});

const found = (look: (violations: Violations) => void): Partial<Record<ViolationKind, number>> => {
  const violations = new Violations();
  look(violations);
  const kinds = Object.keys(violationKinds) as readonly ViolationKind[];
  return Object.fromEntries(
    kinds.flatMap((kind) => (violations.count(kind) > 0 ? [[kind, violations.count(kind)]] : [])),
  );
};
const inQueue = (queue: QueueRecord, oracle: LogOracle) =>
  found((violations) => checkQueue(queue, oracle, violations));

describe("the contents of a queue", () => {
  // Positions: 4 Ann joins, 5 message 1, 6 Ben joins, 7 message 2, 8 Ann leaves, 9 message 3.
  const log = [subscribed(ann), sent(1), subscribed(ben), sent(2), unsubscribed(ann), sent(3)];

  test("are right if they contain exactly the messages sent while the user was subscribed", async () => {
    const oracle = await oracleOf(...log);
    expect(inQueue(record(ann, arrived(5, 1), arrived(7, 2)), oracle)).toEqual({});
    expect(inQueue(record(ben, arrived(7, 2), arrived(9, 3)), oracle)).toEqual({});
  });

  test("are forbidden if sent before the user joined or after they left", async () => {
    const oracle = await oracleOf(...log);
    expect(inQueue(record(ben, arrived(5, 1), arrived(7, 2), arrived(9, 3)), oracle)).toEqual({
      forbidden: 1,
    });
    expect(inQueue(record(ann, arrived(5, 1), arrived(7, 2), arrived(9, 3)), oracle)).toEqual({
      forbidden: 1,
    });
  });

  test("are incomplete without a message sent before the user left", async () => {
    expect(inQueue(record(ann, arrived(5, 1)), await oracleOf(...log))).toEqual({ missing: 1 });
  });

  test("begin where the queue was registered", async () => {
    const late = { ...record(ann, arrived(7, 2)), startsAfter: eventIdAt(5) };
    expect(inQueue(late, await oracleOf(...log))).toEqual({});
  });

  test("have direct messages only of the queue's user", async () => {
    const direct = aMessageSent({ id: 1, conversation: directConversation(500, ann) });
    const oracle = await oracleOf(direct);
    expect(inQueue(record(ann, arrived(4, 1)), oracle)).toEqual({});
    expect(inQueue(record(ben, arrived(4, 1)), oracle)).toEqual({ forbidden: 1 });
  });

  test("are unknown if the log has another message, or none, at that position", async () => {
    const oracle = await oracleOf(subscribed(ann), sent(1));
    expect(inQueue(record(ann, arrived(5, 2)), oracle)).toEqual({ unknown: 1 });
    expect(inQueue(record(ann, arrived(5, 1), arrived(4, 9)), oracle)).toEqual({ unknown: 1 });
  });

  test("mention a private channel only to its members, until they leave", async () => {
    const eventAt = (position: number): WireEvent => ({
      type: "stream",
      op: "update",
      id: eventIdAt(position),
      stream_id: channelId,
    });
    const oracle = await oracleOf(subscribed(ann), unsubscribed(ann), unsubscribed(ben), subscribed(ben));
    expect(inQueue(record(ann, eventAt(4), eventAt(5)), oracle)).toEqual({});
    expect(inQueue(record(ann, eventAt(6)), oracle)).toEqual({ forbidden: 1 });
    expect(inQueue(record(ben, eventAt(5)), oracle)).toEqual({ forbidden: 1 });
  });

  test("mention a private channel to those who may subscribe themselves, unless they are guests", async () => {
    const eventAt = (position: number): WireEvent => ({
      type: "stream",
      op: "update",
      id: eventIdAt(position),
      stream_id: channelId,
    });
    const letIn = (canSubscribeGroup: GroupSetting): RealmEvent => ({
      type: "channel_changed",
      channelId,
      nameBefore: "channel 7",
      wasArchived: false,
      change: { permissions: { canSubscribeGroup } },
    });
    // Positions: 4 and 5 the groups, 6 Ann by name, 7 the outer group, 8 Ben in the inner one, 9 nothing, 10 Ben is a guest, 11 nothing.
    const oracle = await oracleOf(
      { type: "group_created", group: aGroup({ id: 20, members: [] }) },
      { type: "group_created", group: aGroup({ id: 21, subgroups: [20] }) },
      letIn({ directMembers: [ann], directSubgroups: [] }),
      letIn(21),
      { type: "group_members_changed", groupId: 20, isDeactivated: false, op: "add", userIds: [ben] },
      { type: "realm_changed", change: {} },
      { type: "role_changed", userId: ben, from: "member", to: "guest" },
      { type: "realm_changed", change: {} },
    );
    expect(inQueue(record(ann, eventAt(6), eventAt(7)), oracle)).toEqual({});
    expect(inQueue(record(ann, eventAt(8)), oracle)).toEqual({ forbidden: 1 });
    expect(inQueue(record(ben, eventAt(7)), oracle)).toEqual({ forbidden: 1 });
    expect(inQueue(record(ben, eventAt(8), eventAt(9)), oracle)).toEqual({});
    expect(inQueue(record(ben, eventAt(11)), oracle)).toEqual({ forbidden: 1 });
  });

  test("may reveal a channel just before the event that decides it, and hide it just after", async () => {
    const [revealed, hidden] = (["channel_revealed", "channel_hidden"] as const).map(
      (type): RealmEvent => ({ type, channelId, userIds: [ann] }),
    ) as [RealmEvent, RealmEvent];
    const eventAt = (op: string, position: number): WireEvent => ({
      type: "stream",
      op,
      id: eventIdAt(position),
      streams: [{ stream_id: channelId }],
    });
    const oracle = await oracleOf(revealed, subscribed(ann), unsubscribed(ann), hidden);
    expect(inQueue(record(ann, eventAt("create", 4), eventAt("delete", 7)), oracle)).toEqual({});
    expect(inQueue(record(ben, eventAt("create", 4), eventAt("delete", 7)), oracle)).toEqual({
      forbidden: 2,
    });
  });
});

test("an acknowledged message is in the log once, and a refused one isn't", async () => {
  const { messages } = await oracleOf(sent(1), sent(2), aMessageSent({ id: 3, content: "message 2" }));
  const asked = { askedAt: 0, answeredAt: 1 };
  const check = (content: string, id: number | undefined) =>
    found((violations) => checkSends([{ content, id, ...asked }], messages, violations));
  expect(check("message 1", 1)).toEqual({});
  expect(check("message 1", 5)).toEqual({ lost: 1 });
  expect(check("message 4", 4)).toEqual({ lost: 1 });
  expect(check("message 2", 2)).toEqual({ doubled: 1 });
  expect(check("message 1", undefined)).toEqual({ refusedButSent: 1 });
  expect(check("message 4", undefined)).toEqual({});
});

/** The violations a client finds when its polls get these answers, after an id of 100. */
const answered = async (...answers: readonly (readonly WireEvent[])[]) => {
  const violations = new Violations();
  const state = {
    queue_id: "q",
    last_event_id: 100,
    subscriptions: [],
    unsubscribed: [],
    never_subscribed: [],
    realm_user_groups: [],
    realm_default_streams: [],
    realm_bots: [],
    streams: [],
    user_topics: [],
    drafts: [],
    saved_snippets: [],
    scheduled_messages: [],
    devices: {},
    muted_users: [],
    starred_messages: [],
    reminders: [],
    navigation_views: [],
    onboarding_steps: [],
    realm_users: [],
    realm_non_active_users: [],
    cross_realm_bots: [],
    unread_msgs: { mentions: [], streams: [], pms: [], huddles: [] },
  };
  const rest = [...answers];
  const listener = new Listener(
    {
      call: async (_, { path, signal }): Promise<Answer> => {
        const events = path === "/events" ? rest.shift() : [];
        if (events === undefined) await sleep(60_000, undefined, { ...(signal && { signal }) });
        return { ok: true, code: undefined, body: path === "/events" ? { events } : state };
      },
    },
    { id: ann, email: "ann", apiKey: "" },
    violations,
  );
  await listener.start();
  while (rest.length > 0) await sleep(5);
  await sleep(100);
  await listener.stop();
  return found((into) => {
    for (const kind of Object.keys(violationKinds) as readonly ViolationKind[])
      into.add(kind, "", violations.count(kind));
  });
};
const muted = (id: number): WireEvent => ({ type: "muted_users", id, muted_users: [] });
const message = (id: number, messageId: number): WireEvent => ({
  type: "message",
  id,
  flags: ["read"],
  message: { id: messageId },
});

test("a client notices ids that repeat or go backwards, and messages out of order", async () => {
  expect(await answered([muted(101), muted(102)], [muted(103)])).toEqual({});
  expect(await answered([muted(101)], [muted(101), muted(102)])).toEqual({ repeated: 1 });
  expect(await answered([muted(105)], [muted(103)])).toEqual({ backwards: 1 });
  expect(await answered([muted(100)])).toEqual({ backwards: 1 });
  expect(await answered([message(101, 5), message(102, 4)])).toEqual({ disordered: 1 });
  expect(await answered([{ type: "heartbeat", id: 101 }], [muted(102)])).toEqual({});
});
