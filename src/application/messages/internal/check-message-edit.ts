import { chainW, type Either, left, map, right } from "fp-ts/Either";
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

/** Whether the user may edit the content. */
export const checkContentEdit = (
  { state, now }: Transaction,
  user: User,
  message: Message,
): Either<MessageChangeError, undefined> => {
  const { allowMessageEditing, messageContentEditLimitSeconds: limit } = state.realm.settings;
  if (message.submessages.length > 0) return left(widgetNotEditable);
  if (message.senderId !== user.id) return left(cannotEditMessage);
  if (!allowMessageEditing) return left(editingDisabled);
  if (isEditedToTheLimit(message.edits)) return left(editedTooOften);
  return limit !== null && now / 1000 - message.sentAt > limit + graceSeconds
    ? left(editTimeLimitPassed)
    : right(undefined);
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
  return pipe(
    checkChannelMove(tx, user, source, target),
    chainW(() => checkTopicMove(tx, user, source, from.topic, topic, isOtherChannel)),
    chainW(() => checkTopic(state, target, topic)),
    map(() => ({
      conversation: { kind: "channel", id: target.conversationId, channelId: target.id },
      topic,
    })),
  );
};

const checkChannelMove = (
  { state, now }: Transaction,
  user: User,
  source: Channel,
  target: Channel,
): Either<ChannelError | MessageChangeError, undefined> => {
  if (source.id === target.id) return right(undefined);
  if (!canMoveOut(state, user, source, now)) return left(cannotMoveMessage);
  return canSend(state, user, target, now) ? right(undefined) : left(notAuthorizedToSend(target.name));
};

const checkTopicMove = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  before: string,
  after: string,
  isOtherChannel: boolean,
): Either<MessageChangeError, undefined> => {
  if (before === after) return right(undefined);
  const isResolving = withoutResolvedPrefix(before) === withoutResolvedPrefix(after);
  if (isResolving)
    return canResolveTopics(state, user, channel, now) ? right(undefined) : left(cannotResolveTopics);
  return isOtherChannel || canMoveWithin(state, user, channel, now)
    ? right(undefined)
    : left(cannotEditMessage);
};
