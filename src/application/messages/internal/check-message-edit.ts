import { type Either, left, map, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Channel } from "../../../domain/channels/channel";
import { type ChannelError, invalidChannelId, notAuthorizedToSend } from "../../../domain/channels/refusals";
import type { MessageTopic } from "../../../domain/events/message-event";
import type { ChannelId } from "../../../domain/ids";
import {
  cannotEditMessage,
  cannotMoveMessage,
  cannotResolveTopics,
  editedTooOften,
  editingDisabled,
  editTimeLimitPassed,
  type MessageChangeError,
  widgetNotEditable,
} from "../../../domain/messages/change-refusals";
import { type Message, normalizeContent, normalizeTopic } from "../../../domain/messages/message";
import { isEditedToTheLimit } from "../../../domain/messages/message-edit";
import { type MessageError, messageHasNullBytes } from "../../../domain/messages/refusals";
import { resolvedPrefix } from "../../../domain/narrow/narrow";
import { canReadContent, canSend } from "../../../domain/policy/channel-access";
import { canMoveOut, canMoveWithin, canResolveTopics } from "../../../domain/policy/message-policy";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { checkTopic } from "../shared/check-topic";

/** Extra time for edits that began before the limit. */
const graceSeconds = 20;

/** New content as it is stored. Empty content becomes "(deleted)". */
export const checkNewContent = (text: string): Either<MessageError, string> => {
  const content = normalizeContent(text);
  if (content.includes("\0")) return left(messageHasNullBytes);
  return right(content.trim() === "" ? "(deleted)" : content);
};

/** Why the user may not edit the content; undefined if they may. */
export const contentEditRefusal = (
  { state, now }: Transaction,
  user: User,
  message: Message,
): MessageChangeError | undefined => {
  const { allowMessageEditing, messageContentEditLimitSeconds: limit } = state.realm.settings;
  if (message.submessages.length > 0) return widgetNotEditable;
  if (message.senderId !== user.id) return cannotEditMessage;
  if (!allowMessageEditing) return editingDisabled;
  if (isEditedToTheLimit(message.edits)) return editedTooOften;
  return limit !== null && now / 1000 - message.sentAt > limit + graceSeconds
    ? editTimeLimitPassed
    : undefined;
};

/** The destination of a move; undefined keeps the channel or the topic. */
export interface MoveDestination {
  readonly channelId: ChannelId | undefined;
  readonly topic: string | undefined;
}

const withoutResolvedPrefix = (topic: string): string => topic.replace(resolvedPrefix, "");

/** The resolved destination of a move; undefined if the message is already there. */
export const checkMove = (
  tx: Transaction,
  user: User,
  from: MessageTopic,
  destination: MoveDestination,
): Either<ChannelError | MessageChangeError | MessageError, MessageTopic | undefined> => {
  const { state, now } = tx;
  const source = state.channels.get(from.conversation.channelId);
  const target = destination.channelId === undefined ? source : state.channels.get(destination.channelId);
  if (source === undefined || target === undefined || !canReadContent(state, user, target, now))
    return left(invalidChannelId);
  const topic = destination.topic === undefined ? from.topic : normalizeTopic(destination.topic);
  const isOtherChannel = target.id !== source.id;
  if (!isOtherChannel && topic === from.topic) return right(undefined);
  if (source.isArchived) return left(invalidChannelId);
  const refusal =
    moveRefusal(tx, user, source, target) ??
    topicRefusal(tx, user, source, from.topic, topic, isOtherChannel);
  if (refusal) return left(refusal);
  return pipe(
    checkTopic(state, target, topic),
    map(() => ({
      conversation: { kind: "channel", id: target.conversationId, channelId: target.id },
      topic,
    })),
  );
};

const moveRefusal = (
  { state, now }: Transaction,
  user: User,
  source: Channel,
  target: Channel,
): ChannelError | MessageChangeError | undefined => {
  if (source.id === target.id) return undefined;
  if (!canMoveOut(state, user, source, now)) return cannotMoveMessage;
  return canSend(state, user, target, now) ? undefined : notAuthorizedToSend(target.name);
};

const topicRefusal = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  before: string,
  after: string,
  isOtherChannel: boolean,
): MessageChangeError | undefined => {
  if (before === after) return undefined;
  const isResolving = withoutResolvedPrefix(before) === withoutResolvedPrefix(after);
  if (isResolving) return canResolveTopics(state, user, channel, now) ? undefined : cannotResolveTopics;
  return isOtherChannel || canMoveWithin(state, user, channel, now) ? undefined : cannotEditMessage;
};
