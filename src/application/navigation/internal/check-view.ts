import { type Either, left, right } from "fp-ts/Either";
import { isBuiltIn, type NavigationView } from "../../../domain/users/navigation-view";
import {
  builtInViewName,
  customViewNameRequired,
  type NavigationViewError,
  navigationViewExists,
  noSuchNavigationView,
} from "../../../domain/users/navigation-view-refusals";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's navigation views. */
export const readViews = (tx: Transaction, caller: Caller): Promise<readonly NavigationView[]> =>
  tx.userData.navigationViews(caller.realmId, caller.userId);

/** The other views, if a view with this fragment exists. */
export const otherViews = (
  views: readonly NavigationView[],
  fragment: string,
): Either<NavigationViewError, readonly NavigationView[]> => {
  const others = views.filter((view) => view.fragment !== fragment);
  return others.length === views.length ? left(noSuchNavigationView) : right(others);
};

/** Built-in views have no name of their own. Other views need a unique one. */
export const checkViewName = (
  fragment: string,
  name: string | null,
  others: readonly NavigationView[],
): Either<NavigationViewError, undefined> => {
  if (isBuiltIn(fragment)) return name === null ? right(undefined) : left(builtInViewName);
  if (name === null || name.trim() === "") return left(customViewNameRequired);
  return others.some((view) => view.name === name) ? left(navigationViewExists) : right(undefined);
};
