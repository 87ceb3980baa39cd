import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallerError } from "../../../domain/caller-refusals";
import { checkLength } from "../../../domain/check-length";
import { checkBounds } from "../../../domain/codec/check-bounds";
import { nullable } from "../../../domain/codec/codec";
import type { UserId } from "../../../domain/ids";
import type { InputError } from "../../../domain/input-refusals";
import { type Invitation, invitationLifetime } from "../../../domain/invitations/invitation";
import type { InvitationError } from "../../../domain/invitations/refusals";
import { checkInviter, type InvitePermission } from "../../../domain/policy/invitation-access";
import { realmLimits } from "../../../domain/realm/realm";
import { welcomeMessageTooLong } from "../../../domain/realm/refusals";
import { millisecondsIn } from "../../../domain/units/time";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import type { InvitationTerms } from "../shared/invitation-terms";

/** A new invitation on these terms. */
export const newInvitation = (
  { invitationMinutes }: { readonly invitationMinutes: number },
  tx: Transaction,
  inviterId: UserId,
  email: string | null,
  { expiresInMinutes = invitationMinutes, ...terms }: InvitationTerms,
): Invitation => ({
  ...terms,
  id: tx.newId("invitation"),
  inviterId,
  email,
  status: "open",
  invitedAt: tx.now,
  expiresAt: expiresInMinutes === null ? null : tx.now + expiresInMinutes * millisecondsIn.minute,
  mailedAt: email === null ? [] : [tx.now],
});

/** Checks the terms that aren't grants: how long the invitation lasts, and the length of its welcome message. */
const checkLimits = ({ expiresInMinutes, welcomeText }: InvitationTerms): E.Either<InputError, string> =>
  pipe(
    checkBounds({ expiresInMinutes: nullable(invitationLifetime) }, { expiresInMinutes }),
    E.chainW(() => checkLength(realmLimits.welcomeLength, welcomeMessageTooLong)(welcomeText ?? "")),
  );

/** Whether the user may invite on such terms. */
export const checkTerms = (
  tx: Transaction,
  inviter: User,
  permission: InvitePermission,
  terms: InvitationTerms,
): E.Either<CallerError | InputError | InvitationError, unknown> =>
  pipe(
    checkInviter(tx.state, inviter, permission, terms.role, tx.now),
    E.chainW(() => checkLimits(terms)),
  );
