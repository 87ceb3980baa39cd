import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { SnippetId } from "../../../domain/ids";
import { noSuchSnippet, type SnippetError } from "../../../domain/snippets/refusals";
import type { SavedSnippet } from "../../../domain/snippets/saved-snippet";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's snippet with this id. */
export const findSnippet = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  snippetId: SnippetId,
): Promise<E.Either<SnippetError, SavedSnippet>> => {
  const snippets = await tx.userData.snippets(realmId, userId);
  return pipe(
    snippets.find(({ id }) => id === snippetId),
    E.fromNullable(noSuchSnippet),
  );
};
