import { isLeft, left, right } from "fp-ts/Either";
import type { AllowedDomain } from "../../domain/allowed-domain";
import { type Caller, ownerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { noSuchDomain } from "./check-domain";

/** Lets addresses below a domain in, or no longer. Owners only. API §2.8. */
export const changeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, { domain, allowSubdomains }: Omit<AllowedDomain, "id">): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = ownerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const before = [...tx.state.domains.values()].find((one) => one.domain === domain);
      if (before === undefined) return left(noSuchDomain(domain));
      if (before.allowSubdomains !== allowSubdomains)
        tx.append({ type: "domain_changed", domain: { ...before, allowSubdomains } });
      return right(undefined);
    });
