import * as E from "fp-ts/Either";
import { mailedWithinDay } from "../../../domain/invitations/invitation";
import { type InvitationError, invitationLimitReached } from "../../../domain/invitations/refusals";
import { createdWithinDay } from "../../../domain/policy/creation-limits";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** Shares of the realm's daily limit: of one person, and of everyone but administrators together. */
const shares = { ofOne: 0.1, ofMembers: 0.8 };

/** Whether today's limits allow this many more invitations. */
export const checkDailyLimit = (
  { invitationsPerDay }: { readonly invitationsPerDay: number },
  { state, now }: Pick<Transaction, "state" | "now">,
  inviter: User,
  added: number,
): E.Either<InvitationError, undefined> => {
  if (invitationsPerDay === 0) return E.right(undefined);
  const isLimited = !allows(inviter.role, "administrator");
  const most = isLimited ? Math.ceil(invitationsPerDay * shares.ofMembers) : invitationsPerDay;
  if (mailedWithinDay(state.invitations.values(), now) + added > most) return E.left(invitationLimitReached);
  const byInviter = createdWithinDay(state, inviter, "invitations", now) + added;
  return isLimited && byInviter > Math.ceil(invitationsPerDay * shares.ofOne)
    ? E.left(invitationLimitReached)
    : E.right(undefined);
};
