import type { LoginMethod } from "../../../domain/realm/login-method";
import type { Mailer } from "../../ports/mail/mailer";

const passwordLogins: ReadonlySet<LoginMethod> = new Set(["Dev", "Email"]);

/** What decides whether addresses are proved. */
export interface AddressProof {
  readonly mailer: Pick<Mailer, "reachesPeople">;
  readonly offeredLogins: readonly LoginMethod[];
}

/**
 * Whether people who come by an invitation link prove their address by a mailed one. Without mail, nobody can, and no
 * address leads to an account's password. A sign-on service recognizes people by their address, so where one is offered,
 * addresses must still be proved.
 */
export const provesAddresses = ({ mailer, offeredLogins }: AddressProof): boolean =>
  mailer.reachesPeople || offeredLogins.some((method) => !passwordLogins.has(method));
