import type { Channel } from "../channels/channel";
import { hasId } from "../collections/compact-ids";
import * as ranges from "../collections/id-ranges";
import type { ChannelId, MessageId, UserId } from "../ids";
import {
  type ChannelMessages,
  type Move,
  type Reach,
  type ReachOfAny,
  reachedSubscribers,
  type Share,
} from "../messages/message-reach";
import type { RealmState } from "../state/realm-state";
import type { User } from "../users/user";
import { canReadContent, readsWholeHistory } from "./channel-access";
import { readersAmong } from "./channel-viewers";
import type { PeopleByRights } from "./people-by-rights";

/** The exception for this user: messages a subscriber lacks, or messages someone else has. */
const exceptionOf = (reach: Reach, isSubscribed: boolean, userId: UserId): Share | undefined =>
  (isSubscribed ? reach.lacking : reach.having).find(({ userIds }) => hasId(userIds, userId));

/**
 * The messages the user may know about: all that they can read. None in a channel with protected history if the event
 * does not record who received them.
 */
export const knownMessages = (
  state: RealmState,
  user: User,
  { channelId, messageIds, reach }: ChannelMessages,
  now: number,
  isReader: (channel: Channel) => boolean = (channel) => canReadContent(state, user, channel, now),
): readonly MessageId[] => {
  const channel = state.channels.get(channelId);
  if (channel === undefined || !isReader(channel)) return [];
  if (readsWholeHistory(channel)) return messageIds;
  if (reach === undefined) return [];
  const isSubscribed = state.isSubscribed(user.id, channelId);
  const exception = exceptionOf(reach, isSubscribed, user.id);
  if (exception === undefined) return isSubscribed ? messageIds : [];
  return messageIds.filter((id) => ranges.includes(exception.messageIds, id) !== isSubscribed);
};

/** Whether the user may know about any of the messages. */
export const knowsAny = (state: RealmState, user: User, messages: ChannelMessages, now: number): boolean =>
  knownMessages(state, user, messages, now).length > 0;

/** Like the above, for many active users: looks up everyone's access to a channel at once. */
export const knowingAny = (
  state: RealmState,
  people: PeopleByRights,
  messages: readonly ChannelMessages[],
  now: number,
): ((user: User) => boolean) => {
  const readersOf = readersAmong(state, people, now);
  return (user) =>
    messages.some(
      (one) => knownMessages(state, user, one, now, (channel) => readersOf(channel).has(user.id)).length > 0,
    );
};

/** Whether the user may know about any of the moved messages. */
export const knowsAnyMoved = (
  state: RealmState,
  user: User,
  { from, to }: Pick<Move, "from" | "to">,
  reach: ReachOfAny,
  now: number,
): boolean => {
  const knowsIn = (channelId: ChannelId, { lackingAll, having }: ReachOfAny): boolean => {
    const channel = state.channels.get(channelId);
    if (channel === undefined || !canReadContent(state, user, channel, now)) return false;
    if (readsWholeHistory(channel)) return true;
    return state.isSubscribed(user.id, channelId)
      ? lackingAll !== null && !hasId(lackingAll, user.id)
      : hasId(having, user.id);
  };
  const [left, arrived] = [from.conversation.channelId, to.conversation.channelId];
  return knowsIn(left, reach) || (arrived !== left && knowsIn(arrived, reachedSubscribers));
};
