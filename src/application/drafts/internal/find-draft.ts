import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Draft } from "../../../domain/drafts/draft";
import { type DraftError, noSuchDraft } from "../../../domain/drafts/refusals";
import type { DraftId } from "../../../domain/ids";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's draft with this id. */
export const findDraft = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  draftId: DraftId,
): Promise<E.Either<DraftError, Draft>> => {
  const drafts = await tx.userData.drafts(realmId, userId);
  return pipe(
    drafts.find(({ id }) => id === draftId),
    E.fromNullable(noSuchDraft),
  );
};
