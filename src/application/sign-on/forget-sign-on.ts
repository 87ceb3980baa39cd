import { left, right } from "fp-ts/Either";
import { noSuchUser } from "../../domain/errors";
import type { Result } from "../caller";
import type { SignOnIdentities } from "../ports/sign-on-identities";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly signOnIdentities: SignOnIdentities;
}

/** Frees an account of its links to sign-on services: whoever has its address there next is linked. For whoever runs the server. */
export const forgetSignOn =
  ({ directory, signOnIdentities }: Ports) =>
  (realmId: number, email: string): Result<void> =>
  async () => {
    const user = (await directory.newest(realmId)).userByEmail(email);
    if (user === undefined || user.bot !== null) return left(noSuchUser);
    return right(await signOnIdentities.unlink(realmId, user.id));
  };
