import { addressesMailedOften } from "../../../domain/invitations/invitation";
import {
  invitedAddressProblems,
  mailedOften,
  type RefusedAddress,
} from "../../../domain/invitations/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { addressKey } from "../../../domain/users/email";
import { addressProblem } from "../../domains/shared/check-join-address";
import type { DisposableDomains } from "../../ports/mail/disposable-domains";

/** Sorts addresses into those that can be invited, those that can't, and those that already have an account. */
export const sortAddresses = (
  { state, now }: { readonly state: RealmState; readonly now: number },
  addresses: readonly string[],
  disposable: DisposableDomains,
): { readonly good: string[]; readonly invalid: RefusedAddress[]; readonly taken: RefusedAddress[] } => {
  const good: string[] = [];
  const invalid: RefusedAddress[] = [];
  const taken: RefusedAddress[] = [];
  const often = addressesMailedOften(state.invitations.values(), now);
  for (const email of addresses) {
    const problem = addressProblem(state, email, disposable);
    const user = state.holderOfEmail(email);
    if (problem !== undefined)
      invalid.push({ email, reason: invitedAddressProblems[problem], isDeactivated: false });
    else if (often.has(addressKey(email))) invalid.push({ email, reason: mailedOften, isDeactivated: false });
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
