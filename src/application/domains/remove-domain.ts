import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type DomainError, noSuchDomain } from "../../domain/domains/refusals";
import { asOwner } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes an allowed domain. Removing the last one also lifts the restriction to allowed domains. Owners only. */
export const removeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: string): TaskEither<CallerError | DomainError, void> =>
    asOwner(inTransaction, caller, async (tx) => {
      const domain = [...tx.state.domains.values()].find((one) => one.domain === name);
      if (domain === undefined) return E.left(noSuchDomain(name));
      tx.append({ type: "domain_removed", domain });
      if (tx.state.domains.size === 1 && tx.state.realm.settings.emailsRestrictedToDomains)
        tx.append({ type: "realm_changed", change: { settings: { emailsRestrictedToDomains: false } } });
      return E.right(undefined);
    });
