import type { Channel } from "../../../domain/channels/channel";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import { canSeeChannel, canSeeUnsubscribed } from "../../../domain/policy/channel-access";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

const idsOf = (users: readonly User[]): readonly number[] => users.map(({ id }) => id);

/** Reveals the channel to users who could not see it. Call before appending other events about the channel. */
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

/** Hides the channel from users who can no longer see it. */
export const hideChannel = (tx: Transaction, { id: channelId }: Channel, users: readonly User[]): void => {
  if (users.length > 0) tx.append({ type: "channel_hidden", channelId, userIds: idsOf(users) });
};

/** The users who cannot see the channel. */
export const usersNotSeeing = (
  { state, now }: Transaction,
  channel: Channel,
  users: Iterable<User>,
): readonly User[] => [...users].filter((user) => !canSeeChannel(state, user, channel, now));

/** The users who see the channel only because they are subscribed. */
export const usersSeeingAsSubscribers = (
  { state, now }: Transaction,
  channel: Channel,
  users: readonly User[],
): readonly User[] => users.filter((user) => !canSeeUnsubscribed(state, user, channel, now));

/** The active users who gain and lose sight of the channel when it changes. */
export const visibilityChange = (
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
