import * as E from "fp-ts/Either";
import type { LimitError } from "../../../domain/limit-refusals";
import { allowanceSharers } from "../../../domain/policy/allowance";
import { checkOwnList, type ListUsage } from "../../../domain/users/user-list-limits";
import type { Caller } from "../../caller";
import type { CountedKind } from "../../ports/users/user-data-reader";
import type { Transaction } from "../../transaction";

/**
 * Whether the caller's list has room for these items. All bots of one owner share a limit. Changes that don't grow the list
 * always pass: a list may be older than its limit.
 */
export const checkListRoom = async (
  { state, userData }: Pick<Transaction, "state" | "userData">,
  { realmId, userId }: Pick<Caller, "realmId" | "userId">,
  kind: CountedKind,
  added: ListUsage,
): Promise<E.Either<LimitError, undefined>> => {
  if (added.count <= 0 && added.size <= 0) return E.right(undefined);
  const { count, size } = await userData.usageOf(realmId, allowanceSharers(state, userId), kind);
  return checkOwnList(kind, { count: count + added.count, size: size + added.size });
};
