import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./apply-flag";
import { editableFlag } from "./change-flags";
import { anchorId } from "./fetch-messages";
import { followWith } from "./follow-with";
import { scopeOf, statesByConversation } from "./message-access";
import { endsReached, type MessagesWanted } from "./message-page";
import { resolveNarrow } from "./narrow-input";

interface NarrowFlagChange extends MessagesWanted {
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** How many messages were looked at and changed, and where that ended. */
export interface NarrowFlagsChanged {
  readonly processedCount: number;
  readonly updatedCount: number;
  readonly firstProcessedId: number | undefined;
  readonly lastProcessedId: number | undefined;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly ignoredChannelIds: readonly number[];
}

/** Messages that one request changes, at most. */
const mostAtOnce = 5000;

/** Puts a flag on the messages around an anchor in a narrow, or takes it off, for the caller alone. API §4.9. */
export const changeFlagsInNarrow =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: NarrowFlagChange): Result<NarrowFlagsChanged> => {
    const flag = editableFlag(wanted.flag);
    if (isLeft(flag)) return async () => flag;
    if (wanted.before > 0 && wanted.after > 0 && !wanted.includeAnchor)
      return async () => left(badRequest("The anchor can only be excluded at an end of the range"));
    const before = Math.min(wanted.before, Math.max(mostAtOnce - wanted.after, mostAtOnce / 2));
    const after = Math.min(wanted.after, mostAtOnce - before);
    return inTransaction(caller.realmId, (tx) => async () => {
      const { realmId, userId } = caller;
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const input = await followWith(tx, user.right, wanted.narrow);
      if (isLeft(input)) return input;
      const narrow = resolveNarrow(tx.state, user.right, input.right, tx.now);
      if (isLeft(narrow)) return narrow;
      const scope = scopeOf(tx.state, user.right, narrow.right, tx.now);
      const anchor = await anchorId(tx.messages, realmId, userId, wanted.anchor, scope, narrow.right);
      const found = await tx.messages.heads(realmId, {
        ...{ scope, narrow: narrow.right, anchor },
        before: before + 1,
        after: after + 1,
      });
      const messages = [
        ...(before === 0 ? [] : found.before.slice(-before)),
        ...(wanted.includeAnchor && found.at ? [found.at] : []),
        ...found.after.slice(0, after),
      ];
      const states = await statesByConversation(tx.readStates, realmId, userId, messages);
      const outcome = await applyFlag({ tx, realmId, userId, op: wanted.op, messages, states }, flag.right);
      return right({
        processedCount: messages.length,
        updatedCount: outcome.changedIds.length,
        firstProcessedId: messages[0]?.id,
        lastProcessedId: messages.at(-1)?.id,
        ...endsReached(found, { ...wanted, before, after }),
        ignoredChannelIds: outcome.ignoredChannelIds,
      });
    });
  };
