import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Draft } from "../../domain/draft";
import type { ApiError } from "../../domain/errors";
import { sizeOf } from "../../domain/own-lists";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import { fullRefusal } from "../own-list-refusal";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction, Transaction } from "../transaction";
import { checkDraft, type DraftInput, noSuchDraft, syncRefusal } from "./check-draft";

interface Ports {
  readonly inTransaction: InTransaction;
}

const keeper = (tx: Transaction, caller: Caller): Either<ApiError, User> => {
  const user = callerIn(tx.state, caller);
  if (isLeft(user)) return user;
  const refusal = syncRefusal(user.right);
  return refusal ? left(refusal) : user;
};

/** Keeps drafts of the caller's, all of them or none; answers with their ids. API §4.10. */
export const addDrafts =
  ({ inTransaction }: Ports) =>
  (caller: Caller, inputs: readonly DraftInput[]): Result<readonly number[]> =>
    inTransaction(caller, (tx) => async () => {
      const user = keeper(tx, caller);
      if (isLeft(user)) return user;
      const drafts: Draft[] = [];
      for (const input of inputs) {
        const draft = checkDraft(tx, user.right, input);
        if (isLeft(draft)) return draft;
        drafts.push({ id: tx.newId("draft"), ...draft.right });
      }
      const size = sizeOf(...drafts.map(({ content }) => content));
      const refusal = await fullRefusal(tx, caller, "drafts", { count: drafts.length, size });
      if (refusal) return left(refusal);
      if (drafts.length > 0) tx.append({ type: "drafts_added", userId: caller.userId, drafts });
      return right(drafts.map(({ id }) => id));
    });

const mustHave = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  draftId: number,
): Promise<Either<ApiError, Draft>> => {
  const found = (await tx.personal.drafts(realmId, userId)).find(({ id }) => id === draftId);
  return found ? right(found) : left(noSuchDraft);
};

/** Writes another draft in the place of one. */
export const updateDraft =
  ({ inTransaction }: Ports) =>
  (caller: Caller, draftId: number, input: DraftInput): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = keeper(tx, caller);
      if (isLeft(user)) return user;
      const known = await mustHave(tx, caller, draftId);
      if (isLeft(known)) return known;
      const draft = checkDraft(tx, user.right, input);
      if (isLeft(draft)) return draft;
      const grows = sizeOf(draft.right.content) - sizeOf(known.right.content);
      const refusal = await fullRefusal(tx, caller, "drafts", { count: 0, size: grows });
      if (refusal) return left(refusal);
      tx.append({ type: "draft_changed", userId: caller.userId, draft: { id: draftId, ...draft.right } });
      return right(undefined);
    });

/** Forgets a draft of the caller's. API §4.10. */
export const removeDraft =
  ({ inTransaction }: Ports) =>
  (caller: Caller, draftId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = keeper(tx, caller);
      if (isLeft(user)) return user;
      const known = await mustHave(tx, caller, draftId);
      if (isLeft(known)) return known;
      tx.append({ type: "draft_removed", userId: caller.userId, draftId });
      return right(undefined);
    });

/** The caller's drafts, the one that was edited longest ago first. */
export const listDrafts =
  ({ directory, personal }: { readonly directory: RealmDirectory; readonly personal: PersonalReader }) =>
  (caller: Caller): Result<readonly Draft[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    const refusal = syncRefusal(user.right);
    return refusal ? left(refusal) : right(await personal.drafts(caller.realmId, caller.userId));
  };
