import type { ApiError } from "../../../domain/errors";
import { mailedWithinDay } from "../../../domain/invitations/invitation";
import { invitationLimitReached } from "../../../domain/invitations/refusals";
import type { Transaction } from "../../transaction";

/** Why the realm may not mail so many more invitations today; undefined if it may. */
export const dailyLimitRefusal = (
  { invitationsPerDay }: { readonly invitationsPerDay: number },
  { state, now }: Pick<Transaction, "state" | "now">,
  wanted: number,
): ApiError | undefined =>
  invitationsPerDay > 0 && mailedWithinDay(state.invitations.values(), now) + wanted > invitationsPerDay
    ? invitationLimitReached
    : undefined;
