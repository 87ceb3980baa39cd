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

/** Encodes ten messages for each of the readers at once. @returns the readers, first those whose answers were ready first. */
const finishing = async (readerIds: readonly number[]): Promise<readonly number[]> => {
  let milliseconds = 0;
  jest.spyOn(performance, "now").mockImplementation(() => milliseconds);
  // Each message takes as long as a slice.
  const linksIn = () => {
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
    const context = { realm: { id: 1 }, server: { offeredLogins: [] }, now: Date.now } as never;
    await encodeFetchedEvents(fetched, context, { linksIn });
    finished.push(userId);
  };
  await Promise.all(readerIds.map(encode));
  return finished;
};

test("a person's bots share the person's slices, so that another's answer doesn't wait for all of them", async () => {
  const busy = [ada.id, ...botsOfAda.map(({ id }) => id)];
  const finished = await finishing([...busy, ben.id]);
  expect(finished).toHaveLength(6);
  expect(finished.indexOf(ben.id)).toBeLessThanOrEqual(1);
});
