import { type Either, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import { type ApiError, invalidMessages } from "../../domain/errors";
import * as ranges from "../../domain/id-ranges";
import type { Conversation, Message, MessageHead } from "../../domain/message";
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
  readStates: Pick<ReadStateReader, "statesOf">,
  realmId: number,
  userId: number,
  messages: readonly MessageHead[],
): Promise<ReadonlyMap<number, ReadState>> => {
  const ids = [...new Set(messages.map(({ conversation }) => conversation.id))];
  const states = await readStates.statesOf(realmId, userId, ids);
  return new Map(states.map((state) => [state.conversationId, state]));
};

/** Whether the user reads what is said somewhere, in a channel with protected history as far as it reached them. */
const readsIn = (
  state: RealmState,
  user: User,
  conversation: Conversation,
  now: number,
  hasReached: (channel: Channel) => boolean,
): boolean => {
  if (conversation.kind === "direct") return conversation.participants.includes(user.id);
  const channel = state.channels.get(conversation.channelId);
  if (channel === undefined || !canReadContent(state, user, channel, now)) return false;
  return readsWholeHistory(channel) || hasReached(channel);
};

/** Whether the user may read the message: it reached them, or the channel shows them its history. */
export const canRead = (
  state: RealmState,
  user: User,
  message: Pick<MessageHead, "id" | "conversation">,
  own: ReadState | undefined,
  now: number,
): boolean =>
  readsIn(
    state,
    user,
    message.conversation,
    now,
    () => own !== undefined && ranges.includes(own.received, message.id),
  );

/** Whether the user may read a message that is sent now. */
export const canReadNew = (
  state: RealmState,
  user: User,
  { conversation }: Pick<Message, "conversation">,
  now: number,
): boolean => readsIn(state, user, conversation, now, (channel) => state.isSubscribed(user.id, channel.id));

type Reading = Pick<Transaction, "state" | "now" | "messages" | "readStates">;

/** Those of the messages that the user may read. */
export const readableMessages = async (
  tx: Reading,
  user: User,
  messageIds: readonly number[],
): Promise<readonly Message[]> =>
  readableOf(tx, user, await tx.messages.byIds(tx.state.realm.id, messageIds));

/** Messages that a search found outside of the lane, and where the realm's log was before it. */
export interface Found {
  readonly position: number;
  readonly messages: readonly MessageHead[];
}

/** The messages that were found. Where the realm went on since, those that are still there for the reader. */
export const stillThere = async (
  tx: Reading,
  user: User,
  { position, messages }: Found,
): Promise<readonly MessageHead[]> => {
  if (tx.state.position === position) return messages;
  const ids = messages.map(({ id }) => id);
  return readableOf(tx, user, await tx.messages.headsOf(tx.state.realm.id, ids));
};

const readableOf = async <M extends MessageHead>(
  tx: Reading,
  user: User,
  messages: readonly M[],
): Promise<readonly M[]> => {
  const states = await statesByConversation(tx.readStates, tx.state.realm.id, user.id, messages);
  return messages.filter((message) =>
    canRead(tx.state, user, message, states.get(message.conversation.id), tx.now),
  );
};

/** A message that the user may read; one that they may not fails as one that isn't there. */
export const readableMessage = async (
  tx: Reading,
  user: User,
  messageId: number,
): Promise<Either<ApiError, Message>> => {
  const [message] = await readableMessages(tx, user, [messageId]);
  return message ? right(message) : left(invalidMessages);
};

/** Every message that the user may read. */
export const readableScope = (state: RealmState, user: User, now: number): MessageScope => ({
  kind: "received",
  userId: user.id,
  allOf: [...state.channels.values()]
    .filter((channel) => readsWholeHistory(channel) && canReadContent(state, user, channel, now))
    .map(({ conversationId }) => conversationId),
  noneOf: lostChannels(state, user, now).map(({ conversationId }) => conversationId),
});

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
    const isMarked = narrow.some(
      (term) => term.operator === "flagged" && !term.negated && term.userId === user.id,
    );
    return isMarked ? markedScope(state, user, now) : received;
  }
  const readable = channels.filter((channel) => canReadContent(state, user, channel, now));
  const conversationIds = readable.filter(readsWholeHistory).map(({ conversationId }) => conversationId);
  if (readable.length === 0) return received;
  return conversationIds.length === readable.length
    ? { kind: "channels", conversationIds }
    : { ...received, ...(conversationIds.length > 0 && { allOf: conversationIds }) };
};

const markedScope = (state: RealmState, user: User, now: number): MessageScope => {
  const channels = [...state.channels.values()];
  const idsOf = (some: readonly Channel[]): readonly number[] =>
    some.map(({ conversationId }) => conversationId);
  return {
    kind: "marked",
    userId: user.id,
    noneOf: idsOf(channels.filter((channel) => !canReadContent(state, user, channel, now))),
    receivedOf: idsOf(channels.filter((channel) => !readsWholeHistory(channel))),
  };
};

/** Channels that the user was subscribed to and may no longer read. */
const lostChannels = (state: RealmState, user: User, now: number): readonly Channel[] =>
  state.subscriptionsOf(user.id).flatMap(({ isActive, channelId }) => {
    const channel = isActive ? undefined : state.channels.get(channelId);
    return channel === undefined || canReadContent(state, user, channel, now) ? [] : [channel];
  });
