import type { Channel } from "../../domain/channel";
import { canSeeChannel, canSeeUnsubscribed } from "../../domain/channel-access";
import type { ChannelHistory } from "../../domain/channel-event";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { historyOf } from "./channel-activity";

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
      ...{ type: "channel_revealed", channelId, userIds: idsOf(users) },
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

/** Tells a user of the channels that another role opens to them, and takes away those that it closes. */
export const appendRoleSight = async (tx: Transaction, user: User, role: User["role"]): Promise<void> => {
  const { state, now } = tx;
  const after = { ...user, role };
  const changed = [...state.channels.values()].filter(
    (channel) => canSeeChannel(state, user, channel, now) !== canSeeChannel(state, after, channel, now),
  );
  const gained = changed.filter((channel) => !canSeeChannel(state, user, channel, now));
  const history = await historyOf(tx.messages, state.realm.id, gained, now);
  for (const channel of gained) revealChannel(tx, channel, [user], history[channel.id]);
  for (const channel of changed) if (!gained.includes(channel)) hideChannel(tx, channel, [user]);
};

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
