import type { Channel } from "../../domain/channel";
import { canSeeChannel, canSeeUnsubscribed } from "../../domain/channel-access";
import type { ChannelHistory } from "../../domain/channel-event";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";

const idsOf = (users: readonly User[]): readonly number[] => users.map(({ id }) => id);

/** Tells users of a channel that they could not see until now. It comes before whatever else they learn of it. */
export const revealChannel = (
  tx: Transaction,
  { id: channelId }: Channel,
  users: readonly User[],
  history: ChannelHistory | undefined,
): void => {
  if (users.length > 0)
    tx.append({
      type: "channel_revealed",
      channelId,
      userIds: idsOf(users),
      ...(history && { history }),
    });
};

/** Takes a channel out of the sight of users. */
export const hideChannel = (tx: Transaction, { id: channelId }: Channel, users: readonly User[]): void => {
  if (users.length > 0) tx.append({ type: "channel_hidden", channelId, userIds: idsOf(users) });
};

/** Those who may not know of the channel. */
export const strangersTo = (
  { state, now }: Transaction,
  channel: Channel,
  users: Iterable<User>,
): readonly User[] => [...users].filter((user) => !canSeeChannel(state, user, channel, now));

/** Those who know of the channel only because they are subscribed. */
export const seeingAsSubscribers = (
  { state, now }: Transaction,
  channel: Channel,
  users: readonly User[],
): readonly User[] => users.filter((user) => !canSeeUnsubscribed(state, user, channel, now));

/** What a change of the channel does to who may know of it. */
export const sightChange = (
  { state, now }: Transaction,
  before: Channel,
  after: Channel,
): { readonly gained: readonly User[]; readonly lost: readonly User[] } => {
  const gained: User[] = [];
  const lost: User[] = [];
  for (const user of state.users.values()) {
    if (!user.isActive) continue;
    const saw = canSeeChannel(state, user, before, now);
    if (saw !== canSeeChannel(state, user, after, now)) (saw ? lost : gained).push(user);
  }
  return { gained, lost };
};
