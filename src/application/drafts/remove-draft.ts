import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DraftError } from "../../domain/drafts/refusals";
import type { DraftId } from "../../domain/ids";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { draftOwner } from "./internal/draft-owner";
import { findDraft } from "./internal/find-draft";

/** Removes one of the caller's drafts. API §4.10. */
export const removeDraft =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, draftId: DraftId): TaskEither<CallerError | DraftError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const owner = draftOwner(user);
      if (E.isLeft(owner)) return owner;
      const found = await findDraft(tx, caller, draftId);
      if (E.isLeft(found)) return found;
      tx.append({ type: "draft_removed", userId: caller.userId, draftId });
      return E.right(undefined);
    });
