import { isLeft, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction } from "../transaction";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "./confirm-identity";

interface Ports extends ConfirmationPorts {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** The caller's own API key, for whoever shows again who they are. The audit log tells that it was shown. */
export const fetchOwnApiKey =
  (ports: Ports) =>
  (caller: Caller, confirmation: Confirmation): Result<string> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { id, apiKeyVersion } = user.right;
      tx.audit(record("user_api_key_shown", aboutUser(id)));
      return right(ports.apiKeys.keyOf(caller.realmId, id, apiKeyVersion));
    })();
  };
