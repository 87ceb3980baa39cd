import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import * as ranges from "../../domain/id-ranges";
import type { Message } from "../../domain/message";
import { type Flag, flagsFor, type ReadState } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { MessageScope } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";

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

export const statesByConversation = async (
  readStates: ReadStateReader,
  realmId: number,
  userId: number,
  messages: readonly Message[],
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

/** Where a narrow on one channel looks: all its history, where the reader is allowed that. */
export const scopeOf = (
  state: RealmState,
  user: User,
  channelId: number | undefined,
  now: number,
): MessageScope => {
  const channel = channelId === undefined ? undefined : state.channels.get(channelId);
  return channel && canReadContent(state, user, channel, now) && readsWholeHistory(channel)
    ? { kind: "channel", conversationId: channel.conversationId }
    : { kind: "received", userId: user.id };
};
