import { left, right } from "fp-ts/Either";
import type { AllowedDomain } from "../../domain/realm/allowed-domain";
import { noSuchDomain } from "../../domain/realm/refusals";
import { asOwner } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Changes whether subdomains of an allowed domain are allowed too. Owners only. API §2.8. */
export const changeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, { domain, allowSubdomains }: Omit<AllowedDomain, "id">): Result<void> =>
    asOwner(inTransaction, caller, async (tx) => {
      const before = [...tx.state.domains.values()].find((one) => one.domain === domain);
      if (before === undefined) return left(noSuchDomain(domain));
      if (before.allowSubdomains !== allowSubdomains)
        tx.append({ type: "domain_changed", domain: { ...before, allowSubdomains } });
      return right(undefined);
    });
