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
import type { EntityUpdate } from "../entity-update";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { checkSnippet } from "./internal/check-snippet";
import { findSnippet } from "./internal/find-snippet";

/** Changes the title or content of a snippet. */
export const updateSnippet =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    snippetId: SnippetId,
    update: EntityUpdate<SavedSnippet, "id" | "createdAt">,
  ): TaskEither<CallerError | InputError | LimitError | SnippetError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const found = await findSnippet(tx, caller, snippetId);
      if (E.isLeft(found)) return found;
      const before = found.right;
      const checked = checkSnippet({
        title: update.title ?? before.title,
        content: update.content ?? before.content,
      });
      if (E.isLeft(checked)) return checked;
      const snippet = { ...before, ...checked.right };
      const growth = sizeOf(snippet.title, snippet.content) - sizeOf(before.title, before.content);
      const room = await checkListRoom(tx, caller, "snippets", { count: 0, size: growth });
      if (E.isLeft(room)) return room;
      if (snippet.title !== before.title || snippet.content !== before.content)
        tx.append({ type: "snippet_changed", userId: caller.userId, snippet });
      return E.right(undefined);
    });
