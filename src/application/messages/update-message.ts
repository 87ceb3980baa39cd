import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { MessageRenderer } from "../ports/message-renderer";
import type { InTransaction, Transaction } from "../transaction";
import { checkContentEdit } from "./check-message-edit";
import { readableMessage } from "./message-access";
import { type MoveWanted, moveMessages, prepareMove } from "./move-messages";

/** What is to change of a message; undefined leaves it. */
export interface MessageUpdate extends MoveWanted {
  readonly messageId: number;
  readonly content: string | undefined;
  /** Tells whether this is what the client believes it to say; undefined where it didn't say. */
  readonly isExpected: ((content: string) => boolean) | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly renderer: MessageRenderer;
}

/** Edits what a message says, or moves it to another topic or channel, with others of its topic if wanted. */
export const updateMessage =
  ({ inTransaction, renderer }: Ports) =>
  (caller: Caller, update: MessageUpdate): Result<void> =>
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
      if (update.content !== undefined) {
        const edited = await editContent(tx, renderer, user.right, message.right, {
          ...update,
          content: update.content,
        });
        if (isLeft(edited)) return edited;
      }
      if (moving.right) await moveMessages(tx, renderer, user.right, moving.right, update);
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
  renderer: MessageRenderer,
  user: User,
  message: Message,
  wanted: { readonly content: string } & Pick<MessageUpdate, "isExpected">,
): Promise<Either<ApiError, undefined>> => {
  const content = checkContentEdit(tx, user, message, wanted.content);
  if (isLeft(content)) return content;
  if (wanted.isExpected?.(message.content) === false)
    return left({
      code: "EXPECTATION_MISMATCH",
      message: "'prev_content_sha256' value does not match the expected value.",
    });
  if (content.right === message.content) return right(undefined);
  const { html } = await renderer.render(content.right);
  tx.append({
    ...{ type: "message_edited", messageId: message.id, conversation: message.conversation },
    ...{ topic: message.topic, content: content.right, renderedContent: html },
    edit: {
      ...{ editedAt: Math.floor(tx.now / 1000), userId: user.id },
      content: { before: message.content, renderedBefore: message.renderedContent },
    },
  });
  return right(undefined);
};
