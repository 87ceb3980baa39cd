import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { AllowedDomain } from "../../domain/domains/allowed-domain";
import { type DomainError, noSuchDomain } from "../../domain/domains/refusals";
import { asOwner } from "../as-caller";
import type { Caller } from "../caller";
import { changedPart } from "../entity-update";
import type { InTransaction } from "../transaction";

/** Changes whether subdomains of an allowed domain are allowed too. Owners only. API §2.8. */
export const changeDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, input: Omit<AllowedDomain, "id">): TaskEither<CallerError | DomainError, void> =>
    asOwner(inTransaction, caller, async (tx) => {
      const before = [...tx.state.domains.values()].find(({ domain }) => domain === input.domain);
      if (before === undefined) return E.left(noSuchDomain(input.domain));
      if (Object.keys(changedPart(before, input)).length > 0)
        tx.append({ type: "domain_changed", domain: { ...before, ...input } });
      return E.right(undefined);
    });
