import { aMessage, aUser, channelConversation } from "../support/builders";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence, Persistence } from "../support/persistence";

const second = 1000;

/** A realm with messages that call bots, each a second after the one before. */
const aRealmCalling = async (
  { eventStore }: Persistence,
  ...calls: readonly (readonly number[])[]
): Promise<number> => {
  const { id } = await foundRealm(eventStore, [{ type: "user_created", user: aUser({ id: 1 }) }]);
  await commitAll(
    eventStore,
    id,
    calls.map((botIds, index) => ({
      type: "message_sent",
      message: aMessage({ id: index + 1, conversation: channelConversation(1), sentAt: index + 1 }),
      beginsConversation: false,
      marks: {},
      ...(botIds.length > 0 && { botCalls: botIds.map((botId) => ({ botId, trigger: "mention" as const })) }),
    })),
  );
  return id;
};

export const botCallQueueContract = (open: OpenPersistence): void => {
  test("calls come in with their messages; of each bot the first is due, the oldest first", async () => {
    const persistence = open();
    const { botCalls } = persistence;
    const [one, other] = [
      await aRealmCalling(persistence, [7], [], [7, 9], [8]),
      await aRealmCalling(persistence, [7]),
    ];
    const first = { messageId: 1, botId: 7, trigger: "mention", failures: 0 };
    const rest = [
      { ...first, messageId: 3, botId: 9 },
      { ...first, messageId: 4, botId: 8 },
    ];
    expect(await botCalls.due(one, 4 * second, [], 9)).toEqual([first, ...rest]);
    expect(await botCalls.due(one, 4 * second, [], 2)).toEqual([first, rest[0]]);
    expect(await botCalls.due(one, 4 * second, [7, 8], 9)).toEqual([rest[0]]);
    expect(await botCalls.due(one, 3 * second, [], 9)).toEqual([first, rest[0]]);
    expect(await botCalls.due(one, second - 1, [], 9)).toEqual([]);
    expect(await botCalls.due(other, 4 * second, [], 9)).toEqual([first]);
  });

  test("what is removed is gone; what is put off comes back later, and lets others go first", async () => {
    const persistence = open();
    const { botCalls } = persistence;
    const id = await aRealmCalling(persistence, [7], [7], [8]);
    await botCalls.postpone(id, { messageId: 1, botId: 7 }, 50 * second);
    await botCalls.remove(id, { messageId: 3, botId: 8 });
    const second7 = { messageId: 2, botId: 7, trigger: "mention", failures: 0 };
    expect(await botCalls.due(id, 49 * second, [], 9)).toEqual([second7]);
    await botCalls.remove(id, second7);
    expect(await botCalls.due(id, 49 * second, [], 9)).toEqual([]);
    expect(await botCalls.due(id, 50 * second, [], 9)).toEqual([{ ...second7, messageId: 1, failures: 1 }]);
  });
};
