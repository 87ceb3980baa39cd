import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { NavigationView } from "../../domain/navigation/navigation-view";
import { type NavigationViewError, navigationViewExists } from "../../domain/navigation/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { checkFragment, checkViewName, readViews } from "./internal/check-view";

/** Adds a view to the caller's sidebar. */
export const addView =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    view: NavigationView,
  ): TaskEither<CallerError | InputError | LimitError | NavigationViewError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const views = await readViews(tx, caller);
      if (views.some(({ fragment }) => fragment === view.fragment)) return E.left(navigationViewExists);
      const fragment = checkFragment(view.fragment);
      if (E.isLeft(fragment)) return fragment;
      const name = checkViewName(view.fragment, view.name, views);
      if (E.isLeft(name)) return name;
      const room = await checkListRoom(tx, caller, "navigationViews", { count: 1, size: 0 });
      if (E.isLeft(room)) return room;
      tx.append({ type: "navigation_view_added", userId: caller.userId, view });
      return E.right(undefined);
    });
