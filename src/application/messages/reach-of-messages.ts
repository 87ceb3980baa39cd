import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import type { Conversation, Message } from "../../domain/message";
import { type Reach, reachOf } from "../../domain/message-reach";
import type { Transaction } from "../transaction";

type Reading = Pick<Transaction, "state" | "readStates" | "now">;

/** What an event records of its messages. */
export interface Reaching {
  readonly reach?: Reach;
}

/**
 * Records for events who had received their messages, where that decides who may hear of them: in channels with
 * protected history. Every event about messages that were sent earlier carries it. What is asked of storage is asked
 * once for all of the messages.
 */
const reachIn = async (
  { state, readStates, now }: Reading,
  conversation: Conversation,
  messageIds: readonly number[],
): Promise<(ofIds: readonly number[]) => Reaching> => {
  if (conversation.kind === "direct") return () => ({});
  const channel = state.channels.get(conversation.channelId);
  if (channel === undefined || readsWholeHistory(channel)) return () => ({});
  const receipts = await readStates.exceptionalReceipts(state.realm.id, channel.id, messageIds);
  const standing = {
    isSubscribed: (userId: number): boolean => state.isSubscribed(userId, channel.id),
    isReader: (userId: number): boolean => {
      const user = state.users.get(userId);
      return user !== undefined && canReadContent(state, user, channel, now);
    },
  };
  return (ids) => ({ reach: reachOf(receipts, ids, standing) });
};

/** The same for one event. */
export const withReach = async (
  reading: Reading,
  conversation: Conversation,
  messageIds: readonly number[],
): Promise<Reaching> => (await reachIn(reading, conversation, messageIds))(messageIds);

/** The same for messages of many conversations, in events of one conversation each. */
export const reachByConversation = async (
  reading: Reading,
  messages: readonly Pick<Message, "id" | "conversation">[],
): Promise<(conversation: Conversation, ofIds: readonly number[]) => Reaching> => {
  const ids = new Map<number, { readonly conversation: Conversation; readonly messageIds: number[] }>();
  for (const { id, conversation } of messages) {
    const known = ids.get(conversation.id) ?? { conversation, messageIds: [] };
    ids.set(conversation.id, known);
    known.messageIds.push(id);
  }
  const reaches = new Map<number, (ofIds: readonly number[]) => Reaching>();
  for (const [id, { conversation, messageIds }] of ids)
    reaches.set(id, await reachIn(reading, conversation, messageIds));
  return ({ id }, ofIds) => reaches.get(id)?.(ofIds) ?? {};
};
