import * as E from "fp-ts/Either";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { UserId } from "../../../domain/ids";
import type { Visitor } from "../../caller";
import type { ProviderIdentity } from "../../ports/login/sign-on-identities";
import type { InTransaction } from "../../transaction";

/** Notifies owners that a person at another service can log in to an account from now on. */
export const recordLink = async (
  inTransaction: InTransaction,
  visitor: Visitor,
  { provider }: ProviderIdentity,
  userId: UserId,
): Promise<void> => {
  await inTransaction(visitor, async (tx) => {
    tx.actAs(userId);
    tx.audit(record("user_sign_on_linked", aboutUser(userId), { after: auditValues({ provider }) }));
    return E.right(undefined);
  });
};
