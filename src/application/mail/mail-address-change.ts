import type { User } from "../../domain/users/user";
import type { Transaction } from "../transaction";
import { mailJob } from "./mail-payload";

/** Mails a notice about a user's new address to the old one. Bots read no mail. */
export const mailAddressChange = (tx: Transaction, { email, bot }: User, newEmail: string): void => {
  if (bot !== null) return;
  const letter = { kind: "address_changed", realmName: tx.state.realm.name, newEmail } as const;
  tx.enqueue(mailJob({ to: email, letter }, tx.now));
};
