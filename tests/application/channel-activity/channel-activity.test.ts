import {
  channelActivity,
  readChannelMessages,
} from "../../../src/application/channel-activity/channel-activity";
import { millisecondsIn } from "../../../src/domain/units/time";
import { aChannel } from "../../support/builders/entities";

test("newest messages are looked up only of channels that they could make active", async () => {
  const now = 400 * millisecondsIn.day;
  const made = (id: number, daysAgo: number) =>
    aChannel({ id, conversationId: id, createdAt: now - daysAgo * millisecondsIn.day });
  const channels = [made(1, 10), made(2, 300), made(3, 300)];
  const asked: (readonly number[])[] = [];
  const messages = {
    firstIds: async () => new Map([[2, 7]]),
    newestSentAt: async (_realmId: number, ids: readonly number[]) => {
      asked.push(ids);
      return new Map([[2, now / 1000 - 5]]);
    },
  };
  const read = { ...(await readChannelMessages(messages, 1, channels, now)), counts: new Map() };
  expect(asked).toEqual([[2, 3]]);
  const activities = channels.map((channel) => channelActivity(channel, read, now));
  expect(activities.map(({ isRecentlyActive }) => isRecentlyActive)).toEqual([true, true, false]);
  await readChannelMessages(messages, 1, channels.slice(0, 1), now);
  expect(asked).toHaveLength(1);
});
