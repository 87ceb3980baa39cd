import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId, UserId } from "../../domain/ids";
import type { Message } from "../../domain/messages/message";
import { type MessageEdit, withoutContentEdits } from "../../domain/messages/message-edit";
import { editHistoryDisabled, type MessageError } from "../../domain/messages/refusals";
import { readableMessage } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** One version of a message, and the edit that produced it; undefined for the original. */
export interface MessageVersion {
  readonly content: string;
  readonly renderedContent: string;
  readonly topic: string;
  /** Unix seconds. */
  readonly at: number;
  readonly userId: UserId;
  readonly edit: MessageEdit | undefined;
}

/** Every version of a message, oldest first, if the realm shows edit history. */
export const fetchMessageHistory =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: MessageId): TaskEither<CallerError | MessageError, readonly MessageVersion[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const policy = state.realm.settings.messageEditHistoryVisibilityPolicy;
      if (policy === "none") return E.left(editHistoryDisabled);
      const tx = { state, now: clock.now(), messages, readStates };
      const message = await readableMessage(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const { edits } = message.right;
      return E.right(
        versionsOf({ ...message.right, edits: policy === "all" ? edits : withoutContentEdits(edits) }),
      );
    });

/** Works backwards from the current version, edit by edit. */
const versionsOf = (message: Message): readonly MessageVersion[] => {
  let { content, renderedContent, topic } = message;
  const versions: MessageVersion[] = [];
  for (const edit of message.edits.toReversed()) {
    versions.push({ content, renderedContent, topic, at: edit.editedAt, userId: edit.userId, edit });
    content = edit.content?.before ?? content;
    renderedContent = edit.content?.renderedBefore ?? renderedContent;
    topic = edit.topic?.before ?? topic;
  }
  versions.push({
    content,
    renderedContent,
    topic,
    at: message.sentAt,
    userId: message.senderId,
    edit: undefined,
  });
  return versions.toReversed();
};
