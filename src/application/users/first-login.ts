import { right } from "fp-ts/Either";
import type { User } from "../../domain/user";
import type { InTransaction, Transaction } from "../transaction";

const isFirst = ({ awaitsFirstLogin, isImportedStub }: User): boolean => awaitsFirstLogin || isImportedStub;

/** Whoever logs in to an account that somebody else made, or that was imported, has joined only now. API §2.2. */
export const appendFirstLogin = (tx: Transaction, user: User): void => {
  if (!isFirst(user)) return;
  tx.append({
    ...{ type: "user_changed", userId: user.id },
    change: {
      ...{ joinedAt: tx.now, awaitsFirstLogin: false },
      ...(user.isImportedStub && { isImportedStub: false }),
    },
  });
};

/** The same, for a login that changes nothing else. */
export const joinAtFirstLogin =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  async (realmId: number, known: User): Promise<void> => {
    if (!isFirst(known)) return;
    await inTransaction(realmId, (tx) => async () => {
      const user = tx.state.users.get(known.id);
      if (user) appendFirstLogin(tx, user);
      return right(undefined);
    })();
  };
