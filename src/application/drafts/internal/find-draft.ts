import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { DraftId } from "../../../domain/ids";
import type { Draft } from "../../../domain/messages/draft";
import { noSuchDraft, type SavedTextError } from "../../../domain/messages/saved-text-refusals";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's draft with this id. */
export const findDraft = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  draftId: DraftId,
): Promise<E.Either<SavedTextError, Draft>> => {
  const drafts = await tx.userData.drafts(realmId, userId);
  return pipe(
    drafts.find(({ id }) => id === draftId),
    E.fromNullable(noSuchDraft),
  );
};
