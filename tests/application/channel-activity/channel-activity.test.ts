import { readHistories } from "../../../src/application/channel-activity/channel-activity";
import { millisecondsIn } from "../../../src/domain/units/time";
import { aChannel } from "../../support/builders/entities";

test("newest messages are looked up only of channels that they could make active", async () => {
  const now = 400 * millisecondsIn.day;
  const made = (id: number, daysAgo: number) =>
    aChannel({ id, conversationId: id, createdAt: now - daysAgo * millisecondsIn.day });
  const channels = [made(1, 10), made(2, 300), made(3, 300)];
  const asked: (readonly number[])[] = [];
  const messages = {
    firstIds: async () =>
      new Map([
        [1, 6],
        [2, 7],
        [3, 8],
      ]),
    newestSentAt: async (_realmId: number, ids: readonly number[]) => {
      asked.push(ids);
      return new Map([[2, now / 1000 - 5]]);
    },
  };
  expect(await readHistories(messages, 1, channels, now)).toEqual({
    1: { firstMessageId: 6, isRecentlyActive: true },
    2: { firstMessageId: 7, isRecentlyActive: true },
    3: { firstMessageId: 8, isRecentlyActive: false },
  });
  expect(asked).toEqual([[2, 3]]);
  await readHistories(messages, 1, channels.slice(0, 1), now);
  expect(asked).toHaveLength(1);
});
