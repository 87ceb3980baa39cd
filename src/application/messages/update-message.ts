import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { SharedAttachment } from "../../domain/attachment";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { MessageEdited } from "../../domain/message-event";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import { restOfMoveJob } from "../jobs/move-rest";
import type { RenderedMessage } from "../ports/message-renderer";
import type { InTransaction, Transaction } from "../transaction";
import { reshareAttachments } from "../uploads/share-attachments";
import { checkNewContent, contentEditRefusal } from "./check-message-edit";
import { settleMentions } from "./mentions";
import { readableMessage } from "./message-access";
import { moveMessages } from "./move-messages";
import { type MoveWanted, notBegun, prepareMove } from "./prepare-move";
import { withReach } from "./reach-of-messages";
import { type RenderPorts, renderAs } from "./render-message";

/** What is to change of a message; undefined leaves it. */
interface MessageUpdate extends MoveWanted {
  readonly messageId: number;
  readonly content: string | undefined;
  /** Tells whether this is what the client believes it to say; undefined where it didn't say. */
  readonly isExpected: ((content: string) => boolean) | undefined;
}

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/**
 * Edits what a message says, or moves it to another topic or channel, with others of its topic if wanted: a slice of
 * them at once, and the rest soon after. Tells the caller's files that no message shares after that.
 */
export const updateMessage =
  (ports: Ports) =>
  (caller: Caller, update: MessageUpdate): Result<readonly SharedAttachment[]> =>
  async () => {
    const { inTransaction, renderer } = ports;
    const problem = shapeProblem(update);
    if (problem !== undefined) return left(badRequest(problem));
    const content = update.content === undefined ? undefined : checkNewContent(update.content);
    if (content && isLeft(content)) return content;
    // Before the lock: only who wrote a message edits it, so it is rendered as the caller's.
    const rendered = content && (await renderAs(ports, caller, content.right));
    return inTransaction<readonly SharedAttachment[]>(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, update.messageId);
      if (isLeft(message)) return message;
      if (changesBoth(update, message.right))
        return left(badRequest("Cannot change message content while changing channel"));
      const moving = await prepareMove(tx, user.right, message.right, update, notBegun);
      if (isLeft(moving)) return moving;
      const edited =
        content && rendered
          ? await editContent(tx, user.right, message.right, {
              ...update,
              content: content.right,
              rendered,
              version: renderer.version,
            })
          : right(undefined);
      if (isLeft(edited)) return edited;
      const rest =
        moving.right && (await moveMessages(tx, user.right, moving.right, update, notBegun, edited.right));
      if (rest) tx.enqueue(restOfMoveJob(caller, update, rest, tx.now));
      // The last slice says what the message says now; where that comes later, or nothing moves, it is said by itself.
      if (edited.right && (rest || moving.right === undefined)) {
        const { conversation, id } = message.right;
        tx.append({ ...edited.right, ...(await withReach(tx, conversation, [id])) });
      }
      return right(
        edited.right ? await reshareAttachments(tx, user.right, message.right, edited.right.content) : [],
      );
    })();
  };

const shapeProblem = ({ content, topic, channelId, mode }: MessageUpdate): string | undefined => {
  if (content === undefined && topic === undefined && channelId === undefined) return "Nothing to change";
  return mode !== "change_one" && topic === undefined && channelId === undefined
    ? "Invalid propagate_mode without topic edit"
    : undefined;
};

/** Naming the channel that the message is in already moves it nowhere. Level 509. */
const changesBoth = ({ content, channelId }: MessageUpdate, { conversation }: Message): boolean =>
  content !== undefined &&
  channelId !== undefined &&
  !(conversation.kind === "channel" && conversation.channelId === channelId);

/** The change of what a message says; undefined where it says so already. */
const editContent = async (
  tx: Transaction,
  user: User,
  message: Message,
  wanted: {
    readonly content: string;
    readonly rendered: Either<ApiError, RenderedMessage>;
    readonly version: number;
  } & Pick<MessageUpdate, "isExpected">,
): Promise<Either<ApiError, MessageEdited | undefined>> => {
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
  const marks = await settleMentions(tx, user, message, rendered.right, (ids) =>
    receiversAmong(tx, message, ids),
  );
  if (isLeft(marks)) return marks;
  return right({
    type: "message_edited",
    messageId: message.id,
    conversation: message.conversation,
    topic: message.topic,
    content,
    renderedContent: rendered.right.html,
    rendererVersion: version,
    marks: marks.right,
    edit: {
      editedAt: Math.floor(tx.now / 1000),
      userId: user.id,
      content: { before: message.content, renderedBefore: message.renderedContent },
    },
  });
};

/** Those of the users whom the message reached. */
const receiversAmong = async (
  { state, readStates }: Transaction,
  message: Message,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> =>
  message.conversation.kind === "direct" || userIds.length === 0
    ? new Set(userIds)
    : readStates.receiversAmong(state.realm.id, message, userIds);
