import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { SnippetId } from "../../domain/ids";
import type { SnippetError } from "../../domain/snippets/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { findSnippet } from "./internal/find-snippet";

/** Removes one of the caller's snippets. */
export const removeSnippet =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, snippetId: SnippetId): TaskEither<CallerError | SnippetError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const snippet = await findSnippet(tx, caller, snippetId);
      if (E.isLeft(snippet)) return snippet;
      tx.append({ type: "snippet_removed", userId: caller.userId, snippetId });
      return E.right(undefined);
    });
