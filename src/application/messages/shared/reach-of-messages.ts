import type { ConversationId, MessageId, UserId } from "../../../domain/ids";
import type { Conversation, Message } from "../../../domain/messages/message";
import { type Reach, reachOf } from "../../../domain/messages/message-reach";
import { readsWholeHistory } from "../../../domain/policy/channel-access";
import { readersAmong } from "../../../domain/policy/channel-viewers";
import { allPeopleByRights } from "../../../domain/policy/people-by-rights";
import type { IdSet } from "../../../domain/state/id-set";
import type { Transaction } from "../../transaction";

type Reading = Pick<Transaction, "state" | "readStates" | "now">;

/** The field of an event that records who had received its messages. */
export interface Reaching {
  readonly reach?: Reach;
}

/**
 * Computes who had received messages, which decides who is notified of events about them in channels with protected history.
 * Every event about earlier messages records this. Storage is queried once for all messages.
 */
const reachIn = async (
  { state, readStates, now }: Reading,
  conversation: Conversation,
  messageIds: readonly MessageId[],
): Promise<(messageIds: readonly MessageId[]) => Reaching> => {
  if (conversation.kind === "direct") return () => ({});
  const channel = state.channels.get(conversation.channelId);
  if (channel === undefined || readsWholeHistory(channel)) return () => ({});
  const receipts = await readStates.exceptionalReceipts(state.realm.id, channel.id, messageIds);
  let readers: IdSet<UserId> | undefined;
  const standing = {
    isSubscribed: (userId: UserId): boolean => state.isSubscribed(userId, channel.id),
    isReader: (userId: UserId): boolean => {
      readers ??= readersAmong(state, allPeopleByRights(state), now)(channel);
      return readers.has(userId);
    },
  };
  return (ids) => ({ reach: reachOf(receipts, ids, standing) });
};

/** The reach of all the messages, for one event. */
export const withReach = async (
  reading: Reading,
  conversation: Conversation,
  messageIds: readonly MessageId[],
): Promise<Reaching> => (await reachIn(reading, conversation, messageIds))(messageIds);

/** The reach of messages of several conversations, for events of one conversation each. */
export const reachByConversation = async (
  reading: Reading,
  messages: readonly Pick<Message, "id" | "conversation">[],
): Promise<(conversation: Conversation, ofIds: readonly MessageId[]) => Reaching> => {
  const ids = new Map<
    ConversationId,
    { readonly conversation: Conversation; readonly messageIds: MessageId[] }
  >();
  for (const { id, conversation } of messages) {
    const known = ids.get(conversation.id) ?? { conversation, messageIds: [] };
    ids.set(conversation.id, known);
    known.messageIds.push(id);
  }
  const reaches = new Map<ConversationId, (ofIds: readonly MessageId[]) => Reaching>();
  for (const [id, { conversation, messageIds }] of ids)
    reaches.set(id, await reachIn(reading, conversation, messageIds));
  return ({ id }, ofIds) => reaches.get(id)?.(ofIds) ?? {};
};
