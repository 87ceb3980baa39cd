import { isLeft, left, right } from "fp-ts/Either";
import type { AllowedDomain } from "../../domain/allowed-domain";
import { badRequest } from "../../domain/errors";
import { type Caller, ownerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkDomain } from "./check-domain";

/** Adds a domain whose addresses may join the realm. Owners only. API §4.15. */
export const addDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: Omit<AllowedDomain, "id">): Result<AllowedDomain> =>
    inTransaction(caller, (tx) => async () => {
      const user = ownerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const checked = checkDomain(wanted.domain);
      if (isLeft(checked)) return checked;
      if ([...tx.state.domains.values()].some(({ domain }) => domain === checked.right))
        return left(badRequest(`The domain ${checked.right} is already a part of your organization.`));
      const domain = { ...wanted, id: tx.newId("domain"), domain: checked.right };
      tx.append({ type: "domain_added", domain });
      return right(domain);
    });
