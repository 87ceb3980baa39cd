import * as E from "fp-ts/Either";
import type { Channel } from "../../domain/channels/channel";
import * as ranges from "../../domain/collections/id-ranges";
import type { ConversationId, MessageId, RealmId, UserId } from "../../domain/ids";
import type { Conversation, Message, MessageHead } from "../../domain/messages/message";
import { type Flag, flagsFor, type ReadState } from "../../domain/messages/read-state";
import { invalidMessages, type MessageError } from "../../domain/messages/refusals";
import { channelsOf, type Narrow } from "../../domain/narrow/narrow";
import { canReadContent, readsWholeHistory } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { Bounded } from "../ports/messages/message-finder";
import type { MessageReader } from "../ports/messages/message-reader";
import type { MessageScope } from "../ports/messages/message-scope";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Transaction } from "../transaction";

/** A message with one reader's flags. */
export interface FlaggedMessage<M = Message> {
  readonly message: M;
  readonly flags: readonly Flag[];
}

/** Adds a reader's flags to messages. */
export const withFlags = async <M extends MessageHead>(
  readStates: ReadStateReader,
  realmId: RealmId,
  userId: UserId,
  messages: readonly M[],
): Promise<readonly FlaggedMessage<M>[]> => {
  const { states, flags } = await readStates.statesAndFlagsOf(realmId, userId, messages);
  const byConversation = byConversationId(states);
  return messages.map((message) => ({
    message,
    flags: flagsFor(
      byConversation.get(message.conversation.id),
      message,
      userId,
      flags.get(message.id) ?? [],
    ),
  }));
};

/** A user's read state of some messages, by conversation id. */
export const statesByConversation = async (
  readStates: Pick<ReadStateReader, "statesOf">,
  realmId: RealmId,
  userId: UserId,
  messages: readonly MessageHead[],
): Promise<ReadonlyMap<ConversationId, ReadState>> =>
  byConversationId(await readStates.statesOf(realmId, userId, messages));

const byConversationId = (states: readonly ReadState[]): ReadonlyMap<ConversationId, ReadState> =>
  new Map(states.map((state) => [state.conversationId, state]));

/**
 * Whether the user can read a message of this conversation. In a channel with protected history, `hasReached`
 * decides.
 */
const readsConversation = (
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

/** Whether the user may read the message: it reached them, or the channel shows its whole history. */
export const canRead = (
  state: RealmState,
  user: User,
  message: Pick<MessageHead, "id" | "conversation">,
  readState: ReadState | undefined,
  now: number,
): boolean =>
  readsConversation(
    state,
    user,
    message.conversation,
    now,
    () => readState !== undefined && ranges.includes(readState.received, message.id),
  );

/** Whether the user may read a message that is being sent now. */
export const canReadNew = (
  state: RealmState,
  user: User,
  { conversation }: Pick<Message, "conversation">,
  now: number,
): boolean =>
  readsConversation(state, user, conversation, now, (channel) => state.isSubscribed(user.id, channel.id));

type Reading = Pick<Transaction, "state" | "now" | "messages" | "readStates">;

/** The heads of the named messages that exist and that the user may read. */
export const readableHeads = async (
  tx: Reading,
  user: User,
  messageIds: readonly MessageId[],
): Promise<readonly MessageHead[]> =>
  readableOf(tx, user, await tx.messages.headsOf(tx.state.realm.id, messageIds));

/** The named messages that exist and that the user may read. */
export const readableMessages = async (
  tx: Reading,
  user: User,
  messageIds: readonly MessageId[],
): Promise<readonly Message[]> =>
  readableOf(tx, user, await tx.messages.byIds(tx.state.realm.id, messageIds));

/** The named messages that exist and that the user may read, as far as they are read up to a number of bytes. */
export const readableUpTo = async (
  tx: Reading & { readonly messages: Pick<MessageReader, "byIdsUpTo"> },
  user: User,
  messageIds: readonly MessageId[],
  enough: number,
): Promise<Bounded<readonly Message[]>> => {
  const { found, endsAt } = await tx.messages.byIdsUpTo(tx.state.realm.id, messageIds, enough);
  return { found: await readableOf(tx, user, found), endsAt };
};

/** Messages that a search outside the lane found, and the realm's log position before the search. */
export interface SearchedOutside {
  readonly position: number;
  readonly messages: readonly MessageHead[];
}

/** The found messages that the reader can still read. Checks them again only if the realm has changed since. */
export const stillReadable = async (
  tx: Reading,
  user: User,
  { position, messages }: SearchedOutside,
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

/** A message the user may read. Other messages fail like messages that don't exist. */
export const readableMessage = async (
  tx: Reading,
  user: User,
  messageId: MessageId,
): Promise<E.Either<MessageError, Message>> => {
  const [message] = await readableMessages(tx, user, [messageId]);
  return message ? E.right(message) : E.left(invalidMessages);
};

/** Like `readableMessage`, without what may grow with the message: its content, reactions and submessages. */
export const readableHead = async (
  tx: Reading,
  user: User,
  messageId: MessageId,
): Promise<E.Either<MessageError, MessageHead>> => {
  const [head] = await readableHeads(tx, user, [messageId]);
  return head ? E.right(head) : E.left(invalidMessages);
};

/** The scope of every message the user may read. */
export const readableScope = (state: RealmState, user: User, now: number): MessageScope => ({
  kind: "received",
  userId: user.id,
  allOf: [...state.channels.values()]
    .filter((channel) => readsWholeHistory(channel) && canReadContent(state, user, channel, now))
    .map(({ conversationId }) => conversationId),
  noneOf: lostChannels(state, user, now).map(({ conversationId }) => conversationId),
});

/** The scope of the messages a reader of the channel can see in it. */
export const channelScope = (user: User, channel: Channel): MessageScope =>
  readsWholeHistory(channel)
    ? { kind: "channels", conversationIds: [channel.conversationId] }
    : { kind: "received", userId: user.id };

/**
 * The scope of a narrow. Narrows of channels search all of their history that the reader may see; other narrows search
 * the messages that reached the reader in conversations they can still read.
 */
export const scopeOf = (state: RealmState, user: User, narrow: Narrow, now: number): MessageScope => {
  const channels = channelsOf(narrow)?.flatMap((id) => state.channels.get(id) ?? []);
  const noneOf = lostChannels(state, user, now).map(({ conversationId }) => conversationId);
  const received: MessageScope = { kind: "received", userId: user.id, ...(noneOf.length > 0 && { noneOf }) };
  if (channels === undefined) {
    // Users can also have flags on messages that never reached them.
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
  const idsOf = (some: readonly Channel[]): readonly ConversationId[] =>
    some.map(({ conversationId }) => conversationId);
  return {
    kind: "marked",
    userId: user.id,
    noneOf: idsOf(channels.filter((channel) => !canReadContent(state, user, channel, now))),
    receivedOf: idsOf(channels.filter((channel) => !readsWholeHistory(channel))),
  };
};

/** Channels the user left and can no longer read. */
const lostChannels = (state: RealmState, user: User, now: number): readonly Channel[] =>
  state.subscriptionsOf(user.id).flatMap(({ isActive, channelId }) => {
    const channel = isActive ? undefined : state.channels.get(channelId);
    return channel === undefined || canReadContent(state, user, channel, now) ? [] : [channel];
  });
