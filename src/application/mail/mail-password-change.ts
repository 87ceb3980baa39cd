import type { User } from "../../domain/users/user";
import { type LinkPorts, linkTo, resetPath } from "../links/realm-links";
import type { Transaction } from "../transaction";
import { mailJob } from "./mail-payload";

/** Mails the user a notice that their password changed. */
export const mailPasswordChange = (ports: LinkPorts, tx: Transaction, { email }: User): void => {
  const { realm } = tx.state;
  const link = linkTo(ports, realm, resetPath);
  const letter = { kind: "password_changed", realmName: realm.name, link } as const;
  tx.enqueue(mailJob({ to: email, letter }, tx.now));
};
