import { left, right } from "fp-ts/Either";
import { networkOf } from "../../domain/network";
import type { Result } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import { limitMail } from "../mail/limit-mail";
import type { Throttle } from "../ports/throttle";
import { type LinkPorts, linkTo, resetPath } from "../realm-links";
import type { InTransaction } from "../transaction";
import { resetToken } from "./reset-link";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
}

/** Mails a link for a new password. Whether the address has an account is told in that mail alone. */
export const requestReset =
  (ports: Ports) =>
  (realmId: number, given: string, remoteAddress: string): Result<void> =>
  async () => {
    const email = given.trim();
    const limit = await limitMail(ports.throttle, realmId, email, { network: networkOf(remoteAddress) });
    if (limit) return left(limit);
    return ports.inTransaction(realmId, (tx) => async () => {
      const { realm } = tx.state;
      const user = tx.state.userByEmail(email);
      // To an address that nobody here has, mail would only serve those who send it to others.
      if (user === undefined || user.bot !== null) return right(undefined);
      if (!user.isActive) {
        const letter = { kind: "no_password_to_reset", realmName: realm.name, isDeactivated: true } as const;
        tx.enqueue(mailJob({ to: user.email, letter }, tx.now));
        return right(undefined);
      }
      const hash = await tx.credentials.passwordHash(realmId, user.id);
      const token = resetToken(ports.linkTokens, realmId, user, hash, tx.now);
      const link = linkTo(ports, realm, `${resetPath}/${token}`);
      tx.enqueue(
        mailJob({ to: user.email, letter: { kind: "reset_password", realmName: realm.name, link } }, tx.now),
      );
      return right(undefined);
    })();
  };
