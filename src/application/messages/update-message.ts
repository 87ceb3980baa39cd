import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canReadContent } from "../../domain/channel-access";
import { type ApiError, badRequest } from "../../domain/errors";
import type { MessageTopic, MoveMode } from "../../domain/event";
import type { Message } from "../../domain/message";
import { moveLimit } from "../../domain/message-policy";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { MessageRenderer, RenderedMessage } from "../ports/message-renderer";
import { carryPolicies } from "../topics/carry-policies";
import type { InTransaction, Transaction } from "../transaction";
import { checkMove, checkNewContent, contentEditRefusal } from "./check-message-edit";
import { settleMentions } from "./mentions";
import { channelScope, readableMessage } from "./message-access";
import { arrivalText, departureText, resolutionText } from "./move-notices";
import { postNotice, prepareNotice } from "./notice";
import { type RenderPorts, renderAs } from "./render-message";

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

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/** Edits what a message says, or moves it to another topic or channel, with others of its topic if wanted. */
export const updateMessage =
  (ports: Ports) =>
  (caller: Caller, update: MessageUpdate): Result<void> =>
  async () => {
    const { inTransaction, renderer } = ports;
    const problem = shapeProblem(update);
    if (problem !== undefined) return left(badRequest(problem));
    const content = update.content === undefined ? undefined : checkNewContent(update.content);
    if (content && isLeft(content)) return content;
    // Before the lock: only who wrote a message edits it, so it is rendered as the caller's.
    const rendered = content && (await renderAs(ports, caller, content.right));
    return inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, update.messageId);
      if (isLeft(message)) return message;
      const moving = await prepareMove(tx, user.right, message.right, update);
      if (isLeft(moving)) return moving;
      if (content && rendered) {
        const newContent = { content: content.right, rendered, version: renderer.version };
        const edited = await editContent(tx, user.right, message.right, { ...update, ...newContent });
        if (isLeft(edited)) return edited;
      }
      if (moving.right) await move(tx, renderer, user.right, moving.right, update);
      return right(undefined);
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
  user: User,
  message: Message,
  wanted: {
    readonly content: string;
    readonly rendered: Either<ApiError, RenderedMessage>;
    readonly version: number;
  } & Pick<MessageUpdate, "isExpected">,
): Promise<Either<ApiError, undefined>> => {
  const refusal = contentEditRefusal(tx, user, message);
  if (refusal) return left(refusal);
  if (wanted.isExpected?.(message.content) === false)
    return left({
      code: "EXPECTATION_MISMATCH",
      message: "'prev_content_sha256' value does not match the expected value.",
    });
  const { content, rendered, version } = wanted;
  if (content === message.content) return right(undefined);
  if (isLeft(rendered)) return rendered;
  const marks = await settleMentions(tx, user, message, rendered.right, await receiversOf(tx, message));
  if (isLeft(marks)) return marks;
  tx.append({
    ...{ type: "message_edited", messageId: message.id, conversation: message.conversation },
    ...{ topic: message.topic, content, renderedContent: rendered.right.html },
    ...{ rendererVersion: version, marks: marks.right },
    edit: {
      ...{ editedAt: Math.floor(tx.now / 1000), userId: user.id },
      content: { before: message.content, renderedBefore: message.renderedContent },
    },
  });
  return right(undefined);
};

/** Those whom the message reached, as far as they still get what is said there. */
const receiversOf = async (
  { state, readStates }: Transaction,
  message: Message,
): Promise<ReadonlySet<number>> => {
  const { conversation } = message;
  return conversation.kind === "direct"
    ? new Set(conversation.participants)
    : readStates.receiversAmong(state.realm.id, message, [...state.subscribers(conversation.channelId)]);
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
    return !(user && channel && canReadContent(tx.state, user, channel, tx.now));
  });
};

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
