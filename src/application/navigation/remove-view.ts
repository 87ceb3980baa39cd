import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { NavigationViewError } from "../../domain/navigation/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { otherViews, readViews } from "./internal/check-view";

/** Removes a view from the caller's sidebar. */
export const removeView =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fragment: string): TaskEither<CallerError | NavigationViewError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const others = otherViews(await readViews(tx, caller), fragment);
      if (E.isLeft(others)) return others;
      tx.append({ type: "navigation_view_removed", userId: caller.userId, fragment });
      return E.right(undefined);
    });
