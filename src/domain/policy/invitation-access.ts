import { type CallerError, insufficientPermission, mustBe } from "../caller-refusals";
import type { Invitation } from "../invitations/invitation";
import { type InvitationError, mustAdministerToInvite } from "../invitations/refusals";
import type { RealmState } from "../state/realm-state";
import { allows, type Role } from "../users/role";
import type { User } from "../users/user";
import { may } from "./permission";

/** The permission to invite by mail, or to create a reusable link. */
export type InvitePermission = "canInviteUsersGroup" | "createMultiuseInviteGroup";

/** The refusal to invite to a role with more rights than the inviter's; undefined if the role is allowed. API §4.6. */
export const roleRefusal = (user: User, role: Role): CallerError | InvitationError | undefined => {
  if (allows(user.role, role)) return undefined;
  return role === "owner" ? mustBe("owner") : mustAdministerToInvite;
};

/** The refusal to invite to a role; undefined if the user may. */
export const inviterRefusal = (
  state: RealmState,
  user: User,
  permission: InvitePermission,
  role: Role,
  now: number,
): CallerError | InvitationError | undefined =>
  user.role === "guest" || !may(state, user, permission, now)
    ? insufficientPermission
    : roleRefusal(user, role);

/** The inviter, if they could still send the invitation: they may be gone or have lost rights since. */
export const presentInviter = (
  state: RealmState,
  { email, inviterId, role }: Invitation,
  now: number,
): User | undefined => {
  const inviter = state.users.get(inviterId);
  const permission = email === null ? "createMultiuseInviteGroup" : "canInviteUsersGroup";
  return inviter?.isActive && inviterRefusal(state, inviter, permission, role, now) === undefined
    ? inviter
    : undefined;
};
