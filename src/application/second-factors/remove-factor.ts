import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, notFound } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "../users/confirm-identity";
import { factorLetter } from "./factor-letter";

/** Ends a second factor of the caller's, who shows again who they are. The last one stays where one is required. */
export const removeFactor =
  (ports: ConfirmationPorts) =>
  (caller: Caller, factorId: string, confirmation: Confirmation): Result<void> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    return ports.inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      const { realm } = tx.state;
      const known = await tx.credentials.secondFactors(realm.id, user.id);
      const factor = known.find(({ id }) => id === factorId);
      if (factor === undefined) return left(notFound("Second factor does not exist"));
      const isLast = known.length === 1;
      if (isLast && realm.settings.requireTwoFactors)
        return left(
          badRequest("Your organization requires two factors: add another before you remove this one."),
        );
      tx.removeFactor(user.id, factorId);
      if (isLast) tx.setRecoveryCodes(user.id, []);
      tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: known.length - 1 } });
      const news = { what: isLast ? "off" : "removed", factorName: factor.name } as const;
      tx.enqueue(factorLetter(ports, realm, user, news, tx.now));
      return right(undefined);
    })();
  };
