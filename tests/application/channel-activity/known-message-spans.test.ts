import { KnownMessageSpans } from "../../../src/application/channel-activity/known-message-spans";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Message } from "../../../src/domain/messages/message";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { memoryApplication } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import {
  aChannel,
  aMessageSent,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { historyCount } from "../../support/random/history-count";
import { commitAll, createRealm } from "../../support/storage/commits";

const said = (id: number, channelId = 21): RealmEvent =>
  aMessageSent({ id, conversation: channelConversation(channelId), sentAt: 100 + id });
const deleted = (
  id: number,
  conversation: Message["conversation"] = channelConversation(21),
): RealmEvent => ({ type: "messages_deleted", conversation, topic: "topic", messageIds: [id], deletedAt: 0 });
const moved = (id: number, to: number): RealmEvent => ({
  type: "messages_moved",
  messageIds: [id],
  from: { conversation: channelConversation(21), topic: "topic" },
  to: { conversation: channelConversation(to), topic: "other" },
  chosenId: id,
  mode: "change_one",
  lostBy: [],
  leftBehind: [],
  edit: { editedAt: 9, userId: 1, topic: { before: "topic", after: "other" } },
});
const inFirst = 1021;
const inSecond = 1022;

/** Two channels, the first with a message, and spans whose reads end when the test lets them. */
const reading = async () => {
  const { append, world } = await memoryRealm({ channels: { first: {}, second: {} } });
  await append(said(1));
  const { directory } = world.services;
  const { messages } = world.persistence;
  const reads: (() => void)[] = [];
  const newestSentAt: typeof messages.newestSentAt = async (realmId, ids) => {
    const found = await messages.newestSentAt(realmId, ids);
    await new Promise<void>((resolve) => reads.push(resolve));
    return found;
  };
  const spans = new KnownMessageSpans({
    directory,
    messages: { firstIds: (...asked) => messages.firstIds(...asked), newestSentAt },
  });
  directory.follow(spans);
  /** Asks for the spans of a state, by default the newest. */
  const ask = async (state?: RealmState) => {
    const of = state ?? (await directory.newest(world.realmId));
    const asked = spans.of(of).then(({ firstMessageIds, newestSentAt }) => ({
      firstMessageIds: new Map(firstMessageIds),
      newestSentAt: new Map(newestSentAt),
    }));
    await new Promise(setImmediate);
    return { asked };
  };
  return { append, directory, realmId: world.realmId, spans, ask, reads };
};

test("after any history they are those of the stored messages", async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      const { services, persistence } = await memoryApplication();
      const { directory, messageSpans } = services;
      const { id: realmId } = await createRealm(persistence.eventStore);
      for (const event of historyOf(steps)) {
        const before = await directory.newest(realmId);
        await directory.catchUp(realmId, await commitAll(persistence.eventStore, realmId, [event], before));
        const state = await directory.newest(realmId);
        const conversations = [...state.channels.values()].map(({ conversationId }) => conversationId);
        const { firstMessageIds, newestSentAt } = await messageSpans.of(state);
        expect(new Map(firstMessageIds)).toEqual(await persistence.messages.firstIds(realmId, conversations));
        expect(new Map(newestSentAt)).toEqual(
          await persistence.messages.newestSentAt(realmId, conversations),
        );
      }
    }),
    { numRuns: historyCount(30), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
});

test("they are read once, and what is sent meanwhile or later is among them", async () => {
  const { append, ask, reads } = await reading();
  const { asked: one } = await ask();
  const { asked: other } = await ask();
  await append(said(2), said(3, 22));
  reads[0]?.();
  const found = {
    firstMessageIds: new Map([
      [inFirst, 1],
      [inSecond, 3],
    ]),
    newestSentAt: new Map([
      [inFirst, 102],
      [inSecond, 103],
    ]),
  };
  expect([await one, await other]).toEqual([found, found]);
  await append(said(4));
  const { asked: later } = await ask();
  expect((await later).newestSentAt.get(inFirst)).toBe(104);
  expect(reads).toHaveLength(1);
});

test("a channel that came after the caller's state is among them for later callers", async () => {
  const { append, ask, reads, directory, realmId } = await reading();
  const before = await directory.newest(realmId);
  await append({ type: "channel_created", channel: aChannel({ id: 23 }) }, said(2, 23));
  const { asked: early } = await ask(before);
  reads[0]?.();
  await early;
  const { asked: late } = await ask();
  expect((await late).firstMessageIds.get(1023)).toBe(2);
});

test("if messages leave a channel during the read, each caller reads again, and nothing stale is kept", async () => {
  const { append, ask, reads } = await reading();
  const { asked } = await ask();
  await append(said(2), deleted(1));
  reads[0]?.();
  await new Promise(setImmediate);
  reads[1]?.();
  expect((await asked).firstMessageIds.get(inFirst)).toBe(2);
  const { asked: later } = await ask();
  reads[2]?.();
  expect((await later).firstMessageIds.get(inFirst)).toBe(2);
  expect(reads).toHaveLength(3);
});

test("they are read again only if messages leave their channel", async () => {
  const { append, ask, reads } = await reading();
  const { asked } = await ask();
  reads[0]?.();
  await asked;
  const direct = directConversation(9, 1);
  await append(moved(1, 21), aMessageSent({ id: 2, conversation: direct, topic: "" }), deleted(2, direct));
  const { asked: same } = await ask();
  expect((await same).firstMessageIds.get(inFirst)).toBe(1);
  expect(reads).toHaveLength(1);
  await append(moved(1, 22));
  const { asked: later } = await ask();
  reads[1]?.();
  expect([...(await later).firstMessageIds]).toEqual([[inSecond, 1]]);
});

test("messages that come back are among them", async () => {
  const { append, ask, reads } = await reading();
  await append(said(2), deleted(1));
  const { asked } = await ask();
  reads[0]?.();
  expect((await asked).firstMessageIds.get(inFirst)).toBe(2);
  await append({ type: "messages_restored", messageIds: [1] });
  const { asked: later } = await ask();
  reads[1]?.();
  expect((await later).firstMessageIds.get(inFirst)).toBe(1);
});

test("a realm that isn't in memory, whose log nobody follows, is read for each caller", async () => {
  const { ask, reads, directory, realmId } = await reading();
  const state = await directory.newest(realmId);
  directory.discard(realmId);
  for (const count of [1, 2]) {
    const { asked } = await ask(state);
    expect(reads).toHaveLength(count);
    reads.at(-1)?.();
    expect((await asked).firstMessageIds.get(inFirst)).toBe(1);
  }
});

test.each(["release", "passedOver"] as const)(
  "they are forgotten on %s, even during the read",
  async (what) => {
    const { ask, reads, spans, realmId } = await reading();
    const { asked } = await ask();
    spans[what](realmId);
    reads[0]?.();
    await new Promise(setImmediate);
    reads[1]?.();
    await asked;
    const { asked: again } = await ask();
    reads[2]?.();
    await again;
    spans[what](realmId);
    await ask();
    expect(reads).toHaveLength(4);
  },
);

test("a read that fails is tried again by the next caller", async () => {
  const { world } = await memoryRealm({ channels: { lunch: {} } });
  let fails = true;
  const spans = new KnownMessageSpans({
    directory: world.services.directory,
    messages: {
      firstIds: async () => (fails ? Promise.reject(new Error("no connection")) : new Map([[7, 8]])),
      newestSentAt: async () => new Map(),
    },
  });
  const state = await world.services.directory.newest(world.realmId);
  await expect(spans.of(state)).rejects.toThrow("no connection");
  fails = false;
  expect((await spans.of(state)).firstMessageIds.get(7)).toBe(8);
});
