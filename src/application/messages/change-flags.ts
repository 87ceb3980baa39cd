import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelId, MessageId } from "../../domain/ids";
import { type EditableFlag, editableFlags, isFlag } from "../../domain/messages/read-state";
import {
  flagNotEditable,
  invalidMessages,
  type MessageError,
  unknownFlag,
} from "../../domain/messages/refusals";
import { canRead, statesByConversation } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";

interface FlagChange {
  readonly messageIds: readonly MessageId[];
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** The result of a change of flags. */
export interface FlagsChanged {
  /** The requested messages that can have the flag. */
  readonly messageIds: readonly MessageId[];
  /** Channels whose messages can't become unread because the caller isn't subscribed. */
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** The flag that a client names. Fails for unknown flags and flags only the server sets. */
export const editableFlag = (flag: string): E.Either<MessageError, EditableFlag> => {
  const editable = editableFlags.find((one) => one === flag);
  if (editable) return E.right(editable);
  return E.left(isFlag(flag) ? flagNotEditable(flag) : unknownFlag(flag));
};

/** Adds or removes a flag on messages by id, for the caller alone. */
export const changeFlags =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, change: FlagChange): TE.TaskEither<CallerError | MessageError, FlagsChanged> =>
    pipe(
      TE.fromEither(editableFlag(change.flag)),
      TE.chainW((flag) => changeReadable(inTransaction, caller, change, flag)),
    );

const changeReadable = (
  inTransaction: InTransaction,
  caller: Caller,
  { messageIds, op }: FlagChange,
  flag: EditableFlag,
): TE.TaskEither<CallerError | MessageError, FlagsChanged> =>
  asCaller(inTransaction, caller, async (tx, user) => {
    const { realmId, userId } = caller;
    const ids = [...new Set(messageIds)];
    const messages = await tx.messages.headsOf(realmId, ids);
    const states = await statesByConversation(tx.readStates, realmId, userId, messages);
    const readable = messages.filter((message) =>
      canRead(tx.state, user, message, states.get(message.conversation.id), tx.now),
    );
    if (readable.length < ids.length) return E.left(invalidMessages);
    const outcome = await applyFlag({ tx, realmId, userId, op, messages: readable, states }, flag);
    return E.right({ messageIds: outcome.possibleIds, ignoredChannelIds: outcome.ignoredChannelIds });
  });
