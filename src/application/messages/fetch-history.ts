import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import { type MessageEdit, movesAmong } from "../../domain/message-edit";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { readableMessage } from "./message-access";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** What a message was at one time, and what made it so; the first is how it was sent. */
export interface MessageVersion {
  readonly content: string;
  readonly renderedContent: string;
  readonly topic: string;
  /** Unix seconds. */
  readonly at: number;
  readonly userId: number;
  readonly edit: MessageEdit | undefined;
}

/** Every version of a message, the oldest first, where the realm shows them. */
export const fetchHistory =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: number): Result<readonly MessageVersion[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const policy = state.realm.settings.messageEditHistoryVisibilityPolicy;
    if (policy === "none") return left(badRequest("Message edit history is disabled in this organization"));
    const tx = { state, now: clock.now(), messages, readStates };
    const message = await readableMessage(tx, user.right, messageId);
    if (isLeft(message)) return message;
    const { edits } = message.right;
    return right(versionsOf({ ...message.right, edits: policy === "all" ? edits : movesAmong(edits) }));
  };

/** Goes back from what the message is now, edit by edit. */
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
