import { chunksOf } from "fp-ts/ReadonlyArray";
import type { Channel } from "../../../domain/channels/channel";
import { newSubscription, pickColor, type Subscription } from "../../../domain/channels/subscription";
import { groupedBy } from "../../../domain/collections/grouped-by";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import type { ChannelId, UserId } from "../../../domain/ids";
import type { Transaction } from "../../transaction";
import { revealChannel, usersNotSeeing } from "./channel-visibility";

/** A user to subscribe to a channel, with the requested color if any. */
export interface Joining {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly color: string | undefined;
}

/**
 * Splits the subscriptions into batches of at most `most`, one per transaction. A batch of several users has all
 * channels each of them joins, since clients learn of it as one set of users joining one set of channels.
 */
export const splitIntoBatches = (
  joining: readonly Joining[],
  most: number,
): readonly (readonly Joining[])[] => {
  const batches: (readonly Joining[])[] = [];
  let shared: Joining[] | undefined;
  for (const ofUser of groupedBy(joining, ({ userId }) => userId).values())
    if (ofUser.length > most) batches.push(...chunksOf(most)(ofUser));
    else if (shared && shared.length + ofUser.length <= most) shared.push(...ofUser);
    else {
      shared = [...ofUser];
      batches.push(shared);
    }
  return batches;
};

/** Subscribes users to channels. Skips existing subscriptions and users deactivated meanwhile. */
export const joinChannels = (
  tx: Transaction,
  channels: readonly Channel[],
  joining: readonly Joining[],
  history: Readonly<Record<string, ChannelHistory>>,
): void => {
  const channelsById = new Map(channels.map((channel) => [channel.id, channel]));
  const present = joining.flatMap(({ userId, channelId, color }) => {
    const [user, channel] = [tx.state.users.get(userId), channelsById.get(channelId)];
    const before = tx.state.subscription(userId, channelId);
    return user?.isActive && channel && !before?.isActive ? [{ user, channel, color, before }] : [];
  });
  for (const [channel, newcomers] of groupedBy(present, (one) => one.channel)) {
    const users = newcomers.map(({ user }) => user);
    revealChannel(tx, channel, usersNotSeeing(tx, channel, users), history[channel.id]);
  }
  const colorsOf = new Map<number, Set<string>>();
  const subscriptions = present.map(({ user, channel, color: wanted, before }): Subscription => {
    const used =
      colorsOf.get(user.id) ?? new Set(tx.state.subscriptionsOf(user.id).map(({ color }) => color));
    const color = wanted ?? before?.color ?? pickColor(used, used.size);
    colorsOf.set(user.id, used.add(color));
    return { ...(before ?? newSubscription(user.id, channel, color)), color, isActive: true };
  });
  if (subscriptions.length > 0)
    tx.append({ type: "subscribed", subscriptions, firstMessageId: tx.nextMessageId, history });
};
