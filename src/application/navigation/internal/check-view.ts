import * as E from "fp-ts/Either";
import { checkLength } from "../../../domain/check-length";
import { type InputError, invalidNameCharacters } from "../../../domain/input-refusals";
import {
  isBuiltIn,
  type NavigationView,
  navigationViewLimits,
} from "../../../domain/navigation/navigation-view";
import {
  builtInViewName,
  customViewNameRequired,
  fragmentTooLong,
  type NavigationViewError,
  navigationViewExists,
  navigationViewNameTooLong,
  noSuchNavigationView,
} from "../../../domain/navigation/refusals";
import { isMisleading } from "../../../domain/text/name-characters";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's navigation views. */
export const readViews = (tx: Transaction, caller: Caller): Promise<readonly NavigationView[]> =>
  tx.userData.navigationViews(caller.realmId, caller.userId);

/** The other views, if a view with this fragment exists. */
export const otherViews = (
  views: readonly NavigationView[],
  fragment: string,
): E.Either<NavigationViewError, readonly NavigationView[]> => {
  const others = views.filter((view) => view.fragment !== fragment);
  return others.length === views.length ? E.left(noSuchNavigationView) : E.right(others);
};

/** The part of a view's URL after `#`, if it isn't too long. */
export const checkFragment = checkLength(navigationViewLimits.fragmentLength, fragmentTooLong);

/** Built-in views have no name of their own. Other views need a unique one. */
export const checkViewName = (
  fragment: string,
  name: string | null,
  others: readonly NavigationView[],
): E.Either<InputError | NavigationViewError, string | null> => {
  if (isBuiltIn(fragment)) return name === null ? E.right(name) : E.left(builtInViewName);
  if (name === null || name.trim() === "") return E.left(customViewNameRequired);
  if (isMisleading(name)) return E.left(invalidNameCharacters);
  return others.some((view) => view.name === name)
    ? E.left(navigationViewExists)
    : checkLength(navigationViewLimits.nameLength, navigationViewNameTooLong)(name);
};
