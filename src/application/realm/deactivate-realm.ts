import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { asOwner } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Deactivates the organization: nobody can log in, and its data stays. Owners only. */
export const deactivateRealm =
  ({ inTransaction }: Ports) =>
  (caller: Caller): TaskEither<CallerError, void> =>
    asOwner(inTransaction, caller, async (tx) => {
      tx.append({ type: "realm_changed", change: { isDeactivated: true } });
      return E.right(undefined);
    });
