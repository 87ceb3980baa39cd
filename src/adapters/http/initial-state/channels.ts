import { activityOf, noActivity } from "../../../application/channels/channel-activity";
import type { MessageState } from "../../../application/events/register-queue";
import type { Channel } from "../../../domain/channel";
import { canSeeChannel } from "../../../domain/channel-access";
import { encodeActivity, encodeChannel, encodeSubscribers, encodeSubscription } from "../encode/channel";
import type { MessagePart, StateContext } from "./context";

const visible = ({ state, user, presentation, now }: StateContext): readonly Channel[] =>
  [...state.channels.values()].filter(
    (channel) =>
      (presentation.archivedChannels || !channel.isArchived) && canSeeChannel(state, user, channel, now),
  );

/** A channel as it is written before its messages are read. */
interface Sketch {
  readonly channel: Channel;
  readonly fields: object;
}

const complete =
  ({ channels }: MessageState, now: number) =>
  ({ channel, fields }: Sketch): object => ({
    ...fields,
    ...encodeActivity(activityOf(channel, channels, now)),
  });

/** The caller's channels: those subscribed to, those left, and those never joined. */
export const subscriptionsPart: MessagePart = (context) => {
  const { state, user, includeSubscribers, now } = context;
  const subscriptions: Sketch[] = [];
  const unsubscribed: Sketch[] = [];
  const neverSubscribed: Sketch[] = [];
  for (const channel of visible(context)) {
    const own = state.subscription(user.id, channel.id);
    const activity = { channel, ...noActivity };
    if (own)
      (own.isActive ? subscriptions : unsubscribed).push({
        channel,
        fields: encodeSubscription(activity, own, state, includeSubscribers),
      });
    else
      neverSubscribed.push({
        channel,
        fields: {
          ...encodeChannel(activity, state),
          ...encodeSubscribers(channel.id, state, includeSubscribers),
        },
      });
  }
  return (messages) => ({
    subscriptions: subscriptions.map(complete(messages, now)),
    unsubscribed: unsubscribed.map(complete(messages, now)),
    never_subscribed: neverSubscribed.map(complete(messages, now)),
  });
};

/** Channels and subscriptions, as far as the reader may see them. */
export const channelsPart: MessagePart = (context) => {
  const { state, now } = context;
  const channels = visible(context).map((channel) => ({
    channel,
    fields: encodeChannel({ channel, ...noActivity }, state),
  }));
  return (messages) => ({ streams: channels.map(complete(messages, now)) });
};
