import { isLeft, left, right } from "fp-ts/Either";
import { type Caller, ownerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { noSuchDomain } from "./check-domain";

/** Removes a domain. Without any, nobody could join where only they may: that ends with the last. Owners only. */
export const removeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: string): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = ownerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const domain = [...tx.state.domains.values()].find((one) => one.domain === name);
      if (domain === undefined) return left(noSuchDomain(name));
      tx.append({ type: "domain_removed", domain });
      if (tx.state.domains.size === 1 && tx.state.realm.settings.emailsRestrictedToDomains)
        tx.append({ type: "realm_changed", change: { settings: { emailsRestrictedToDomains: false } } });
      return right(undefined);
    });
