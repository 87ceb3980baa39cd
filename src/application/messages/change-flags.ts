import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, invalidMessages } from "../../domain/errors";
import { type EditableFlag, editableFlags, serverFlags } from "../../domain/read-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./apply-flag";
import { canRead, statesByConversation } from "./message-access";

interface FlagChange {
  readonly messageIds: readonly number[];
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** The messages whose flag was changed. */
export interface FlagsChanged {
  /** Those that the caller named. */
  readonly messageIds: readonly number[];
  /** Channels whose messages can't become unread, because the caller isn't subscribed. */
  readonly ignoredChannelIds: readonly number[];
}

/** Which flag a client names, if it is one that clients may change. */
export const editableFlag = (flag: string): Either<ApiError, EditableFlag> => {
  const editable = editableFlags.find((one) => one === flag);
  if (editable) return right(editable);
  return left(
    badRequest(
      serverFlags.some((one) => one === flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`,
    ),
  );
};

/** Adds or removes a flag on messages by id, for the caller alone. */
export const changeFlags =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, change: FlagChange): Result<FlagsChanged> => {
    const flag = editableFlag(change.flag);
    if (isLeft(flag)) return async () => flag;
    return inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const ids = [...new Set(change.messageIds)];
      const messages = await tx.messages.headsOf(caller.realmId, ids);
      const states = await statesByConversation(tx.readStates, caller.realmId, caller.userId, messages);
      const readable = messages.filter((message) =>
        canRead(tx.state, user.right, message, states.get(message.conversation.id), tx.now),
      );
      if (readable.length < ids.length) return left(invalidMessages);
      const { realmId, userId } = caller;
      const outcome = await applyFlag(
        { tx, realmId, userId, op: change.op, messages: readable, states },
        flag.right,
      );
      return right({ messageIds: outcome.possibleIds, ignoredChannelIds: outcome.ignoredChannelIds });
    });
  };
