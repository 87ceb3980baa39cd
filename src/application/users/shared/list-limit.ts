import type { LimitError } from "../../../domain/limit-refusals";
import { allowanceSharers } from "../../../domain/policy/allowance";
import { type ListUsage, ownListRefusal } from "../../../domain/users/user-list-limits";
import type { Caller } from "../../caller";
import type { CountedKind } from "../../ports/users/user-data-reader";
import type { Transaction } from "../../transaction";

/**
 * The refusal if adding these items would overfill the caller's list; undefined otherwise. All bots of one owner share a
 * limit. Changes that don't grow the list always pass: a list may be older than its limit.
 */
export const fullRefusal = async (
  { state, userData }: Pick<Transaction, "state" | "userData">,
  { realmId, userId }: Pick<Caller, "realmId" | "userId">,
  kind: CountedKind,
  added: ListUsage,
): Promise<LimitError | undefined> => {
  if (added.count <= 0 && added.size <= 0) return undefined;
  const { count, size } = await userData.usageOf(realmId, allowanceSharers(state, userId), kind);
  return ownListRefusal(kind, { count: count + added.count, size: size + added.size });
};
