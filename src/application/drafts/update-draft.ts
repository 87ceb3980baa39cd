import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { DraftError } from "../../domain/drafts/refusals";
import type { DraftId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import type { TopicError } from "../../domain/topics/refusals";
import type { UserError } from "../../domain/users/refusals";
import { sizeOf } from "../../domain/users/user-list-limits";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { draftOwner } from "./internal/draft-owner";
import { findDraft } from "./internal/find-draft";
import { checkDraft, type DraftInput } from "./shared/check-draft";

/** Replaces one of the caller's drafts. */
export const updateDraft =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    draftId: DraftId,
    input: DraftInput,
  ): TaskEither<
    CallerError | ChannelError | DraftError | LimitError | MessageError | TopicError | UserError,
    void
  > =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const owner = draftOwner(user);
      if (E.isLeft(owner)) return owner;
      const before = await findDraft(tx, caller, draftId);
      if (E.isLeft(before)) return before;
      const draft = checkDraft(tx, user, input);
      if (E.isLeft(draft)) return draft;
      const growth = sizeOf(draft.right.content) - sizeOf(before.right.content);
      const room = await checkListRoom(tx, caller, "drafts", { count: 0, size: growth });
      if (E.isLeft(room)) return room;
      tx.append({ type: "draft_changed", userId: caller.userId, draft: { id: draftId, ...draft.right } });
      return E.right(undefined);
    });
