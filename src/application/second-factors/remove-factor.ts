import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import {
  lastFactorIsRequired,
  noSuchSecondFactor,
  type SecondFactorError,
} from "../../domain/second-factors/refusals";
import type { Caller } from "../caller";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { secondFactorMail } from "../mail/second-factor-mail";

/**
 * Removes a second factor after the caller confirmed their identity. The last one stays if the organization requires
 * one.
 */
export const removeFactor =
  (ports: ConfirmationPorts) =>
  (
    caller: Caller,
    factorId: string,
    confirmation: Confirmation,
  ): TaskEither<CallerError | LimitError | LoginError | SecondFactorError, void> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        const { realm } = tx.state;
        const known = await tx.credentials.secondFactors(realm.id, user.id);
        const factor = known.find(({ id }) => id === factorId);
        if (factor === undefined) return E.left(noSuchSecondFactor);
        const isLast = known.length === 1;
        if (isLast && realm.settings.requireTwoFactors) return E.left(lastFactorIsRequired);
        tx.removeFactor(user.id, factorId);
        if (isLast) tx.setRecoveryCodes(user.id, []);
        tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: known.length - 1 } });
        const change = { what: isLast ? "off" : "removed", factorName: factor.name } as const;
        tx.enqueue(secondFactorMail(ports, realm, user, change, tx.now));
        return E.right(undefined);
      }),
    );
  };
