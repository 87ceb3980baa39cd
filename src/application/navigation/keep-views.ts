import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, notFound } from "../../domain/errors";
import { isBuiltIn, type NavigationView } from "../../domain/navigation-view";
import { ownListRefusal } from "../../domain/own-lists";
import { type Caller, callerIn, type Result } from "../caller";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

const noSuchView = notFound("Navigation view does not exist.");
const isThere = badRequest("Navigation view already exists.");

/** The caller's views, by their fragments. */
export const listViews =
  ({ directory, personal }: { readonly directory: RealmDirectory; readonly personal: PersonalReader }) =>
  (caller: Caller): Result<readonly NavigationView[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    return isLeft(user) ? user : right(await personal.navigationViews(caller.realmId, caller.userId));
  };

const viewsOf = async (
  tx: Transaction,
  caller: Caller,
): Promise<Either<ApiError, readonly NavigationView[]>> => {
  const user = callerIn(tx.state, caller);
  return isLeft(user) ? user : right(await tx.personal.navigationViews(caller.realmId, caller.userId));
};

/** Views that every client has keep their name; the others have one that none of them has. */
const nameRefusal = (
  fragment: string,
  name: string | null,
  others: readonly NavigationView[],
): ApiError | undefined => {
  if (isBuiltIn(fragment))
    return name === null ? undefined : badRequest("Built-in views cannot have a custom name.");
  if (name === null || name.trim() === "") return badRequest("Custom views must have a valid name.");
  return others.some((view) => view.name === name) ? isThere : undefined;
};

/** Adds a view to the caller's sidebar. */
export const addView =
  ({ inTransaction }: Ports) =>
  (caller: Caller, view: NavigationView): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const views = await viewsOf(tx, caller);
      if (isLeft(views)) return views;
      if (views.right.some(({ fragment }) => fragment === view.fragment)) return left(isThere);
      const refusal = nameRefusal(view.fragment, view.name, views.right);
      if (refusal) return left(refusal);
      const full = ownListRefusal("navigationViews", { count: views.right.length + 1 });
      if (full) return left(full);
      tx.append({ type: "navigation_view_added", userId: caller.userId, view });
      return right(undefined);
    });

/** Pins, unpins or renames a view; undefined leaves it. */
export const updateView =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    fragment: string,
    wanted: { readonly isPinned: boolean | undefined; readonly name: string | null | undefined },
  ): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const { isPinned, name } = wanted;
      const views = await viewsOf(tx, caller);
      if (isLeft(views)) return views;
      if (!views.right.some((view) => view.fragment === fragment)) return left(noSuchView);
      if (isPinned === undefined && name === undefined)
        return left(badRequest("Nothing to update for the navigation view."));
      const others = views.right.filter((view) => view.fragment !== fragment);
      const refusal = name === undefined ? undefined : nameRefusal(fragment, name, others);
      if (refusal) return left(refusal);
      tx.append({
        type: "navigation_view_changed",
        userId: caller.userId,
        fragment,
        change: { ...(isPinned !== undefined && { isPinned }), ...(name !== undefined && { name }) },
      });
      return right(undefined);
    });

/** Takes a view out of the caller's sidebar. */
export const removeView =
  ({ inTransaction }: Ports) =>
  (caller: Caller, fragment: string): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const views = await viewsOf(tx, caller);
      if (isLeft(views)) return views;
      if (!views.right.some((view) => view.fragment === fragment)) return left(noSuchView);
      tx.append({ type: "navigation_view_removed", userId: caller.userId, fragment });
      return right(undefined);
    });
