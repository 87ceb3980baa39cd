import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canAddSubscribers, canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, insufficientPermission, mustBe } from "../../domain/errors";
import type { Invitation } from "../../domain/invitation";
import { may } from "../../domain/permission";
import { allows, type Role } from "../../domain/role";
import type { User } from "../../domain/user";
import { type Caller, callerIn } from "../caller";
import { groupToChange } from "../groups/check-group";
import type { Transaction } from "../transaction";

/** What an invitation grants. */
export interface InvitationTerms
  extends Pick<
    Invitation,
    "role" | "channelIds" | "groupIds" | "includesDefaultChannels" | "tellsInviter" | "welcomeText"
  > {
  /** Null for no end, undefined for the server's default. */
  readonly expiresInMinutes: number | null | undefined;
}

const minute = 60_000;

/** An invitation on these terms, made now. */
export const newInvitation = (
  { invitationMinutes }: { readonly invitationMinutes: number },
  tx: Transaction,
  inviterId: number,
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

/** The caller, if they may invite people on such terms. */
export const inviterIn = (
  tx: Transaction,
  caller: Caller,
  permission: "canInviteUsersGroup" | "createMultiuseInviteGroup",
  { role }: InvitationTerms,
): Either<ApiError, User> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  if (found.right.role === "guest" || !may(tx.state, found.right, permission, tx.now))
    return left(insufficientPermission);
  const refusal = refusalOfRole(found.right, role);
  return refusal ? left(refusal) : found;
};

/** Around invitations, clients know this refusal without the code that it has elsewhere. */
const mustAdminister = badRequest(mustBe("administrator").message);

/** Nobody invites to a role with more rights than their own. API §4.6. */
export const refusalOfRole = (user: User, role: Role): ApiError | undefined => {
  if (allows(user.role, role)) return undefined;
  return role === "owner" ? mustBe("owner") : mustAdminister;
};

/** Whether the inviter may give away what the terms name. */
export const checkTerms = (
  { state, now }: Transaction,
  inviter: User,
  { channelIds, groupIds, welcomeText }: InvitationTerms,
): Either<ApiError, void> => {
  const channels = [];
  for (const id of channelIds) {
    const channel = state.channels.get(id);
    if (channel === undefined || channel.isArchived || !canSeeChannel(state, inviter, channel, now))
      return left(badRequest(`Invalid channel ID ${id}. No invites were sent.`));
    channels.push(channel);
  }
  if (
    channels.some(
      (channel) => !state.defaultChannels.has(channel.id) && !canAddSubscribers(state, inviter, channel, now),
    )
  )
    return left(badRequest("You do not have permission to subscribe other users to channels."));
  for (const id of groupIds) {
    const group = groupToChange(state, inviter, id, ["canAddMembersGroup"], now);
    if (isLeft(group)) return group;
    if (group.right.isDeactivated) return left(badRequest("User group is deactivated."));
  }
  if (welcomeText !== null && !allows(inviter.role, "administrator")) return left(mustAdminister);
  return right(undefined);
};
