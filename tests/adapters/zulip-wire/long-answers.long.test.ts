import { encodeFetchedEvents } from "../../../src/adapters/zulip-wire/events/fetched-events";
import { receivedUpTo } from "../../../src/domain/queues/event-queue";
import { apply } from "../../../src/domain/state/apply";
import type { LogStep } from "../../../src/domain/state/log-step";
import {
  aChannel,
  aMessageSent,
  aQueue,
  aRealmState,
  aUser,
  channelConversation,
} from "../../support/builders/entities";

const reader = aUser({ id: 1, email: "ada@example.com" });
const mostText = 8_000_000;

/** Messages with so many characters each. */
const messages = (count: number, length: number): readonly LogStep[] => {
  const before = aRealmState({ users: [reader], channels: [aChannel({ id: 9, conversationId: 9 })] });
  return Array.from({ length: count }, (_, index) => {
    const event = aMessageSent({
      id: index + 1,
      senderId: reader.id,
      conversation: channelConversation(9),
      content: "a".repeat(length),
    });
    return { position: index + 5, before, event, after: apply(before, event) };
  });
};

/** What polls of a queue answer, one after another, until it has nothing left. */
const answers = async (
  items: readonly LogStep[],
): Promise<readonly (readonly { id: number; text: string }[])[]> => {
  const polled: (readonly { id: number; text: string }[])[] = [];
  let afterId = 0;
  for (;;) {
    const left = items.filter((item) => item.position > receivedUpTo(afterId));
    if (left.length === 0) return polled;
    const fetched = {
      queue: aQueue({ userId: reader.id }),
      afterId,
      items: left,
      heartbeatId: undefined,
      flags: new Map(),
      userTopics: [],
      isOver: false,
    };
    const context = { realm: {}, server: { offeredLogins: [] }, now: Date.now } as never;
    const entries = await encodeFetchedEvents(fetched, context, { linksIn: () => [] });
    polled.push(entries);
    const lastId = entries.at(-1)?.id ?? 0;
    expect(lastId).toBeGreaterThan(afterId);
    afterId = lastId;
  }
};

const idOf = (text: string): number => JSON.parse(text).message.id;

test("an answer ends at the message that makes it long enough, and the next polls get the rest", async () => {
  const length = 1_100_000;
  const polled = await answers(messages(20, length));
  expect(polled.map((entries) => entries.map(({ text }) => idOf(text)))).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15, 16],
    [17, 18, 19, 20],
  ]);
  for (const entries of polled)
    expect(entries.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(mostText + 1.1 * length);
});

test("a message longer than an answer is still delivered, on its own", async () => {
  const polled = await answers(messages(2, mostText));
  expect(polled.map((entries) => entries.map(({ text }) => idOf(text)))).toEqual([[1], [2]]);
});
