import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { InputError } from "../../domain/input-refusals";
import { addressesIn, isTooNewToInvite } from "../../domain/invitations/invitation";
import {
  allAddressesRefused,
  type InvitationError,
  noAddresses,
  type RefusedAddress,
  someAddressesAlreadyJoined,
  someAddressesInvalid,
  tooNewToInvite,
} from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkCreation } from "../../domain/policy/creation-limits";
import type { RealmState } from "../../domain/state/realm-state";
import { allows } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { InTransaction } from "../transaction";
import { sortAddresses } from "./internal/check-addresses";
import { checkDailyLimit } from "./internal/check-daily-limit";
import { checkTerms, newInvitation } from "./internal/check-terms";
import { postInvitations } from "./internal/post-invitation";
import { checkGrants } from "./shared/grants";
import type { InvitationTerms } from "./shared/invitation-terms";

type SendError = CallerError | GroupError | InputError | InvitationError | LimitError;

interface NewInvitations extends InvitationTerms {
  /** Addresses separated by commas or newlines. */
  readonly addresses: string;
}

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly disposableDomains: DisposableDomains;
  /** Invitations that a realm may mail in a day; 0 for no limit. */
  readonly invitationsPerDay: number;
  readonly invitationMinutes: number;
}

/** Whether the user joined too recently to invite others. Applies where anyone may join; administrators are exempt. */
const isTooNew = ({ realm }: RealmState, { role, joinedAt }: User, now: number): boolean =>
  !realm.settings.inviteRequired && !allows(role, "administrator") && isTooNewToInvite(joinedAt, now);

/**
 * Mails invitations. One invalid address stops all of it. Addresses that already have an account are listed in the
 * failure, while the others are invited. API §4.6, §7.
 */
export const sendInvitations =
  (ports: Ports) =>
  (caller: Caller, { addresses: text, ...terms }: NewInvitations): TaskEither<SendError, void> =>
  async () => {
    const outcome: E.Either<SendError, readonly RefusedAddress[]> = await ports.inTransaction(
      caller,
      actingAs(caller, async (tx, inviter) => {
        const checked = checkTerms(tx, inviter, "canInviteUsersGroup", terms);
        if (E.isLeft(checked)) return checked;
        const addresses = addressesIn(text);
        if (addresses.length === 0) return E.left(noAddresses);
        const allowed = checkGrants(tx, inviter, terms);
        if (E.isLeft(allowed)) return allowed;
        const limit = checkDailyLimit(ports, tx, inviter, addresses.length);
        if (E.isLeft(limit)) return limit;
        if (isTooNew(tx.state, inviter, tx.now)) return E.left(tooNewToInvite);
        const { good, invalid, taken } = sortAddresses(tx, addresses, ports.disposableDomains);
        if (invalid.length > 0) return E.left(someAddressesInvalid([...invalid, ...taken]));
        if (good.length === 0) return E.left(allAddressesRefused(taken));
        const room = checkCreation(
          tx.state,
          inviter,
          ["openInvitations", "invitations"],
          tx.now,
          good.length,
        );
        if (E.isLeft(room)) return room;
        const invitations = good.map((email) => newInvitation(ports, tx, inviter.id, email, terms));
        tx.append({ type: "invitations_made", invitations });
        postInvitations(ports, tx, inviter, invitations);
        return E.right(taken);
      }),
    );
    if (E.isLeft(outcome)) return outcome;
    return outcome.right.length === 0
      ? E.right(undefined)
      : E.left(someAddressesAlreadyJoined(outcome.right));
  };
