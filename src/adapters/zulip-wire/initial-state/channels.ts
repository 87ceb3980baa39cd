import { channelActivity } from "../../../application/channel-activity/channel-activity";
import type { Channel } from "../../../domain/channels/channel";
import type { Subscription } from "../../../domain/channels/subscription";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { valuesOf } from "../../../domain/state/values-of";
import { channelJson, otherChannelJson, subscriptionJson } from "../encode/channel";
import { JsonList } from "../json";
import type { MessagePart, StateContext } from "./context";

const visibleChannels = ({ state, user, presentation, now }: StateContext): readonly Channel[] =>
  valuesOf(state.channels).filter(
    (channel) =>
      (presentation.archivedChannels || !channel.isArchived) && canSeeChannel(state, user, channel, now),
  );

/** The reader's visible channels: subscribed, unsubscribed and never subscribed. */
export const subscriptionsPart: MessagePart =
  (context) =>
  ({ channels }) => {
    const { state, user, includeSubscribers, now } = context;
    const joined: { channel: Channel; subscription: Subscription }[] = [];
    const neverJoined: Channel[] = [];
    for (const channel of visibleChannels(context)) {
      const subscription = state.subscription(user.id, channel.id);
      if (subscription) joined.push({ channel, subscription });
      else neverJoined.push(channel);
    }
    const encodeJoined = ({ channel, subscription }: (typeof joined)[number]) =>
      subscriptionJson(channelActivity(channel, channels, now), subscription, context, includeSubscribers);
    return {
      subscriptions: new JsonList(
        joined.filter(({ subscription }) => subscription.isActive),
        encodeJoined,
      ),
      unsubscribed: new JsonList(
        joined.filter(({ subscription }) => !subscription.isActive),
        encodeJoined,
      ),
      never_subscribed: new JsonList(neverJoined, (channel) =>
        otherChannelJson(channelActivity(channel, channels, now), context, includeSubscribers),
      ),
    };
  };

/** The channels the reader can see. */
export const channelsPart: MessagePart =
  (context) =>
  ({ channels }) => ({
    streams: new JsonList(visibleChannels(context), (channel) =>
      channelJson(channelActivity(channel, channels, context.now), context),
    ),
  });
