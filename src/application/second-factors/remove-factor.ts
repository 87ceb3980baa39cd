import { isLeft, left, right } from "fp-ts/Either";
import { lastFactorIsRequired, noSuchSecondFactor } from "../../domain/login/refusals";
import type { Caller, Result } from "../caller";
import { asProvedCaller, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { factorLetter } from "../mail/factor-letter";

/**
 * Removes a second factor after the caller confirmed their identity. The last one stays if the organization requires
 * one.
 */
export const removeFactor =
  (ports: ConfirmationPorts) =>
  (caller: Caller, factorId: string, confirmation: Confirmation): Result<void> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    return asProvedCaller(ports.inTransaction, caller, confirmed.right, async (tx, user) => {
      const { realm } = tx.state;
      const known = await tx.credentials.secondFactors(realm.id, user.id);
      const factor = known.find(({ id }) => id === factorId);
      if (factor === undefined) return left(noSuchSecondFactor);
      const isLast = known.length === 1;
      if (isLast && realm.settings.requireTwoFactors) return left(lastFactorIsRequired);
      tx.removeFactor(user.id, factorId);
      if (isLast) tx.setRecoveryCodes(user.id, []);
      tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: known.length - 1 } });
      const news = { what: isLast ? "off" : "removed", factorName: factor.name } as const;
      tx.enqueue(factorLetter(ports, realm, user, news, tx.now));
      return right(undefined);
    })();
  };
