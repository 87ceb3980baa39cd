import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Puts the linkifiers into another order; all of them must be named. Administrators only. API §4.17. */
export const reorderLinkifiers =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly number[]): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (new Set(order).size < order.length)
        return left(badRequest("The ordered list must not contain duplicated linkifiers"));
      const byId = new Map(tx.state.linkifiers.map((one) => [one.id, one]));
      const linkifiers = order.flatMap((id) => byId.get(id) ?? []);
      if (linkifiers.length !== order.length || linkifiers.length !== byId.size)
        return left(badRequest("The ordered list must enumerate all existing linkifiers exactly once"));
      if (linkifiers.some((one, place) => one !== tx.state.linkifiers[place]))
        tx.append({ type: "linkifiers_set", linkifiers });
      return right(undefined);
    });
