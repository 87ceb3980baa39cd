import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, notFound } from "../../domain/errors";
import { normalizeContent } from "../../domain/message";
import { sizeOf } from "../../domain/own-lists";
import { type SavedSnippet, snippetLimits } from "../../domain/saved-snippet";
import { type Caller, callerIn, type Result } from "../caller";
import { fullRefusal } from "../own-list-refusal";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

const noSuchSnippet = notFound("Saved snippet does not exist.");

const checkTitle = (wanted: string): Either<ApiError, string> => {
  const title = wanted.trim();
  if (title === "") return left(badRequest("Title cannot be empty."));
  return [...title].length > snippetLimits.titleLength
    ? left(badRequest(`title is too long (limit: ${snippetLimits.titleLength} characters)`))
    : right(title);
};

const checkContent = (wanted: string): Either<ApiError, string> => {
  const content = normalizeContent(wanted);
  return content.trim() === "" ? left(badRequest("Content cannot be empty.")) : right(content);
};

/** Keeps text of the caller's; answers with its id. */
export const addSnippet =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: Pick<SavedSnippet, "title" | "content">): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const title = checkTitle(wanted.title);
      if (isLeft(title)) return title;
      const content = checkContent(wanted.content);
      if (isLeft(content)) return content;
      const size = sizeOf(title.right, content.right);
      const refusal = await fullRefusal(tx, caller, "snippets", { count: 1, size });
      if (refusal) return left(refusal);
      const id = tx.newId("snippet");
      const snippet = { id, title: title.right, content: content.right, createdAt: tx.now };
      tx.append({ type: "snippet_added", userId: caller.userId, snippet });
      return right(id);
    });

const find = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  snippetId: number,
): Promise<Either<ApiError, SavedSnippet>> => {
  const snippet = (await tx.personal.snippets(realmId, userId)).find(({ id }) => id === snippetId);
  return snippet ? right(snippet) : left(noSuchSnippet);
};

/** Changes title or content; undefined leaves it. */
export const updateSnippet =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    snippetId: number,
    wanted: { readonly title: string | undefined; readonly content: string | undefined },
  ): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const before = await find(tx, caller, snippetId);
      if (isLeft(before)) return before;
      const title = checkTitle(wanted.title ?? before.right.title);
      if (isLeft(title)) return title;
      const content = checkContent(wanted.content ?? before.right.content);
      if (isLeft(content)) return content;
      const snippet = { ...before.right, title: title.right, content: content.right };
      const grows = sizeOf(snippet.title, snippet.content) - sizeOf(before.right.title, before.right.content);
      const refusal = await fullRefusal(tx, caller, "snippets", { count: 0, size: grows });
      if (refusal) return left(refusal);
      if (snippet.title !== before.right.title || snippet.content !== before.right.content)
        tx.append({ type: "snippet_changed", userId: caller.userId, snippet });
      return right(undefined);
    });

/** Forgets a saved snippet of the caller's. */
export const removeSnippet =
  ({ inTransaction }: Ports) =>
  (caller: Caller, snippetId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const snippet = await find(tx, caller, snippetId);
      if (isLeft(snippet)) return snippet;
      tx.append({ type: "snippet_removed", userId: caller.userId, snippetId });
      return right(undefined);
    });

/** The caller's snippets, in the order of their making. */
export const listSnippets =
  ({ directory, personal }: { readonly directory: RealmDirectory; readonly personal: PersonalReader }) =>
  (caller: Caller): Result<readonly SavedSnippet[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    return isLeft(user) ? user : right(await personal.snippets(caller.realmId, caller.userId));
  };
