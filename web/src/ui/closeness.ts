import type { Store } from "../store/store";
import type { User } from "../wire/wire";

/** How close people are to the user: recent correspondents rank first, bots and guests last. */
export const closenessTo = ({ directs }: Store): ((user: User) => number) => {
  const newest = new Map<number, number>();
  for (const { userIds, newest: id } of directs.value.values())
    for (const userId of userIds) newest.set(userId, Math.max(id, newest.get(userId) ?? 0));
  return ({ user_id, is_bot }) => (is_bot ? 1 : -(newest.get(user_id) ?? 0));
};
