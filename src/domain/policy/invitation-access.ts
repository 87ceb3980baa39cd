import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type CallerError, insufficientPermission, mustBe } from "../caller-refusals";
import type { Invitation } from "../invitations/invitation";
import { type InvitationError, mustAdministerToInvite } from "../invitations/refusals";
import type { RealmState } from "../state/realm-state";
import { allows, type Role } from "../users/role";
import type { User } from "../users/user";
import { may } from "./permission";

/** The permission to invite by mail, or to create a reusable link. */
export type InvitePermission = "canInviteUsersGroup" | "createMultiuseInviteGroup";

/** Nobody may invite to a role with more rights than their own. API §4.6. */
export const checkInvitedRole = (
  user: User,
  role: Role,
): E.Either<CallerError | InvitationError, undefined> => {
  if (allows(user.role, role)) return E.right(undefined);
  return E.left(role === "owner" ? mustBe("owner") : mustAdministerToInvite);
};

/** Whether the user may invite to a role. */
export const checkInviter = (
  state: RealmState,
  user: User,
  permission: InvitePermission,
  role: Role,
  now: number,
): E.Either<CallerError | InvitationError, undefined> =>
  user.role === "guest" || !may(state, user, permission, now)
    ? E.left(insufficientPermission)
    : checkInvitedRole(user, role);

/** The inviter, if they could still send the invitation: they may have been deactivated, or lost rights, since. */
export const presentInviter = (
  state: RealmState,
  { email, inviterId, role }: Invitation,
  now: number,
): User | undefined => {
  const inviter = state.users.get(inviterId);
  const permission = email === null ? "createMultiuseInviteGroup" : "canInviteUsersGroup";
  if (inviter === undefined) return undefined;
  return pipe(
    checkInviter(state, inviter, permission, role, now),
    E.matchW(
      () => undefined,
      () => inviter,
    ),
  );
};
