import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { SharedAttachment } from "../../domain/attachment";
import { type ApiError, badRequest } from "../../domain/errors";
import type { MessageTopic, MoveMode } from "../../domain/event";
import type { Message } from "../../domain/message";
import { moveLimit } from "../../domain/message-policy";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { MessageRenderer } from "../ports/message-renderer";
import type { InTransaction, Transaction } from "../transaction";
import { reshareAttachments } from "../uploads/share-attachments";
import { checkContentEdit, checkMove } from "./check-message-edit";
import { channelScope, readableMessage } from "./message-access";
import { arrivalText, departureText, resolutionText } from "./move-notices";
import { postNotice, prepareNotice } from "./notice";

/** What is to change of a message; undefined leaves it. */
export interface MessageUpdate {
  readonly messageId: number;
  readonly content: string | undefined;
  /** Tells whether this is what the client believes it to say; undefined where it didn't say. */
  readonly isExpected: ((content: string) => boolean) | undefined;
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly mode: MoveMode;
  readonly tellOldTopic: boolean;
  readonly tellNewTopic: boolean;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly renderer: MessageRenderer;
}

/**
 * Edits what a message says, or moves it to another topic or channel, with others of its topic if wanted. Tells the
 * caller's files that no message shares after that.
 */
export const updateMessage =
  ({ inTransaction, renderer }: Ports) =>
  (caller: Caller, update: MessageUpdate): Result<readonly SharedAttachment[]> =>
  async () => {
    const problem = shapeProblem(update);
    if (problem !== undefined) return left(badRequest(problem));
    return inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, update.messageId);
      if (isLeft(message)) return message;
      const moving = await prepareMove(tx, user.right, message.right, update);
      if (isLeft(moving)) return moving;
      const edited =
        update.content === undefined
          ? right([])
          : await editContent(tx, renderer, user.right, message.right, {
              ...update,
              content: update.content,
            });
      if (isLeft(edited)) return edited;
      if (moving.right) await move(tx, renderer, user.right, moving.right, update);
      return edited;
    })();
  };

const shapeProblem = ({ content, topic, channelId, mode }: MessageUpdate): string | undefined => {
  if (content === undefined && topic === undefined && channelId === undefined) return "Nothing to change";
  if (mode !== "change_one" && topic === undefined && channelId === undefined)
    return "Invalid propagate_mode without topic edit";
  return content !== undefined && channelId !== undefined
    ? "Cannot change message content while changing channel"
    : undefined;
};

const editContent = async (
  tx: Transaction,
  renderer: MessageRenderer,
  user: User,
  message: Message,
  wanted: { readonly content: string } & Pick<MessageUpdate, "isExpected">,
): Promise<Either<ApiError, readonly SharedAttachment[]>> => {
  const content = checkContentEdit(tx, user, message, wanted.content);
  if (isLeft(content)) return content;
  if (wanted.isExpected?.(message.content) === false)
    return left({
      code: "EXPECTATION_MISMATCH",
      message: "'prev_content_sha256' value does not match the expected value.",
    });
  if (content.right === message.content) return right([]);
  const { html } = await renderer.render(content.right);
  tx.append({
    ...{ type: "message_edited", messageId: message.id, conversation: message.conversation },
    ...{ topic: message.topic, content: content.right, renderedContent: html },
    edit: {
      ...{ editedAt: Math.floor(tx.now / 1000), userId: user.id },
      content: { before: message.content, renderedBefore: message.renderedContent },
    },
  });
  return right(await reshareAttachments(tx, user, message, content.right));
};

interface Moving {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  readonly chosen: Message;
  /** Ascending. */
  readonly messageIds: readonly number[];
  readonly isWhole: boolean;
}

const prepareMove = async (
  tx: Transaction,
  user: User,
  message: Message,
  update: MessageUpdate,
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

const move = async (
  tx: Transaction,
  renderer: MessageRenderer,
  by: User,
  moving: Moving,
  { mode, tellOldTopic, tellNewTopic }: MessageUpdate,
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
  for (let start = 0; start < messageIds.length; start += mostAtOnce)
    tx.append({
      ...{ type: "messages_moved", messageIds: messageIds.slice(start, start + mostAtOnce) },
      ...{ from, to, edit, chosenId: chosen.id, mode },
    });
  const tell = async (place: MessageTopic, text: string): Promise<void> =>
    postNotice(
      tx,
      { id: place.conversation.channelId, conversationId: place.conversation.id },
      place.topic,
      await prepareNotice(renderer, text),
      { userId: by.id, receivesIt: tx.state.isSubscribed(by.id, place.conversation.channelId) },
    );
  const resolution = isChannelChanged || !isWhole ? undefined : resolutionText(by, from.topic, to.topic);
  if (resolution !== undefined) return tell(to, resolution);
  const told = { by, from, to, mode, count: messageIds.length, isWhole };
  if (tellNewTopic) await tell(to, arrivalText(tx.state, told));
  if (tellOldTopic) await tell(from, departureText(tx.state, told));
};
