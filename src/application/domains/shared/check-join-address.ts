import * as E from "fp-ts/Either";
import { coversEmail } from "../../../domain/domains/allowed-domain";
import {
  type AddressProblem,
  addressCannotJoin,
  type InvitationError,
} from "../../../domain/invitations/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { isEmail } from "../../../domain/users/email";
import { invalidEmail, type UserError } from "../../../domain/users/refusals";
import type { DisposableDomains } from "../../ports/mail/disposable-domains";

/**
 * Why an address can't join the realm; undefined if it can. Where only some domains may join, a `+` would let one
 * person join many times, and disposable domains are not looked up. API §2.8.
 */
export const addressProblem = (
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

/** Refuses an address that may not join the realm. */
export const checkJoinAddress = (
  ...args: Parameters<typeof addressProblem>
): E.Either<InvitationError | UserError, undefined> => {
  const problem = addressProblem(...args);
  if (problem === undefined) return E.right(undefined);
  return E.left(problem === "invalid" ? invalidEmail : addressCannotJoin(problem));
};
