import { isLeft, left, right } from "fp-ts/Either";
import { emptyNavigationViewUpdate } from "../../domain/users/navigation-view-refusals";
import { asCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkViewName, otherViews, readViews } from "./internal/check-view";

/** New properties of a view; undefined leaves the current value. */
interface ViewUpdate {
  readonly isPinned: boolean | undefined;
  readonly name: string | null | undefined;
}

/** Pins, unpins or renames a view of the caller's sidebar. */
export const updateView =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fragment: string, { isPinned, name }: ViewUpdate): Result<void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const others = otherViews(await readViews(tx, caller), fragment);
      if (isLeft(others)) return others;
      if (isPinned === undefined && name === undefined) return left(emptyNavigationViewUpdate);
      const checked = name === undefined ? right(undefined) : checkViewName(fragment, name, others.right);
      if (isLeft(checked)) return checked;
      tx.append({
        type: "navigation_view_changed",
        userId: caller.userId,
        fragment,
        change: { ...(isPinned !== undefined && { isPinned }), ...(name !== undefined && { name }) },
      });
      return right(undefined);
    });
