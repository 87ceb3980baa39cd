import type { Channel } from "../../domain/channel";
import type { ChannelHistory } from "../../domain/event";
import type { MessageReader } from "../ports/message-reader";

/** A channel with what its messages tell of it. */
export interface ChannelActivity {
  readonly channel: Channel;
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
}

/** A channel without messages. */
export const noActivity = { firstMessageId: null, isRecentlyActive: true } as const;

const recentSeconds = 180 * 86_400;

/** A channel counts as recently active half a year after its making or its newest message. */
export const isRecent = (channel: Channel, newestSentAt: number | undefined, now: number): boolean =>
  now / 1000 - Math.max(newestSentAt ?? 0, channel.createdAt / 1000) < recentSeconds;

export const withActivity = async (
  messages: MessageReader,
  realmId: number,
  channels: readonly Channel[],
  now: number,
): Promise<readonly ChannelActivity[]> => {
  if (channels.length === 0) return [];
  const conversationIds = channels.map(({ conversationId }) => conversationId);
  const first = await messages.firstIds(realmId, conversationIds);
  const newest = await messages.newestSentAt(realmId, conversationIds);
  return channels.map((channel) => ({
    channel,
    firstMessageId: first.get(channel.conversationId) ?? null,
    isRecentlyActive: isRecent(channel, newest.get(channel.conversationId), now),
  }));
};

/** The same for an event: by channel id, the channels that have messages. */
export const historyOf = async (
  messages: MessageReader,
  realmId: number,
  channels: readonly Channel[],
  now: number,
): Promise<Readonly<Record<string, ChannelHistory>>> =>
  Object.fromEntries(
    (await withActivity(messages, realmId, channels, now)).flatMap(
      ({ channel, firstMessageId, isRecentlyActive }) =>
        firstMessageId === null ? [] : [[channel.id, { firstMessageId, isRecentlyActive }]],
    ),
  );
