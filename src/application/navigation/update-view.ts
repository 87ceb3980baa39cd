import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InputError } from "../../domain/input-refusals";
import type { NavigationView } from "../../domain/navigation/navigation-view";
import { emptyNavigationViewUpdate, type NavigationViewError } from "../../domain/navigation/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { definedPart, type EntityUpdate } from "../entity-update";
import type { InTransaction } from "../transaction";
import { checkViewName, otherViews, readViews } from "./internal/check-view";

type ViewUpdate = EntityUpdate<NavigationView, "fragment">;

/** Pins, unpins or renames a view of the caller's sidebar. */
export const updateView =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    fragment: string,
    update: ViewUpdate,
  ): TaskEither<CallerError | InputError | NavigationViewError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const others = otherViews(await readViews(tx, caller), fragment);
      if (E.isLeft(others)) return others;
      const change = definedPart(update);
      if (Object.keys(change).length === 0) return E.left(emptyNavigationViewUpdate);
      const { name } = update;
      const checked = name === undefined ? E.right(null) : checkViewName(fragment, name, others.right);
      if (E.isLeft(checked)) return checked;
      tx.append({
        type: "navigation_view_changed",
        userId: caller.userId,
        fragment,
        change,
      });
      return E.right(undefined);
    });
