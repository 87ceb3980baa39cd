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
