import type { ApiError } from "../../../domain/errors";
import { mailedWithinDay } from "../../../domain/invitations/invitation";
import { invitationLimitReached } from "../../../domain/invitations/refusals";
import type { Transaction } from "../../transaction";

/** The refusal if this many more invitations would exceed the realm's daily limit; undefined otherwise. */
export const dailyLimitRefusal = (
  { invitationsPerDay }: { readonly invitationsPerDay: number },
  { state, now }: Pick<Transaction, "state" | "now">,
  wanted: number,
): ApiError | undefined =>
  invitationsPerDay > 0 && mailedWithinDay(state.invitations.values(), now) + wanted > invitationsPerDay
    ? invitationLimitReached
    : undefined;
