import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { LinkError } from "../../domain/login/link-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { PasswordError } from "../../domain/passwords/refusals";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { Realm } from "../../domain/realm/realm";
import type { User } from "../../domain/users/user";
import { appendKeyEnd } from "../api-keys/shared/append-key-end";
import { asVisitor } from "../as-visitor";
import type { Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkPorts } from "../links/realm-links";
import { mailPasswordChange } from "../mail/mail-password-change";
import type { CredentialReader } from "../ports/login/credentials";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { PasswordStrength } from "../ports/login/password-strength";
import type { Clock } from "../ports/system/clock";
import { prepareOutside, stillPrepared } from "../prepared-outside";
import type { InTransaction } from "../transaction";
import { prepareNextPassword } from "../users/shared/check-password";
import { readResetToken } from "./internal/reset-link";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** Sets a new password by a mailed link and returns the user's id. All sessions end. */
export const resetPassword =
  (ports: Ports) =>
  (
    visitor: Visitor,
    token: string,
    password: string,
  ): TaskEither<CallerError | LinkError | LoginError | PasswordError, UserId> =>
  async () => {
    const { realmId } = visitor;
    const state = await ports.directory.newest(realmId);
    const early = await readResetToken(ports, state, token, ports.clock.now());
    if (E.isLeft(early)) return early;
    const prepare = ({ settings }: Realm, { id, email, fullName }: User) =>
      prepareNextPassword(ports, settings, { realmId, userId: id }, { password, known: [email, fullName] });
    const prepared = await prepareOutside(state, prepare(state.realm, early.right));
    if (E.isLeft(prepared.made)) return prepared.made;
    return asVisitor(ports.inTransaction, visitor, async (tx) => {
      const { linkTokens, offeredLogins } = ports;
      const read = await readResetToken(
        { linkTokens, offeredLogins, credentials: tx.credentials },
        tx.state,
        token,
        tx.now,
      );
      if (E.isLeft(read)) return read;
      const hash = stillPrepared(tx, "password", prepared, () => prepare(tx.state.realm, read.right));
      if (E.isLeft(hash)) return hash;
      tx.actAs(read.right.id);
      tx.setPasswordHash(read.right.id, hash.right);
      // A forgotten password may mean a lost device: the API key stops working too, and apps have to log in again.
      appendKeyEnd(tx, read.right);
      mailPasswordChange(ports, tx, read.right);
      return E.right(read.right.id);
    })();
  };
