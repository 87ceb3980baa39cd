import type { Channel } from "../../../domain/channels/channel";
import { compactSet } from "../../../domain/collections/compact-ids";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import type { UserId } from "../../../domain/ids";
import { settingsToSee, viewersAmong } from "../../../domain/policy/channel-viewers";
import { allPeopleByRights, peopleByRights } from "../../../domain/policy/people-by-rights";
import { IdSet } from "../../../domain/state/id-set";
import type { Transaction } from "../../transaction";

/** Who gains and loses sight of a channel. */
export interface VisibilityChange {
  readonly gained: IdSet<UserId>;
  readonly lost: IdSet<UserId>;
}

/** Reveals the channel to users who could not see it. Call before appending other events about the channel. */
export const revealChannel = (
  tx: Transaction,
  { id: channelId }: Channel,
  users: IdSet<UserId>,
  history: ChannelHistory | undefined,
): void => {
  if (users.size > 0)
    tx.append({
      type: "channel_revealed",
      channelId,
      userIds: compactSet(users),
      ...(history && { history }),
    });
};

/** Hides the channel from users who can no longer see it. */
export const hideChannel = (tx: Transaction, { id: channelId }: Channel, users: IdSet<UserId>): void => {
  if (users.size > 0) tx.append({ type: "channel_hidden", channelId, userIds: compactSet(users) });
};

/** Finds which of some users cannot see a channel, unless they are subscribed. They must be among `people`. */
export const usersNotSeeing = (
  { state, now }: Transaction,
  people: IdSet<UserId>,
): ((channel: Channel, users: IdSet<UserId>) => IdSet<UserId>) => {
  const viewersOf = viewersAmong(state, peopleByRights(state, people), now);
  return (channel, users) => users.minus(viewersOf(channel));
};

/** The active users who gain and lose sight of the channel when it changes. */
export const visibilityChange = (
  { state, now }: Transaction,
  before: Channel,
  after: Channel,
): VisibilityChange => {
  if (settingsToSee(before) === settingsToSee(after)) return { gained: IdSet.empty, lost: IdSet.empty };
  const viewersOf = viewersAmong(state, allPeopleByRights(state), now);
  return changeOutside(viewersOf(before), viewersOf(after), state.subscribers(before.id));
};

/** What changes for those who aren't subscribed: subscribers see the channel before and after. */
export const changeOutside = (
  before: IdSet<UserId>,
  after: IdSet<UserId>,
  subscribers: IdSet<UserId>,
): VisibilityChange => ({
  gained: after.minus(before).minus(subscribers),
  lost: before.minus(after).minus(subscribers),
});
