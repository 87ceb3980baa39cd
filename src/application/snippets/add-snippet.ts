import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { SnippetId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { SnippetError } from "../../domain/snippets/refusals";
import type { SavedSnippet } from "../../domain/snippets/saved-snippet";
import { sizeOf } from "../../domain/users/user-list-limits";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { checkSnippet } from "./internal/check-snippet";

/** Saves a snippet for the caller. Returns its id. */
export const addSnippet =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    input: Pick<SavedSnippet, "title" | "content">,
  ): TaskEither<CallerError | InputError | LimitError | SnippetError, SnippetId> =>
    asCaller(inTransaction, caller, async (tx) => {
      const checked = checkSnippet(input);
      if (E.isLeft(checked)) return checked;
      const size = sizeOf(checked.right.title, checked.right.content);
      const room = await checkListRoom(tx, caller, "snippets", { count: 1, size });
      if (E.isLeft(room)) return room;
      const snippet = { id: tx.newId("snippet"), ...checked.right, createdAt: tx.now };
      tx.append({ type: "snippet_added", userId: caller.userId, snippet });
      return E.right(snippet.id);
    });
