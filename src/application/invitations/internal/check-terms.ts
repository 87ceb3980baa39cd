import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, insufficientPermission, mustBe } from "../../../domain/errors";
import type { UserId } from "../../../domain/ids";
import type { Invitation } from "../../../domain/invitations/invitation";
import {
  invalidInvitationChannel,
  invitationGroupDeactivated,
  mayNotSubscribeInvited,
  mustAdministerToInvite,
} from "../../../domain/invitations/refusals";
import { canAddSubscribers, canSeeChannel } from "../../../domain/policy/channel-access";
import { may } from "../../../domain/policy/permission";
import { allows, type Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { type Caller, callerIn } from "../../caller";
import { groupToChange } from "../../groups/shared/check-group";
import type { Transaction } from "../../transaction";
import type { InvitationTerms } from "../invitation-terms";

const minute = 60_000;

/** A new invitation on these terms. */
export const newInvitation = (
  { invitationMinutes }: { readonly invitationMinutes: number },
  tx: Transaction,
  inviterId: UserId,
  email: string | null,
  { expiresInMinutes = invitationMinutes, ...terms }: InvitationTerms,
): Invitation => ({
  ...terms,
  id: tx.newId("invitation"),
  inviterId,
  email,
  status: "open",
  invitedAt: tx.now,
  expiresAt: expiresInMinutes === null ? null : tx.now + expiresInMinutes * minute,
  mailedAt: email === null ? [] : [tx.now],
});

/** The caller, who must be allowed to invite on such terms. */
export const findInviter = (
  tx: Transaction,
  caller: Caller,
  permission: "canInviteUsersGroup" | "createMultiuseInviteGroup",
  { role }: InvitationTerms,
): Either<ApiError, User> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  if (found.right.role === "guest" || !may(tx.state, found.right, permission, tx.now))
    return left(insufficientPermission);
  const refusal = roleRefusal(found.right, role);
  return refusal ? left(refusal) : found;
};

/** The refusal to invite to a role with more rights than the inviter's; undefined if the role is allowed. API §4.6. */
export const roleRefusal = (user: User, role: Role): ApiError | undefined => {
  if (allows(user.role, role)) return undefined;
  return role === "owner" ? mustBe("owner") : mustAdministerToInvite;
};

/** Checks that the inviter may grant the channels, groups and welcome text of the terms. */
export const checkTerms = (
  { state, now }: Transaction,
  inviter: User,
  { channelIds, groupIds, welcomeText }: InvitationTerms,
): Either<ApiError, void> => {
  const channels = [];
  for (const id of channelIds) {
    const channel = state.channels.get(id);
    if (channel === undefined || channel.isArchived || !canSeeChannel(state, inviter, channel, now))
      return left(invalidInvitationChannel(id));
    channels.push(channel);
  }
  if (
    channels.some(
      (channel) => !state.defaultChannels.has(channel.id) && !canAddSubscribers(state, inviter, channel, now),
    )
  )
    return left(mayNotSubscribeInvited);
  for (const id of groupIds) {
    const group = groupToChange(state, inviter, id, ["canAddMembersGroup"], now);
    if (isLeft(group)) return group;
    if (group.right.isDeactivated) return left(invitationGroupDeactivated);
  }
  if (welcomeText !== null && !allows(inviter.role, "administrator")) return left(mustAdministerToInvite);
  return right(undefined);
};
