import * as E from "fp-ts/Either";
import { type CallerError, mustBe } from "../../../domain/caller-refusals";
import type { RealmEvent } from "../../../domain/events/event";
import type { RealmState } from "../../../domain/state/realm-state";
import { guestCannotBeAdministrator, type UserError } from "../../../domain/users/refusals";
import { allows, type Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** Only administrators change roles, and only owners make or demote owners. */
export const checkRole = (
  actor: User,
  user: User,
  role: Role,
): E.Either<CallerError | UserError, undefined> => {
  if ((role === "owner" || user.role === "owner") && actor.role !== "owner") return E.left(mustBe("owner"));
  if (!allows(actor.role, "administrator")) return E.left(mustBe("administrator"));
  if (user.role === "guest" && allows(role, "administrator")) return E.left(guestCannotBeAdministrator);
  return E.right(undefined);
};

/** Whether a role gives a bot rights that its owner, who knows its key, doesn't have. */
export const risesAboveOwner = ({ users }: RealmState, { bot, role: from }: User, to: Role): boolean => {
  const owner = users.get(bot?.ownerId ?? 0);
  return owner !== undefined && allows(owner.role, from) && !allows(owner.role, to);
};

/** The change of a user's role. A new guest still knows the people they have written with. */
export const roleChangedTo = async (
  { state, directConversations }: Transaction,
  { id: userId, role: from }: User,
  to: Role,
): Promise<RealmEvent> => {
  const change = { type: "role_changed", userId, from, to } as const;
  return to === "guest"
    ? { ...change, acquaintances: await directConversations.peopleIn(state.realm.id, userId) }
    : change;
};
