import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Channel } from "../../../domain/channels/channel";
import { type ChannelError, invalidChannelId, notAuthorizedToSend } from "../../../domain/channels/refusals";
import type { MessageTopic } from "../../../domain/events/message-event";
import type { ChannelId } from "../../../domain/ids";
import {
  cannotEditMessage,
  cannotMoveMessage,
  editedTooOften,
  editingDisabled,
  editTimeLimitPassed,
  type MessageChangeError,
  widgetNotEditable,
} from "../../../domain/messages/change-refusals";
import { type Message, normalizeContent } from "../../../domain/messages/message";
import { isEditedToTheLimit } from "../../../domain/messages/message-edit";
import { type MessageError, messageHasNullBytes } from "../../../domain/messages/refusals";
import { canReadContent, canSend } from "../../../domain/policy/channel-access";
import { canMoveOut, canMoveWithin, canResolveTopics } from "../../../domain/policy/message-policy";
import { cannotResolveTopics, type TopicError } from "../../../domain/topics/refusals";
import { normalizeTopic, sameButResolved } from "../../../domain/topics/topic";
import type { User } from "../../../domain/users/user";
import { checkTopic } from "../../topics/shared/check-topic";
import type { Transaction } from "../../transaction";

/** Extra time for edits that began before the limit. */
const graceSeconds = 20;

/** New content as it is stored. Empty content becomes "(deleted)". */
export const checkNewContent = (text: string): E.Either<MessageError, string> => {
  const content = normalizeContent(text);
  if (content.includes("\0")) return E.left(messageHasNullBytes);
  return E.right(content.trim() === "" ? "(deleted)" : content);
};

/** Whether the user may edit the content. */
export const checkContentEdit = (
  { state, now }: Transaction,
  user: User,
  message: Message,
): E.Either<MessageChangeError, undefined> => {
  const { allowMessageEditing, messageContentEditLimitSeconds: limit } = state.realm.settings;
  if (message.submessages.length > 0) return E.left(widgetNotEditable);
  if (message.senderId !== user.id) return E.left(cannotEditMessage);
  if (!allowMessageEditing) return E.left(editingDisabled);
  if (isEditedToTheLimit(message.edits)) return E.left(editedTooOften);
  return limit !== null && now / 1000 - message.sentAt > limit + graceSeconds
    ? E.left(editTimeLimitPassed)
    : E.right(undefined);
};

/** The destination of a move; undefined keeps the channel or the topic. */
export interface MoveDestination {
  readonly channelId: ChannelId | undefined;
  readonly topic: string | undefined;
}

/** The resolved destination of a move; undefined if the message is already there. */
export const checkMove = (
  tx: Transaction,
  user: User,
  from: MessageTopic,
  destination: MoveDestination,
): E.Either<ChannelError | MessageChangeError | MessageError | TopicError, MessageTopic | undefined> => {
  const { state, now } = tx;
  const source = state.channels.get(from.conversation.channelId);
  const target = destination.channelId === undefined ? source : state.channels.get(destination.channelId);
  if (source === undefined || target === undefined || !canReadContent(state, user, target, now))
    return E.left(invalidChannelId);
  const topic = destination.topic === undefined ? from.topic : normalizeTopic(destination.topic);
  const isOtherChannel = target.id !== source.id;
  if (!isOtherChannel && topic === from.topic) return E.right(undefined);
  if (source.isArchived) return E.left(invalidChannelId);
  return pipe(
    checkChannelMove(tx, user, source, target),
    E.chainW(() => checkTopicMove(tx, user, [source, target], from.topic, topic)),
    E.chainW(() => checkTopic(state, target, topic)),
    E.map(() => ({
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
): E.Either<ChannelError | MessageChangeError, undefined> => {
  if (source.id === target.id) return E.right(undefined);
  if (!canMoveOut(state, user, source, now)) return E.left(cannotMoveMessage);
  return canSend(state, user, target, now) ? E.right(undefined) : E.left(notAuthorizedToSend(target.name));
};

/** A permission in one of the two channels is enough, as in Zulip. */
const checkTopicMove = (
  { state, now }: Transaction,
  user: User,
  channels: readonly [Channel, Channel],
  before: string,
  after: string,
): E.Either<MessageChangeError | TopicError, undefined> => {
  if (before === after) return E.right(undefined);
  const isResolving = sameButResolved(before, after);
  const mayChange = isResolving ? canResolveTopics : canMoveWithin;
  if (channels.some((channel) => mayChange(state, user, channel, now))) return E.right(undefined);
  return E.left(isResolving ? cannotResolveTopics : cannotEditMessage);
};
