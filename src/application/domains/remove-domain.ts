import { left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import { type DomainError, noSuchDomain } from "../../domain/realm/domain-refusals";
import { asOwner } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes an allowed domain. Removing the last one also lifts the restriction to allowed domains. Owners only. */
export const removeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: string): Result<void, CallerError | DomainError> =>
    asOwner(inTransaction, caller, async (tx) => {
      const domain = [...tx.state.domains.values()].find((one) => one.domain === name);
      if (domain === undefined) return left(noSuchDomain(name));
      tx.append({ type: "domain_removed", domain });
      if (tx.state.domains.size === 1 && tx.state.realm.settings.emailsRestrictedToDomains)
        tx.append({ type: "realm_changed", change: { settings: { emailsRestrictedToDomains: false } } });
      return right(undefined);
    });
