import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import type { RealmId } from "../../domain/ids";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { byServer } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly directory: RealmDirectory;
  readonly signOnIdentities: SignOnIdentities;
  readonly inTransaction: InTransaction;
}

/**
 * Removes an account's links to sign-on services. The next person to sign on with its address is linked again. For
 * the server's operator.
 */
export const forgetSignOn =
  ({ directory, signOnIdentities, inTransaction }: Ports) =>
  (realmId: RealmId, email: string): TaskEither<UserError, void> =>
  async () => {
    const user = (await directory.newest(realmId)).userByEmail(email);
    if (user === undefined || user.bot !== null) return E.left(noSuchUser);
    if (!(await signOnIdentities.isLinked(realmId, user.id))) return E.right(undefined);
    await signOnIdentities.unlink(realmId, user.id);
    await inTransaction(byServer(realmId), async (tx) =>
      E.right(tx.audit(record("user_sign_on_unlinked", aboutUser(user.id)))),
    );
    return E.right(undefined);
  };
