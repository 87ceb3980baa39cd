import { type Either, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import { type ApiError, invalidMessages } from "../../domain/errors";
import * as ranges from "../../domain/id-ranges";
import type { Message, MessageHead } from "../../domain/message";
import { channelsOf, type Narrow } from "../../domain/narrow";
import { type Flag, flagsFor, type ReadState } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { MessageScope } from "../ports/message-scope";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { Transaction } from "../transaction";

/** A message with one reader's flags. */
export interface FlaggedMessage {
  readonly message: Message;
  readonly flags: readonly Flag[];
}

/** Adds the reader's flags. */
export const withFlags = async (
  readStates: ReadStateReader,
  realmId: number,
  userId: number,
  messages: readonly Message[],
): Promise<readonly FlaggedMessage[]> => {
  const states = await statesByConversation(readStates, realmId, userId, messages);
  const marks = await readStates.marksOf(
    realmId,
    userId,
    messages.map(({ id }) => id),
  );
  return messages.map((message) => ({
    message,
    flags: flagsFor(states.get(message.conversation.id), message, userId, marks.get(message.id) ?? []),
  }));
};

/** How the user has read some conversations, by conversation id. */
export const statesByConversation = async (
  readStates: ReadStateReader,
  realmId: number,
  userId: number,
  messages: readonly MessageHead[],
): Promise<ReadonlyMap<number, ReadState>> => {
  const ids = [...new Set(messages.map(({ conversation }) => conversation.id))];
  const states = await readStates.statesOf(realmId, userId, ids);
  return new Map(states.map((state) => [state.conversationId, state]));
};

/** Whether the user may read the message: it reached them, or the channel shows them its history. */
export const canRead = (
  state: RealmState,
  user: User,
  message: Message,
  own: ReadState | undefined,
  now: number,
): boolean => {
  const { conversation } = message;
  if (conversation.kind === "direct") return conversation.participants.includes(user.id);
  const channel = state.channels.get(conversation.channelId);
  if (channel === undefined || !canReadContent(state, user, channel, now)) return false;
  return readsWholeHistory(channel) || (own !== undefined && ranges.includes(own.received, message.id));
};

/** Those of the messages that the user may read. */
export const readableMessages = async (
  tx: Pick<Transaction, "state" | "now" | "messages" | "readStates">,
  user: User,
  messageIds: readonly number[],
): Promise<readonly Message[]> => {
  const realmId = tx.state.realm.id;
  const messages = await tx.messages.byIds(realmId, messageIds);
  const states = await statesByConversation(tx.readStates, realmId, user.id, messages);
  return messages.filter((message) =>
    canRead(tx.state, user, message, states.get(message.conversation.id), tx.now),
  );
};

/** A message that the user may read; one that they may not fails as one that isn't there. */
export const readableMessage = async (
  tx: Pick<Transaction, "state" | "now" | "messages" | "readStates">,
  user: User,
  messageId: number,
): Promise<Either<ApiError, Message>> => {
  const [message] = await readableMessages(tx, user, [messageId]);
  return message ? right(message) : left(invalidMessages);
};

/** What a user who may read a channel sees of it. */
export const channelScope = (user: User, channel: Channel): MessageScope =>
  readsWholeHistory(channel)
    ? { kind: "channels", conversationIds: [channel.conversationId] }
    : { kind: "received", userId: user.id };

/**
 * Where a narrow looks: in all the history of the channels that it is about, as far as the reader is allowed
 * that; otherwise at what reached them, in the conversations that they still read.
 */
export const scopeOf = (state: RealmState, user: User, narrow: Narrow, now: number): MessageScope => {
  const channels = channelsOf(narrow)?.flatMap((id) => state.channels.get(id) ?? []);
  const noneOf = lostChannels(state, user, now).map(({ conversationId }) => conversationId);
  const received: MessageScope = { kind: "received", userId: user.id, ...(noneOf.length > 0 && { noneOf }) };
  if (channels === undefined) {
    // Marks are also on messages that never reached the user.
    const isMarked = narrow.some(({ operator, negated }) => operator === "flagged" && !negated);
    return isMarked ? markedScope(state, user, now) : received;
  }
  const readable = channels.filter((channel) => canReadContent(state, user, channel, now));
  const conversationIds = readable.filter(readsWholeHistory).map(({ conversationId }) => conversationId);
  if (readable.length === 0) return received;
  return conversationIds.length === readable.length
    ? { kind: "channels", conversationIds }
    : { ...received, ...(conversationIds.length > 0 && { allOf: conversationIds }) };
};

const markedScope = (state: RealmState, user: User, now: number): MessageScope => ({
  ...{ kind: "marked", userId: user.id },
  noneOf: [...state.channels.values()]
    .filter((channel) => !canReadContent(state, user, channel, now))
    .map(({ conversationId }) => conversationId),
});

/** Channels that the user was subscribed to and may no longer read. */
const lostChannels = (state: RealmState, user: User, now: number): readonly Channel[] =>
  state.subscriptionsOf(user.id).flatMap(({ isActive, channelId }) => {
    const channel = isActive ? undefined : state.channels.get(channelId);
    return channel === undefined || canReadContent(state, user, channel, now) ? [] : [channel];
  });
