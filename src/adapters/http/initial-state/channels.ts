import { activityOf } from "../../../application/channels/channel-activity";
import type { Channel } from "../../../domain/channel";
import { canSeeChannel } from "../../../domain/channel-access";
import { valuesOf } from "../../../domain/state/values-of";
import type { Subscription } from "../../../domain/subscription";
import { writtenChannel, writtenOther, writtenSubscription } from "../encode/channel";
import { JsonList } from "../json-body";
import type { MessagePart, StateContext } from "./context";

const visible = ({ state, user, presentation, now }: StateContext): readonly Channel[] =>
  valuesOf(state.channels).filter(
    (channel) =>
      (presentation.archivedChannels || !channel.isArchived) && canSeeChannel(state, user, channel, now),
  );

/** The caller's channels: those subscribed to, those left, and those never joined. */
export const subscriptionsPart: MessagePart =
  (context) =>
  ({ channels }) => {
    const { state, user, includeSubscribers, now } = context;
    const mine: { channel: Channel; own: Subscription }[] = [];
    const others: Channel[] = [];
    for (const channel of visible(context)) {
      const own = state.subscription(user.id, channel.id);
      if (own) mine.push({ channel, own });
      else others.push(channel);
    }
    const encodeOwn = ({ channel, own }: (typeof mine)[number]) =>
      writtenSubscription(activityOf(channel, channels, now), own, state, includeSubscribers);
    return {
      subscriptions: new JsonList(
        mine.filter(({ own }) => own.isActive),
        encodeOwn,
      ),
      unsubscribed: new JsonList(
        mine.filter(({ own }) => !own.isActive),
        encodeOwn,
      ),
      never_subscribed: new JsonList(others, (channel) =>
        writtenOther(activityOf(channel, channels, now), state, includeSubscribers),
      ),
    };
  };

/** Channels and subscriptions, as far as the reader may see them. */
export const channelsPart: MessagePart =
  (context) =>
  ({ channels }) => ({
    streams: new JsonList(visible(context), (channel) =>
      writtenChannel(activityOf(channel, channels, context.now), context.state),
    ),
  });
