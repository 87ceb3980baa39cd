import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { MessageEdited, MessageTopic, MoveMode } from "../../domain/message-event";
import { moveLimit } from "../../domain/message-policy";
import type { User } from "../../domain/user";
import type { MessageRenderer } from "../ports/message-renderer";
import { carryPolicies } from "../topics/carry-policies";
import type { Transaction } from "../transaction";
import { checkMove } from "./check-message-edit";
import { channelScope } from "./message-access";
import { arrivalText, departureText, resolutionText } from "./move-notices";
import { postNotice, prepareNotice } from "./notice";

/** Where messages are to go; undefined stays. */
export interface MoveWanted {
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly mode: MoveMode;
  readonly tellOldTopic: boolean;
  readonly tellNewTopic: boolean;
}

/** A move that is allowed. */
export interface Moving {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  readonly chosen: Message;
  /** Ascending. */
  readonly messageIds: readonly number[];
  readonly isWhole: boolean;
}

/** Which messages would go where; undefined where nothing moves. Fails where the user may not move them. */
export const prepareMove = async (
  tx: Transaction,
  user: User,
  message: Message,
  update: MoveWanted,
): Promise<Either<ApiError, Moving | undefined>> => {
  if (update.topic === undefined && update.channelId === undefined) return right(undefined);
  const { conversation, topic } = message;
  if (conversation.kind === "direct")
    return left(
      badRequest(
        update.channelId === undefined
          ? "Direct messages cannot have topics."
          : "Direct messages cannot be moved to channels.",
      ),
    );
  const from = { conversation, topic };
  const to = checkMove(tx, user, from, update);
  if (isLeft(to)) return to;
  if (to.right === undefined) return right(undefined);
  const channel = tx.state.channels.get(conversation.channelId);
  const most = update.mode === "change_one" ? enoughToTell : mostMoved;
  const inTopic = channel
    ? await tx.messages.inTopic(
        ...([tx.state.realm.id, conversation.id, topic, channelScope(user, channel), most] as const),
      )
    : [];
  const all = inTopic.map(({ id }) => id).sort((a, b) => a - b);
  const messageIds = {
    change_one: [message.id],
    change_later: all.filter((id) => id >= message.id),
    change_all: all,
  }[update.mode];
  const late = await lateRefusal(tx, user, message, messageIds, conversation.id !== to.right.conversation.id);
  if (late) return left(late);
  const moving = { from, to: to.right, chosen: message, messageIds };
  return right({ ...moving, isWhole: messageIds.length === all.length });
};

/** With so many, a topic has more than one message. */
const enoughToTell = 2;
/** More than any topic has, in practice. */
const mostMoved = 1_000_000;

/** Old messages stay where they are, save for those who may move any. */
const lateRefusal = async (
  tx: Transaction,
  user: User,
  chosen: Message,
  messageIds: readonly number[],
  isBetweenChannels: boolean,
): Promise<ApiError | undefined> => {
  const limit = moveLimit(tx.state, user, isBetweenChannels);
  if (limit === undefined) return undefined;
  const isLate = ({ sentAt }: Message): boolean => tx.now / 1000 - sentAt > limit + graceSeconds;
  if (messageIds.length === 1 && messageIds[0] === chosen.id)
    return isLate(chosen)
      ? badRequest(
          isBetweenChannels
            ? "The time limit for editing this message's channel has passed"
            : "The time limit for editing this message's topic has passed.",
        )
      : undefined;
  const messages = await tx.messages.byIds(tx.state.realm.id, messageIds);
  const firstAllowed = messages.find((one) => !isLate(one));
  const allowed = messages.filter((one) => !isLate(one)).length;
  if (allowed === messages.length) return undefined;
  return {
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    message: `You only have permission to move the ${allowed}/${messages.length} most recent messages in this topic.`,
    ...{ firstAllowedId: firstAllowed?.id ?? 0, total: messages.length, allowed },
  };
};

const graceSeconds = 20;
const mostAtOnce = 1000;

/** Those of whom something is kept with the messages, and who can't read where they go. */
const losersOf = async (
  tx: Transaction,
  messageIds: readonly number[],
  { conversation }: MessageTopic,
): Promise<readonly number[]> => {
  const channel = tx.state.channels.get(conversation.channelId);
  const marking = await tx.readStates.markedBy(tx.state.realm.id, messageIds);
  return marking.filter((id) => {
    const user = tx.state.users.get(id);
    if (user === undefined || channel === undefined) return true;
    return readsWholeHistory(channel)
      ? !canReadContent(tx.state, user, channel, tx.now)
      : !tx.state.isSubscribed(id, channel.id);
  });
};

/** Moves them, with what people keep of them, and tells in both places. */
export const moveMessages = async (
  tx: Transaction,
  renderer: MessageRenderer,
  by: User,
  moving: Moving,
  { mode, tellOldTopic, tellNewTopic }: MoveWanted,
  /** What the chosen message says from now on, if that changes too. */
  edited: MessageEdited | undefined,
): Promise<void> => {
  const { from, to, chosen, messageIds, isWhole } = moving;
  const isChannelChanged = from.conversation.id !== to.conversation.id;
  const edit = {
    ...{ editedAt: Math.floor(tx.now / 1000), userId: by.id },
    ...(from.topic !== to.topic && { topic: { before: from.topic, after: to.topic } }),
    ...(isChannelChanged && {
      channel: { before: from.conversation.channelId, after: to.conversation.channelId },
    }),
  };
  const carry = isWhole ? await carryPolicies(tx, from, to) : undefined;
  const leftBehind = isChannelChanged
    ? [...tx.state.subscribers(from.conversation.channelId)].filter(
        (id) => !tx.state.isSubscribed(id, to.conversation.channelId),
      )
    : [];
  for (let start = 0; start < messageIds.length; start += mostAtOnce) {
    const some = messageIds.slice(start, start + mostAtOnce);
    const lostBy = isChannelChanged ? await losersOf(tx, some, to) : [];
    tx.append({
      ...{ type: "messages_moved", messageIds: some, leftBehind, lostBy },
      ...{ from, to, edit, chosenId: chosen.id, mode },
      ...(edited && some.includes(chosen.id) && { edited: { ...edited, edit: { ...edited.edit, ...edit } } }),
    });
  }
  carry?.();
  const tell = async (place: MessageTopic, text: string): Promise<void> =>
    postNotice(
      tx,
      { id: place.conversation.channelId, conversationId: place.conversation.id },
      place.topic,
      await prepareNotice(renderer, tx.state, text),
      { userId: by.id, receivesIt: tx.state.isSubscribed(by.id, place.conversation.channelId) },
    );
  const resolution = isChannelChanged || !isWhole ? undefined : resolutionText(by, from.topic, to.topic);
  if (resolution !== undefined) return tell(to, resolution);
  const told = { by, from, to, mode, count: messageIds.length, isWhole };
  if (tellNewTopic) await tell(to, arrivalText(tx.state, told));
  if (tellOldTopic) await tell(from, departureText(tx.state, told));
};
