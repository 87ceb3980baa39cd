import type { RefusedAddress } from "../../../domain/errors";
import { invitedAddressProblems } from "../../../domain/invitations/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { addressProblem } from "../../domains/shared/check-join-address";
import type { DisposableDomains } from "../../ports/mail/disposable-domains";

/** Sorts addresses into those that can be invited, those that may not join, and those that already have an account. */
export const sortAddresses = (
  state: RealmState,
  addresses: readonly string[],
  disposable: DisposableDomains,
): { readonly good: string[]; readonly invalid: RefusedAddress[]; readonly taken: RefusedAddress[] } => {
  const good: string[] = [];
  const invalid: RefusedAddress[] = [];
  const taken: RefusedAddress[] = [];
  for (const email of addresses) {
    const problem = addressProblem(state, email, disposable);
    const user = state.userByEmail(email);
    if (problem !== undefined)
      invalid.push({ email, reason: invitedAddressProblems[problem], isDeactivated: false });
    else if (user === undefined) good.push(email);
    else if (user.isSystemBot)
      taken.push({ email, reason: "Reserved for system bots.", isDeactivated: false });
    else
      taken.push({
        email,
        reason: user.isActive ? "Already has an account." : "Account has been deactivated.",
        isDeactivated: !user.isActive,
      });
  }
  return { good, invalid, taken };
};
