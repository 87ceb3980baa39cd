import { isLeft, left, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { noSuchLinkifier } from "./check-linkifier";

/** Removes a linkifier. Administrators only. API §2.7. */
export const removeLinkifier =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, linkifierId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const linkifiers = tx.state.linkifiers.filter(({ id }) => id !== linkifierId);
      if (linkifiers.length === tx.state.linkifiers.length) return left(noSuchLinkifier);
      tx.append({ type: "linkifiers_set", linkifiers });
      return right(undefined);
    });
