import { sizeOf } from "../users/user-list-limits";
import type { Message } from "./message";
import { editSize } from "./message-edit";

/**
 * Bytes that clients get for each part of a message beside its own text: names of fields, ids, names and addresses. Usual ones,
 * rounded up: the real names and addresses are known only when the message is encoded.
 */
export const partSizes = { participant: 120, reaction: 220, edit: 140, submessage: 90 } as const;

/** About how many bytes a message takes in an answer: everything in it that can grow, and both forms of its content. */
export const messageSize = ({
  conversation,
  content,
  renderedContent,
  reactions,
  edits,
  submessages,
}: Message): number =>
  sizeOf(content, renderedContent, ...submessages.flatMap((one) => [one.kind, one.content])) +
  edits.reduce((sum, edit) => sum + editSize(edit), 0) +
  (conversation.kind === "direct" ? conversation.participants.length * partSizes.participant : 0) +
  reactions.length * partSizes.reaction +
  edits.length * partSizes.edit +
  submessages.length * partSizes.submessage;

/** Whether messages that are read up to a number of bytes were cut there, so that there may be more. */
export const reachesSize = (messages: readonly Message[], bytes: number): boolean =>
  messages.reduce((size, message) => size + messageSize(message), 0) >= bytes;
