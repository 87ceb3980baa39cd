import { left, right } from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import type { Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";

interface Ports {
  readonly directory: RealmDirectory;
  readonly signOnIdentities: SignOnIdentities;
}

/**
 * Removes an account's links to sign-on services. The next person to sign on with its address is linked again. For
 * the server's operator.
 */
export const forgetSignOn =
  ({ directory, signOnIdentities }: Ports) =>
  (realmId: RealmId, email: string): Result<void, UserError> =>
  async () => {
    const user = (await directory.newest(realmId)).userByEmail(email);
    if (user === undefined || user.bot !== null) return left(noSuchUser);
    return right(await signOnIdentities.unlink(realmId, user.id));
  };
