import { chunksOf } from "fp-ts/ReadonlyArray";
import type { Channel } from "../../domain/channel";
import type { ChannelHistory } from "../../domain/channel-event";
import { groupedBy } from "../../domain/grouped-by";
import { newSubscription, pickColor, type Subscription } from "../../domain/subscription";
import type { Transaction } from "../transaction";
import { revealChannel, strangersTo } from "./channel-sight";

/** Somebody who is to join a channel, and in which color if one was asked for. */
export interface Joining {
  readonly userId: number;
  readonly channelId: number;
  readonly color: string | undefined;
}

/**
 * Cuts the work into turns of at most `most` subscriptions, between which others' changes go. Where a turn has several
 * people it has all that each of them joins: clients are told that everyone in it joined all of its channels.
 */
export const turnsOf = (joining: readonly Joining[], most: number): readonly (readonly Joining[])[] => {
  const turns: (readonly Joining[])[] = [];
  let shared: Joining[] | undefined;
  for (const own of groupedBy(joining, ({ userId }) => userId).values())
    if (own.length > most) turns.push(...chunksOf(most)(own));
    else if (shared && shared.length + own.length <= most) shared.push(...own);
    else {
      shared = [...own];
      turns.push(shared);
    }
  return turns;
};

/** Subscribes people to channels. Who is subscribed already, or gone meanwhile, is left out. */
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
    revealChannel(tx, channel, strangersTo(tx, channel, users), history[channel.id]);
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
