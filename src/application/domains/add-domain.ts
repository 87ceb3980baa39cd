import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { AllowedDomain } from "../../domain/domains/allowed-domain";
import { type DomainError, domainAlreadyAllowed } from "../../domain/domains/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import { asOwner } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkDomain } from "./internal/check-domain";

/** Adds a mail domain whose users may join the realm. Owners only. API §4.15. */
export const addDomain =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    input: Omit<AllowedDomain, "id">,
  ): TaskEither<CallerError | DomainError | LimitError, AllowedDomain> =>
    asOwner(inTransaction, caller, async (tx) => {
      const room = checkRoom(tx.state, "domains", tx.now);
      if (E.isLeft(room)) return room;
      const checked = checkDomain(input.domain);
      if (E.isLeft(checked)) return checked;
      if ([...tx.state.domains.values()].some(({ domain }) => domain === checked.right))
        return E.left(domainAlreadyAllowed(checked.right));
      const domain = { ...input, id: tx.newId("domain"), domain: checked.right };
      tx.append({ type: "domain_added", domain });
      return E.right(domain);
    });
