import { noActivity } from "../../../application/channels/channel-activity";
import type { ChannelHistory, LoggedEvent, RealmEvent } from "../../../domain/event";
import { encodeChannel, encodeSubscription } from "./channel";
import type { EventReader, Word } from "./event-reader";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

/** A channel that the reader hears of for the first time. */
export const channelAdded = (
  channelId: number,
  history: ChannelHistory | undefined,
  { state }: EventReader,
): readonly Word[] => {
  const channel = state.channels.get(channelId);
  const streams = channel ? [encodeChannel({ channel, ...noActivity, ...history }, state)] : [];
  return [{ category: "channel", body: { type: "stream", op: "create", streams } }];
};

export const defaultChannelsSet = ({ channelIds }: EventOf<"default_channels_set">): readonly Word[] => [
  { category: "default_channels", body: { type: "default_streams", default_streams: channelIds } },
];

const subscriptionWord = (body: object): readonly Word[] => [
  { category: "subscription", body: { type: "subscription", ...body } },
];

export const unsubscribed = (event: EventOf<"unsubscribed">, { user, state }: EventReader): readonly Word[] =>
  subscriptionWord(
    event.userIds.includes(user.id)
      ? {
          op: "remove",
          subscriptions: event.channelIds.flatMap((id) => {
            const channel = state.channels.get(id);
            return channel ? [{ stream_id: id, name: channel.name }] : [];
          }),
        }
      : { op: "peer_remove", stream_ids: event.channelIds, user_ids: event.userIds },
  );

export const subscribed = (
  event: EventOf<"subscribed">,
  { user, state, presentation }: EventReader,
): readonly Word[] => {
  const own = event.subscriptions.filter(({ userId }) => userId === user.id);
  if (own.length === 0)
    return subscriptionWord({
      op: "peer_add",
      stream_ids: [...new Set(event.subscriptions.map(({ channelId }) => channelId))],
      user_ids: [...new Set(event.subscriptions.map(({ userId }) => userId))],
    });
  return subscriptionWord({
    op: "add",
    subscriptions: own.flatMap((subscription) => {
      const channel = state.channels.get(subscription.channelId);
      if (channel === undefined) return [];
      const activity = { channel, ...noActivity, ...event.history?.[channel.id] };
      return [encodeSubscription(activity, subscription, state, presentation.includeSubscribers)];
    }),
  });
};
