import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { MessageEdited } from "../../domain/events/message-event";
import type { SharedAttachment } from "../../domain/files/attachment";
import type { MessageId, UserId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import {
  contentAndChannelChanged,
  contentNotAsExpected,
  type MessageChangeError,
  nothingToChange,
  propagateModeWithoutMove,
} from "../../domain/messages/change-refusals";
import type { Message } from "../../domain/messages/message";
import type { MessageError } from "../../domain/messages/refusals";
import type { TopicError } from "../../domain/topics/refusals";
import type { User } from "../../domain/users/user";
import { readableMessage } from "../access/message-access";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { findSharableFiles } from "../uploads/shared/attachment-access";
import { reshareAttachments } from "../uploads/shared/share-attachments";
import { moveContinuationJob } from "./continue-move";
import { checkContentEdit, checkNewContent } from "./internal/check-message-edit";
import { mentionFlagsFor } from "./internal/mention-flags";
import { moveMessages } from "./internal/move-messages";
import { type MoveRequest, moveNotBegun, prepareMove } from "./internal/prepare-move";
import { type RenderPorts, renderOutsideAs } from "./render-message";
import { withReach } from "./shared/reach-of-messages";
import { type RenderedOutside, renderedInLane } from "./shared/rendered-outside";

/** A change to a message; undefined leaves a field unchanged. */
interface MessageUpdate extends MoveRequest {
  readonly messageId: MessageId;
  readonly content: string | undefined;
  /** Whether the current content is what the client expects; undefined if the client didn't say. */
  readonly isExpected: ((content: string) => boolean) | undefined;
}

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/**
 * Edits a message's content, or moves it to another topic or channel, along with other messages of its topic if
 * requested. Moves one slice at once and the rest soon after. Returns the caller's files that no message shares any
 * more.
 */
export const updateMessage =
  (ports: Ports) =>
  (
    caller: Caller,
    update: MessageUpdate,
  ): TaskEither<
    CallerError | ChannelError | LimitError | MessageChangeError | MessageError | TopicError,
    readonly SharedAttachment[]
  > =>
  async () => {
    const { inTransaction } = ports;
    const allowed = checkRequest(update);
    if (E.isLeft(allowed)) return allowed;
    const content = update.content === undefined ? undefined : checkNewContent(update.content);
    if (content && E.isLeft(content)) return content;
    // As the caller: only authors can edit content.
    const files = await findSharableFiles(ports, caller, content?.right ?? "");
    const rendered = content && (await renderOutsideAs(ports, caller, content.right, files)());
    return inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        const message = await readableMessage(tx, user, update.messageId);
        if (E.isLeft(message)) return message;
        if (changesContentAndChannel(update, message.right)) return E.left(contentAndChannelChanged);
        const moving = await prepareMove(tx, user, message.right, update, moveNotBegun);
        if (E.isLeft(moving)) return moving;
        const edited =
          content && rendered
            ? await editContent(ports, tx, user, message.right, {
                content: content.right,
                isExpected: update.isExpected,
                rendered,
              })
            : E.right(undefined);
        if (E.isLeft(edited)) return edited;
        const remaining =
          moving.right && (await moveMessages(tx, user, moving.right, update, moveNotBegun, edited.right));
        if (remaining) tx.enqueue(moveContinuationJob(caller, update, remaining, tx.now));
        // A move's last slice includes the edit. Otherwise the edit gets its own event.
        if (edited.right && (remaining || moving.right === undefined)) {
          const { conversation, id } = message.right;
          tx.append({ ...edited.right, ...(await withReach(tx, conversation, [id])) });
        }
        return E.right(
          edited.right ? await reshareAttachments(tx, user, message.right, edited.right.content, files) : [],
        );
      }),
    );
  };

const checkRequest = ({
  content,
  topic,
  channelId,
  mode,
}: MessageUpdate): E.Either<MessageChangeError, undefined> => {
  if (content === undefined && topic === undefined && channelId === undefined) return E.left(nothingToChange);
  return mode !== "change_one" && topic === undefined && channelId === undefined
    ? E.left(propagateModeWithoutMove)
    : E.right(undefined);
};

/** Naming the message's current channel does not move it. Level 509. */
const changesContentAndChannel = (
  { content, channelId }: MessageUpdate,
  { conversation }: Message,
): boolean =>
  content !== undefined &&
  channelId !== undefined &&
  !(conversation.kind === "channel" && conversation.channelId === channelId);

/** The edit event; undefined if the content stays the same. */
const editContent = async (
  ports: Ports,
  tx: Transaction,
  user: User,
  message: Message,
  edit: {
    readonly content: string;
    readonly rendered: E.Either<CallerError | LimitError | MessageError, RenderedOutside>;
  } & Pick<MessageUpdate, "isExpected">,
): Promise<
  E.Either<CallerError | LimitError | MessageChangeError | MessageError, MessageEdited | undefined>
> => {
  const allowed = checkContentEdit(tx, user, message);
  if (E.isLeft(allowed)) return allowed;
  if (edit.isExpected?.(message.content) === false) return E.left(contentNotAsExpected);
  const { content } = edit;
  if (content === message.content) return E.right(undefined);
  const rendered = pipe(
    edit.rendered,
    E.chainW((outside) => renderedInLane(ports, tx, user, outside)),
  );
  if (E.isLeft(rendered)) return rendered;
  const flags = await mentionFlagsFor(tx, user, message, rendered.right, (ids) =>
    receiversAmong(tx, message, ids),
  );
  if (E.isLeft(flags)) return flags;
  return E.right({
    type: "message_edited",
    messageId: message.id,
    conversation: message.conversation,
    topic: message.topic,
    content,
    renderedContent: rendered.right.html,
    rendererVersion: ports.renderer.version,
    flagsByUser: flags.right,
    edit: {
      editedAt: Math.floor(tx.now / 1000),
      userId: user.id,
      content: { before: message.content, renderedBefore: message.renderedContent },
    },
  });
};

/** Which of these users received the message. */
const receiversAmong = async (
  { state, readStates }: Transaction,
  message: Message,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> =>
  message.conversation.kind === "direct" || userIds.length === 0
    ? new Set(userIds)
    : readStates.receiversAmong(state.realm.id, message, userIds);
