import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canReadContent, canSend } from "../../domain/channel-access";
import { type ApiError, badRequest, invalidChannelId, notAuthorizedToSend } from "../../domain/errors";
import { type Message, normalizeContent, normalizeTopic } from "../../domain/message";
import { isEditedOut } from "../../domain/message-edit";
import type { MessageTopic } from "../../domain/message-event";
import { canMoveOut, canMoveWithin, canResolveTopics } from "../../domain/message-policy";
import { resolvedPrefix } from "../../domain/narrow";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { checkTopic } from "./check-topic";

/** Clients that began to edit in time may finish. */
const graceSeconds = 20;

/** New content as it is kept; nothing at all says that it was deleted. */
export const checkNewContent = (wanted: string): Either<ApiError, string> => {
  const content = normalizeContent(wanted);
  if (content.includes("\0")) return left(badRequest("Message must not contain null bytes"));
  return right(content.trim() === "" ? "(deleted)" : content);
};

/** Why the user may not change what a message says; undefined where they may. */
export const contentEditRefusal = (
  { state, now }: Transaction,
  user: User,
  message: Message,
): ApiError | undefined => {
  const { allowMessageEditing, messageContentEditLimitSeconds: limit } = state.realm.settings;
  if (message.submessages.length > 0) return badRequest("Widgets cannot be edited.");
  if (message.senderId !== user.id) return badRequest("You don't have permission to edit this message");
  if (!allowMessageEditing) return badRequest("Your organization has turned off message editing");
  if (isEditedOut(message.edits)) return badRequest("This message was edited too often to be edited again.");
  return limit !== null && now / 1000 - message.sentAt > limit + graceSeconds
    ? badRequest("The time limit for editing this message has passed")
    : undefined;
};

/** Where a message is to go; undefined leaves channel or topic. */
export interface MoveWanted {
  readonly channelId: number | undefined;
  readonly topic: string | undefined;
}

const stripped = (topic: string): string => topic.replace(resolvedPrefix, "");

/** The place that a message of a channel is moved to; undefined where it is there already. */
export const checkMove = (
  tx: Transaction,
  user: User,
  from: MessageTopic,
  wanted: MoveWanted,
): Either<ApiError, MessageTopic | undefined> => {
  const { state, now } = tx;
  const source = state.channels.get(from.conversation.channelId);
  const target = wanted.channelId === undefined ? source : state.channels.get(wanted.channelId);
  if (source === undefined || target === undefined || !canReadContent(state, user, target, now))
    return left(invalidChannelId);
  const topic = wanted.topic === undefined ? from.topic : normalizeTopic(wanted.topic);
  const isOther = target.id !== source.id;
  if (!isOther && topic === from.topic) return right(undefined);
  if (source.isArchived) return left(invalidChannelId);
  const refusal =
    moveRefusal(tx, user, source, target) ?? topicRefusal(tx, user, source, from.topic, topic, isOther);
  if (refusal) return left(refusal);
  const checked = checkTopic(state, target, topic);
  if (isLeft(checked)) return checked;
  return right({
    conversation: { kind: "channel", id: target.conversationId, channelId: target.id },
    topic,
  });
};

const moveRefusal = (
  { state, now }: Transaction,
  user: User,
  source: Channel,
  target: Channel,
): ApiError | undefined => {
  if (source.id === target.id) return undefined;
  if (!canMoveOut(state, user, source, now))
    return badRequest("You don't have permission to move this message");
  return canSend(state, user, target, now) ? undefined : notAuthorizedToSend(target.name);
};

const topicRefusal = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  before: string,
  after: string,
  isOther: boolean,
): ApiError | undefined => {
  if (before === after) return undefined;
  const isResolving = stripped(before) === stripped(after);
  if (isResolving)
    return canResolveTopics(state, user, channel, now)
      ? undefined
      : badRequest("You don't have permission to resolve topics.");
  return isOther || canMoveWithin(state, user, channel, now)
    ? undefined
    : badRequest("You don't have permission to edit this message");
};
