import type { Transaction } from "../transaction";

const most = 10_000;

/** Those with whom a user has direct conversations. */
export const acquaintancesOf = async (
  { directConversations }: Transaction,
  realmId: number,
  userId: number,
): Promise<readonly number[]> => {
  const recent = await directConversations.recentOf(realmId, userId, most);
  return [...new Set(recent.flatMap(({ conversation }) => conversation.participants))];
};
