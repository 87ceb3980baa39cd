import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { Caller } from "../caller";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction } from "../transaction";
import { appendKeyEnd } from "./shared/append-key-end";

interface Ports extends ConfirmationPorts {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/**
 * Gives the caller a new API key. The old one ends, with the push tokens registered with it. Callers with a session
 * instead of the key confirm their identity.
 */
export const regenerateApiKey =
  (ports: Ports) =>
  (
    caller: Caller,
    confirmation: Confirmation | "has the key",
  ): TaskEither<CallerError | LimitError | LoginError, string> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        const { id } = user;
        return E.right(ports.apiKeys.keyOf(caller.realmId, id, appendKeyEnd(tx, user)));
      }),
    );
  };
