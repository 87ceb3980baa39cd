import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { Caller } from "../caller";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction } from "../transaction";

interface Ports extends ConfirmationPorts {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Returns the caller's API key after they confirmed their identity. The audit log records it. */
export const fetchOwnApiKey =
  (ports: Ports) =>
  (caller: Caller, confirmation: Confirmation): TaskEither<CallerError | LimitError | LoginError, string> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        const { id, apiKeyVersion } = user;
        tx.audit(record("user_api_key_shown", aboutUser(id)));
        return E.right(ports.apiKeys.keyOf(caller.realmId, id, apiKeyVersion));
      }),
    );
  };
