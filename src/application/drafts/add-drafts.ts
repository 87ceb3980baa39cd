import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { Draft } from "../../domain/drafts/draft";
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
import { checkDraft, type DraftInput } from "./shared/check-draft";

/** Saves drafts for the caller, all of them or none. Returns their ids. API §4.10. */
export const addDrafts =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    inputs: readonly DraftInput[],
  ): TaskEither<
    CallerError | ChannelError | DraftError | LimitError | MessageError | TopicError | UserError,
    readonly DraftId[]
  > =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const owner = draftOwner(user);
      if (E.isLeft(owner)) return owner;
      const drafts: Draft[] = [];
      for (const input of inputs) {
        const draft = checkDraft(tx, user, input);
        if (E.isLeft(draft)) return draft;
        drafts.push({ id: tx.newId("draft"), ...draft.right });
      }
      const size = sizeOf(...drafts.map(({ content }) => content));
      const room = await checkListRoom(tx, caller, "drafts", { count: drafts.length, size });
      if (E.isLeft(room)) return room;
      if (drafts.length > 0) tx.append({ type: "drafts_added", userId: caller.userId, drafts });
      return E.right(drafts.map(({ id }) => id));
    });
