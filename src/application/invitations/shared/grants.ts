import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallerError } from "../../../domain/caller-refusals";
import type { Channel } from "../../../domain/channels/channel";
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

const checkIsSeen = (
  { state, now }: Moment,
  inviter: User,
  id: ChannelId,
): E.Either<InvitationError, Channel> => {
  const channel = state.channels.get(id);
  return channel === undefined || channel.isArchived || !canSeeChannel(state, inviter, channel, now)
    ? E.left(invalidInvitationChannel(id))
    : E.right(channel);
};

const checkMaySubscribe = (
  { state, now }: Moment,
  inviter: User,
  channel: Channel,
): E.Either<InvitationError, ChannelId> =>
  state.defaultChannels.has(channel.id) || canAddSubscribers(state, inviter, channel, now)
    ? E.right(channel.id)
    : E.left(mayNotSubscribeInvited);

/** Checks that the inviter may show the channels to the people they invite. */
const checkChannels = (
  moment: Moment,
  inviter: User,
  ids: readonly ChannelId[],
): E.Either<InvitationError, readonly ChannelId[]> =>
  pipe(
    ids,
    // Channels that the inviter can't see come first, so that the answer is the same for absent ones.
    E.traverseArray((id) => checkIsSeen(moment, inviter, id)),
    E.chain(E.traverseArray((channel) => checkMaySubscribe(moment, inviter, channel))),
  );

const checkGroup = (
  { state, now }: Moment,
  inviter: User,
  id: GroupId,
): E.Either<CallerError | GroupError, GroupId> =>
  pipe(
    groupToChange(state, inviter, id, ["canAddMembersGroup"], now),
    E.filterOrElseW(
      (group) => !group.isDeactivated,
      () => groupDeactivated,
    ),
    E.map(() => id),
  );

const mayWriteWelcome = (inviter: User): boolean => allows(inviter.role, "administrator");

/** Checks that the inviter may grant the channels, groups and welcome text of the terms. */
export const checkGrants = (
  moment: Moment,
  inviter: User,
  { channelIds, groupIds, welcomeText }: Pick<Invitation, "channelIds" | "groupIds" | "welcomeText">,
): E.Either<CallerError | GroupError | InvitationError, void> =>
  pipe(
    checkChannels(moment, inviter, channelIds),
    E.chainW(() =>
      pipe(
        groupIds,
        E.traverseArray((id) => checkGroup(moment, inviter, id)),
      ),
    ),
    E.filterOrElseW(
      () => welcomeText === null || mayWriteWelcome(inviter),
      () => mustAdministerToInvite,
    ),
    E.asUnit,
  );

/**
 * The part of an invitation that its inviter may still grant. Undefined if the inviter is deactivated or may no longer
 * invite to its role.
 */
export const stillGranted = (moment: Moment, invitation: Invitation): Invitation | undefined => {
  const inviter = presentInviter(moment.state, invitation, moment.now);
  if (inviter === undefined) return undefined;
  return {
    ...invitation,
    channelIds: invitation.channelIds.filter((id) => E.isRight(checkChannels(moment, inviter, [id]))),
    groupIds: invitation.groupIds.filter((id) => E.isRight(checkGroup(moment, inviter, id))),
    welcomeText: mayWriteWelcome(inviter) ? invitation.welcomeText : null,
  };
};
