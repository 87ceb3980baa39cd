import { isLeft, map, right } from "fp-ts/Either";
import type { LoginMethod } from "../../domain/login-method";
import type { User } from "../../domain/user";
import type { Result, Visitor } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import type { Clock } from "../ports/clock";
import type { CredentialReader } from "../ports/credentials";
import type { PasswordHasher } from "../ports/password-hasher";
import type { PasswordStrength } from "../ports/password-strength";
import type { RealmDirectory } from "../realm-directory";
import { type LinkPorts, linkTo, resetPath } from "../realm-links";
import type { InTransaction, Transaction } from "../transaction";
import { checkPassword, checkUnused } from "../users/check-password";
import { appendKeyEnd } from "../users/end-api-key";
import { readReset } from "./reset-link";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** The address whose password a link is for. Fails where it no longer works. */
export const openReset =
  (ports: Pick<Ports, "directory" | "credentials" | "linkTokens" | "offeredLogins" | "clock">) =>
  (realmId: number, token: string): Result<string> =>
  async () => {
    const state = await ports.directory.of(realmId);
    return map(({ email }: User) => email)(await readReset(ports, state, token, ports.clock.now()));
  };

/** Tells the user of their new password, by the address that they have. */
export const tellOfPassword = (ports: LinkPorts, tx: Transaction, { email }: User): void => {
  const { realm } = tx.state;
  const link = linkTo(ports, realm, resetPath);
  const letter = { kind: "password_changed", realmName: realm.name, link } as const;
  tx.enqueue(mailJob({ to: email, letter }, tx.now));
};

/** Gives the user a new password, by a link that they were mailed; answers with their id. All sessions end. */
export const resetPassword =
  (ports: Ports) =>
  (visitor: Visitor, token: string, password: string): Result<number> =>
  async () => {
    const { realmId } = visitor;
    const state = await ports.directory.of(realmId);
    const early = await readReset(ports, state, token, ports.clock.now());
    if (isLeft(early)) return early;
    const { id, email, fullName } = early.right;
    const { settings } = state.realm;
    const fit = await checkPassword(ports.passwordStrength, settings, password, [email, fullName]);
    if (isLeft(fit)) return fit;
    const unused = await checkUnused(ports, realmId, id, settings, password);
    if (isLeft(unused)) return unused;
    const hash = await ports.passwords.hash(password);
    return ports.inTransaction(visitor, (tx) => async () => {
      const { linkTokens, offeredLogins } = ports;
      const read = await readReset(
        { linkTokens, offeredLogins, credentials: tx.credentials },
        tx.state,
        token,
        tx.now,
      );
      if (isLeft(read)) return read;
      tx.actAs(read.right.id);
      tx.setPasswordHash(read.right.id, hash);
      // Whoever forgot it may have lost more than that: apps log in again.
      appendKeyEnd(tx, read.right);
      tellOfPassword(ports, tx, read.right);
      return right(read.right.id);
    })();
  };
