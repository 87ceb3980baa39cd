import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import { type GroupError, groupDeactivated } from "../../../domain/groups/refusals";
import type { ChannelId, GroupId } from "../../../domain/ids";
import type { Invitation } from "../../../domain/invitations/invitation";
import {
  type InvitationError,
  invalidInvitationChannel,
  mayNotSubscribeInvited,
  mustAdministerToInvite,
} from "../../../domain/invitations/refusals";
import { canAddSubscribers, canSeeChannel } from "../../../domain/policy/channel-access";
import { presentInviter } from "../../../domain/policy/invitation-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { groupToChange } from "../../groups/shared/check-group";

/** The realm at the moment when somebody invites, or accepts. */
interface Moment {
  readonly state: RealmState;
  readonly now: number;
}

/** Checks that the inviter may show the channel to the people they invite. */
const checkChannel = (
  { state, now }: Moment,
  inviter: User,
  id: ChannelId,
): E.Either<InvitationError, ChannelId> => {
  const channel = state.channels.get(id);
  if (channel === undefined || channel.isArchived || !canSeeChannel(state, inviter, channel, now))
    return E.left(invalidInvitationChannel(id));
  return state.defaultChannels.has(id) || canAddSubscribers(state, inviter, channel, now)
    ? E.right(id)
    : E.left(mayNotSubscribeInvited);
};

const checkGroup = (
  { state, now }: Moment,
  inviter: User,
  id: GroupId,
): E.Either<CallerError | GroupError, GroupId> => {
  const group = groupToChange(state, inviter, id, ["canAddMembersGroup"], now);
  if (E.isLeft(group)) return group;
  return group.right.isDeactivated ? E.left(groupDeactivated) : E.right(id);
};

const mayWriteWelcome = (inviter: User): boolean => allows(inviter.role, "administrator");

/** Checks that the inviter may grant the channels, groups and welcome text of the terms. */
export const checkGrants = (
  moment: Moment,
  inviter: User,
  { channelIds, groupIds, welcomeText }: Pick<Invitation, "channelIds" | "groupIds" | "welcomeText">,
): E.Either<CallerError | GroupError | InvitationError, void> => {
  const channels = channelIds.map((id) => checkChannel(moment, inviter, id));
  // Channels that the inviter can't see come first, so that the answer is the same for absent ones.
  const refused: E.Either<CallerError | GroupError | InvitationError, unknown> | undefined =
    channels.find((one) => E.isLeft(one) && one.left !== mayNotSubscribeInvited) ??
    channels.find(E.isLeft) ??
    groupIds.map((id) => checkGroup(moment, inviter, id)).find(E.isLeft);
  if (refused !== undefined && E.isLeft(refused)) return refused;
  return welcomeText !== null && !mayWriteWelcome(inviter)
    ? E.left(mustAdministerToInvite)
    : E.right(undefined);
};

/**
 * The part of an invitation that its inviter may still grant. Undefined if the inviter is deactivated or may no longer
 * invite to its role.
 */
export const stillGranted = (moment: Moment, invitation: Invitation): Invitation | undefined => {
  const inviter = presentInviter(moment.state, invitation, moment.now);
  if (inviter === undefined) return undefined;
  return {
    ...invitation,
    channelIds: invitation.channelIds.filter((id) => E.isRight(checkChannel(moment, inviter, id))),
    groupIds: invitation.groupIds.filter((id) => E.isRight(checkGroup(moment, inviter, id))),
    welcomeText: mayWriteWelcome(inviter) ? invitation.welcomeText : null,
  };
};
