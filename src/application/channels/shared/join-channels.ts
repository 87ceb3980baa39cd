import type { Channel } from "../../../domain/channels/channel";
import { newSubscription, pickColor, type Subscription } from "../../../domain/channels/subscription";
import { groupedBy } from "../../../domain/collections/grouped-by";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import type { ChannelId, UserId } from "../../../domain/ids";
import { IdSet } from "../../../domain/state/id-set";
import type { Transaction } from "../../transaction";
import { revealChannel, usersNotSeeing } from "./channel-visibility";

/** A user to subscribe to a channel, with the requested color if any. */
export interface Joining {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly color: string | undefined;
}

/**
 * Splits subscriptions, grouped by user, into batches of at most `most`, one per transaction. If a batch has several
 * users, it has all of their channels, because one event reports one set of users joining one set of channels.
 */
export const joiningInBatches = (
  joining: readonly Joining[],
  most: number,
): readonly (readonly Joining[])[] => {
  const batches: (readonly Joining[])[] = [];
  let begun = 0;
  const endAt = (end: number): void => {
    if (end > begun) batches.push(joining.slice(begun, end));
    begun = end;
  };
  for (let from = 0, to = 0; from < joining.length; from = to) {
    to = endOfUser(joining, from);
    if (to - begun > most) endAt(from);
    if (to - begun <= most) continue;
    while (to - begun > most) endAt(begun + most);
    endAt(to);
  }
  endAt(joining.length);
  return batches;
};

/** The index after the last subscription of the user at `first`. */
const endOfUser = (joining: readonly Joining[], first: number): number => {
  let end = first + 1;
  while (end < joining.length && joining[end]?.userId === joining[first]?.userId) end += 1;
  return end;
};

/** Subscribes users to channels. Skips existing subscriptions and users who have since been deactivated. */
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
  const notSeeing = usersNotSeeing(tx, IdSet.of(present.map(({ user }) => user.id)));
  for (const [channel, newcomers] of groupedBy(present, (one) => one.channel)) {
    const users = IdSet.of(newcomers.map(({ user }) => user.id));
    revealChannel(tx, channel, notSeeing(channel, users), history[channel.id]);
  }
  const colorsOf = new Map<UserId, Set<string>>();
  const subscriptions = present.map(({ user, channel, color: requestedColor, before }): Subscription => {
    const used =
      colorsOf.get(user.id) ?? new Set(tx.state.subscriptionsOf(user.id).map(({ color }) => color));
    const color = requestedColor ?? before?.color ?? pickColor(used, used.size);
    colorsOf.set(user.id, used.add(color));
    return before ? { ...before, color, isActive: true } : newSubscription(user.id, channel, color);
  });
  if (subscriptions.length > 0)
    tx.append({ type: "subscribed", subscriptions, firstMessageId: tx.nextMessageId, history });
};
