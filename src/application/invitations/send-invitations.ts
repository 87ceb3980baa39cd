import { isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, type RefusedAddress } from "../../domain/errors";
import { addressesIn, isTooNewToInvite, mailedWithinDay } from "../../domain/invitation";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import type { Caller, Result } from "../caller";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { LinkPorts } from "../realm-links";
import type { InTransaction, Transaction } from "../transaction";
import { sortAddresses } from "./check-addresses";
import { checkTerms, type InvitationTerms, inviterIn, newInvitation } from "./check-terms";
import { postInvitations } from "./post-invitation";

interface InvitationsWanted extends InvitationTerms {
  /** Addresses with commas or newlines between them. */
  readonly addresses: string;
}

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly disposableDomains: DisposableDomains;
  /** How many a realm may send in a day; 0 for any number. */
  readonly invitationsPerDay: number;
  readonly invitationMinutes: number;
}

const nobodyInvited = (
  message: string,
  refused: readonly RefusedAddress[],
  isDailyLimitReached = false,
): ApiError => ({ code: "INVITATION_FAILED", message, refused, someSent: false, isDailyLimitReached });

/** The refusal, if the realm would send more in a day than it may. */
export const dailyLimit = (
  { invitationsPerDay }: Pick<Ports, "invitationsPerDay">,
  { state, now }: Pick<Transaction, "state" | "now">,
  wanted: number,
): ApiError | undefined =>
  invitationsPerDay > 0 && mailedWithinDay(state.invitations.values(), now) + wanted > invitationsPerDay
    ? nobodyInvited(
        "To protect users, Parley limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.",
        [],
        true,
      )
    : undefined;

/** Newcomers to a realm that anyone may join don't invite others yet. */
const tooNew = ({ realm }: RealmState, { role, joinedAt }: User, now: number): boolean =>
  !realm.settings.inviteRequired && !allows(role, "administrator") && isTooNewToInvite(joinedAt, now);

/**
 * Invites people by mail. Addresses that can't be one's here stop all of it; those that have an account are told
 * in the failure, while the others are invited. API §4.6, §7.
 */
export const sendInvitations =
  (ports: Ports) =>
  (caller: Caller, { addresses: text, ...terms }: InvitationsWanted): Result<void> =>
  async () => {
    const outcome = await ports.inTransaction(caller, (tx) => async () => {
      const inviter = inviterIn(tx, caller, "canInviteUsersGroup", terms);
      if (isLeft(inviter)) return inviter;
      const addresses = addressesIn(text);
      if (addresses.length === 0) return left(badRequest("You must specify at least one email address."));
      const allowed = checkTerms(tx, inviter.right, terms);
      if (isLeft(allowed)) return allowed;
      const limit = dailyLimit(ports, tx, addresses.length);
      if (limit) return left(limit);
      if (tooNew(tx.state, inviter.right, tx.now))
        return left(
          nobodyInvited(
            "Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.",
            [],
          ),
        );
      const { good, invalid, taken } = sortAddresses(tx.state, addresses, ports.disposableDomains);
      if (invalid.length > 0)
        return left(
          nobodyInvited("Some emails did not validate, so we didn't send any invitations.", [
            ...invalid,
            ...taken,
          ]),
        );
      if (good.length === 0) return left(nobodyInvited("We weren't able to invite anyone.", taken));
      const invitations = good.map((email) => newInvitation(ports, tx, inviter.right.id, email, terms));
      tx.append({ type: "invitations_made", invitations });
      postInvitations(ports, tx, inviter.right, invitations);
      return right(taken);
    })();
    if (isLeft(outcome)) return outcome;
    return outcome.right.length === 0 ? right(undefined) : left(someInvited(outcome.right));
  };

const someInvited = (refused: readonly RefusedAddress[]): ApiError => ({
  code: "INVITATION_FAILED",
  message:
    "Some of those addresses are already using Parley, so we didn't send them an invitation. We did send invitations to everyone else!",
  refused,
  someSent: true,
  isDailyLimitReached: false,
});
