import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { appendRegistrationsEnd } from "./append-registrations-end";
import { keyRenewed, nextKeyVersion } from "./key-renewed";

/** Ends a user's API key, and all notifications to devices: any may have been registered with it. Returns the next key version. */
export const appendKeyEnd = (tx: Transaction, user: User): number => {
  tx.append(keyRenewed(user, tx.now));
  appendRegistrationsEnd(tx, user.id);
  return nextKeyVersion(user);
};
