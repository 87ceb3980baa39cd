import { encodeFetchedEvents } from "../../../src/adapters/zulip-wire/events/fetched-events";
import { newBot } from "../../../src/domain/bots/bot";
import { apply } from "../../../src/domain/state/apply";
import {
  aChannel,
  aMessageSent,
  aQueue,
  aRealmState,
  aUser,
  channelConversation,
} from "../../support/builders/entities";

const ada = aUser({ id: 1 });
const ben = aUser({ id: 2 });
const botsOfAda = [3, 4, 5, 6].map((id) => aUser({ id, bot: newBot("generic", ada.id) }));
const before = aRealmState({
  users: [ada, ben, ...botsOfAda],
  channels: [aChannel({ id: 9, conversationId: 9 })],
});

afterEach(() => jest.restoreAllMocks());

interface Encoded {
  /** The readers, first those whose answers were ready first. */
  readonly finished: readonly number[];
  /** How many messages were encoded, for all of them together. */
  readonly messages: number;
}

/** Encodes ten messages for each of the readers at once, for clients that leave after as many messages together. */
const encodeFor = async (
  readerIds: readonly number[],
  goneAfter = Number.POSITIVE_INFINITY,
): Promise<Encoded> => {
  let milliseconds = 0;
  let messages = 0;
  jest.spyOn(performance, "now").mockImplementation(() => milliseconds);
  // Each message takes as long as a slice.
  const linksIn = () => {
    messages += 1;
    milliseconds += 5;
    return [];
  };
  const finished: number[] = [];
  const encode = async (userId: number): Promise<void> => {
    const items = Array.from({ length: 10 }, (_, index) => {
      const event = aMessageSent({ id: index + 1, senderId: ben.id, conversation: channelConversation(9) });
      return { position: index + 5, before, event, after: apply(before, event) };
    });
    const fetched = {
      queue: aQueue({ userId }),
      afterId: 0,
      items,
      heartbeatId: undefined,
      flags: new Map(),
      userTopics: [],
      isOver: false,
    };
    const context = {
      realm: { id: 1 },
      server: { offeredLogins: [] },
      now: Date.now,
      get isGone() {
        return messages >= goneAfter;
      },
    };
    await encodeFetchedEvents(fetched, context as never, { linksIn });
    finished.push(userId);
  };
  await Promise.all(readerIds.map(encode));
  return { finished, messages };
};

test("a person's bots share the person's slices, so that another's answer doesn't wait for all of them", async () => {
  const busy = [ada.id, ...botsOfAda.map(({ id }) => id)];
  const { finished, messages } = await encodeFor([...busy, ben.id]);
  expect(messages).toBe(60);
  expect(finished).toHaveLength(6);
  expect(finished.indexOf(ben.id)).toBeLessThanOrEqual(1);
});

test("encoding an answer stops when its client leaves, even if it hasn't begun", async () => {
  const { finished, messages } = await encodeFor([ada.id, ben.id, ...botsOfAda.map(({ id }) => id)], 3);
  expect(finished).toHaveLength(6);
  expect(messages).toBe(3);
});
