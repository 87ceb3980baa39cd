import { coversEmail } from "../../domain/allowed-domain";
import { isEmail } from "../../domain/email";
import type { RefusedAddress } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { DisposableDomains } from "../ports/disposable-domains";

/** Why an address may not join the realm. */
export type AddressProblem = "invalid" | "outside" | "plus" | "disposable";

/**
 * Why an address can't join the realm. Where only some domains may, a `+` would let one person in many times
 * over, and what is disposable isn't asked. API §2.8.
 */
export const problemOfAddress = (
  { realm, domains }: RealmState,
  email: string,
  disposable: DisposableDomains,
): AddressProblem | undefined => {
  if (!isEmail(email)) return "invalid";
  const at = email.lastIndexOf("@");
  if (realm.settings.emailsRestrictedToDomains) {
    if (email.slice(0, at).includes("+")) return "plus";
    return coversEmail(domains.values(), email) ? undefined : "outside";
  }
  return realm.settings.disallowDisposableEmailAddresses && disposable.has(email.slice(at + 1))
    ? "disposable"
    : undefined;
};

const reasons: Readonly<Record<AddressProblem, string>> = {
  invalid: "Invalid address.",
  outside: "Outside your domain.",
  plus: "Email addresses containing + are not allowed.",
  disposable: "Please use your real email address.",
};

/** Addresses sorted into those that can be invited, those that never could, and those that have an account. */
export const sortAddresses = (
  state: RealmState,
  addresses: readonly string[],
  disposable: DisposableDomains,
): { readonly good: string[]; readonly invalid: RefusedAddress[]; readonly taken: RefusedAddress[] } => {
  const good: string[] = [];
  const invalid: RefusedAddress[] = [];
  const taken: RefusedAddress[] = [];
  for (const email of addresses) {
    const problem = problemOfAddress(state, email, disposable);
    const user = state.userByEmail(email);
    if (problem !== undefined) invalid.push({ email, reason: reasons[problem], isDeactivated: false });
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
