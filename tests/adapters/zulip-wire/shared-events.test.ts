import { encodeFetchedAsJson } from "../../../src/adapters/zulip-wire/events/fetched-events";
import type { EncodedJson } from "../../../src/adapters/zulip-wire/json";
import { apply } from "../../../src/domain/state/apply";
import {
  aChannel,
  aMessageSent,
  aQueue,
  aRealmState,
  aUser,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";

const sender = aUser({ id: 1, email: "ada@example.com" });
const mentioned = aUser({ id: 2, email: "ben@example.com" });
const others = [3, 4, 5].map((id) => aUser({ id, email: `${id}@example.com` }));
const sendingQueue = "queue of the sender";

const steps = [5, 6, 7].map((position) => {
  const before = aRealmState({
    users: [sender, mentioned, ...others],
    channels: [aChannel({ id: 9, conversationId: 9 })],
  });
  const event = aMessageSent(
    { id: position, senderId: sender.id, conversation: channelConversation(9), readBySender: true },
    {
      flagsByUser: { [mentioned.id]: ["mentioned"] },
      origin: { queueId: sendingQueue, localId: "12.5" },
    },
  );
  return { position, before, event, after: apply(before, event) };
});

/** What a poll of somebody's queue answers. */
const answerTo = async (userId: number, id = `queue of ${userId}`, items = steps): Promise<EncodedJson> => {
  const fetched = {
    queue: aQueue({ id, userId }),
    afterId: 0,
    items,
    heartbeatId: undefined,
    flags: new Map(),
    userTopics: [],
    isOver: false,
  };
  const context = { realm: {}, server: { offeredLogins: [] }, now: Date.now } as never;
  return encodeFetchedAsJson(fetched, context, { linksIn: () => [] });
};

const read = ({ json }: EncodedJson) => JSON.parse(Buffer.from(json).toString());

test("queues that receive the same messages share the JSON of their answers", async () => {
  const [first, second, third] = await Promise.all(others.map(({ id }) => answerTo(id)));
  expect(second).toBe(first);
  expect(third).toBe(first);
});

test("each reader's flags and the sender's local ids are in their own answers only", async () => {
  const plain = await answerTo(others[0]?.id ?? 0);
  for (const [userId, queueId, flags, localId] of [
    [3, undefined, [], undefined],
    [mentioned.id, undefined, ["mentioned"], undefined],
    [sender.id, "another queue of the sender", ["read"], undefined],
    [sender.id, sendingQueue, ["read"], "12.5"],
    [4, undefined, [], undefined],
  ] as const)
    for (const event of read(await answerTo(userId, queueId)))
      expect([userId, event.flags, event.local_message_id]).toEqual([userId, flags, localId]);
  expect(await answerTo(3)).toBe(plain);
});

test("an answer with fewer or different messages has JSON of its own", async () => {
  const ids = async (items: typeof steps) =>
    read(await answerTo(3, undefined, items)).map(({ id }: { id: number }) => id);
  const [first, second, third] = steps.map(({ position }) => position * 4096);
  expect(await ids(steps)).toEqual([first, second, third]);
  expect(await ids(steps.slice(1))).toEqual([second, third]);
  expect(await ids(steps.slice(0, 2))).toEqual([first, second]);
  expect(await ids(steps)).toEqual([first, second, third]);
});

/** Direct messages among some people, of whom these show their address to nobody. */
const direct = (hidden: readonly number[], content = "hello") => {
  const people = [sender, mentioned, ...others].map((one) =>
    hidden.includes(one.id)
      ? { ...one, settings: { ...one.settings, emailAddressVisibility: "nobody" as const } }
      : one,
  );
  const before = aRealmState({ users: people });
  const conversation = directConversation(20, ...people.map(({ id }) => id));
  return [8, 9].map((position) => {
    const event = aMessageSent({ id: position, senderId: sender.id, conversation, content });
    return { position, before, event, after: apply(before, event) };
  });
};

test("the participants of a direct conversation share the JSON of its messages", async () => {
  const items = direct([]);
  const [first, second] = await Promise.all([3, 4].map((id) => answerTo(id, undefined, items)));
  expect(second).toBe(first);
});

test("of those who hide their addresses, each alone receives their own", async () => {
  const items = direct([3, 4]);
  for (const reader of [3, 4, 5])
    for (const { message } of read(await answerTo(reader, undefined, items)))
      expect(message.display_recipient.map(({ email }: { email: string }) => email)).toEqual([
        "ada@example.com",
        "ben@example.com",
        ...[3, 4, 5].map((id) =>
          id === 5 || id === reader ? `${id}@example.com` : expect.stringMatching(`^user${id}@`),
        ),
      ]);
});

test("what was encoded of an event that stays is forgotten when newer events need the room", async () => {
  const first = await answerTo(3);
  expect(await answerTo(4)).toBe(first);
  for (let count = 0; count < 5; count += 1) await answerTo(3, undefined, direct([], "x".repeat(1_000_000)));
  expect(await answerTo(4)).not.toBe(first);
  expect(read(await answerTo(4))).toEqual(read(first));
});

test("a client that never confirms what it received leaves one answer behind, not all of them", async () => {
  const items = direct([], "x".repeat(1_000_000));
  const one = await answerTo(3, undefined, items.slice(0, 1));
  for (let count = 0; count < 3; count += 1) await answerTo(3, undefined, items);
  await answerTo(4, undefined, direct([], "y".repeat(1_000_000)));
  await answerTo(4, undefined, direct([], "z".repeat(1_000_000)));
  expect(await answerTo(3, undefined, items.slice(0, 1))).not.toBe(one);
});
