import type { ApiError } from "../domain/errors";
import { type Held, ownListRefusal } from "../domain/own-lists";
import type { Caller } from "./caller";
import type { HeldKind } from "./ports/personal-reader";
import type { Transaction } from "./transaction";

/**
 * Why the caller can't keep what is added, in the place of what goes for it; undefined where they can. What makes a list
 * no greater is never refused: a list may be full since before it had a limit.
 */
export const fullRefusal = async (
  { personal }: Pick<Transaction, "personal">,
  { realmId, userId }: Pick<Caller, "realmId" | "userId">,
  kind: HeldKind,
  added: Held,
): Promise<ApiError | undefined> => {
  if (added.count <= 0 && added.size <= 0) return undefined;
  const { count, size } = await personal.held(realmId, userId, kind);
  return ownListRefusal(kind, { count: count + added.count, size: size + added.size });
};
