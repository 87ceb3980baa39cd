import type { ChannelId, DefaultChannelGroupId } from "../../../domain/ids";
import { type Invitation, isOpen } from "../../../domain/invitations/invitation";
import { isSameAddress } from "../../../domain/users/email";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { readHistories } from "../../channel-activity/channel-activity";
import type { Transaction } from "../../transaction";
import { firstSubscriptions, newUser } from "../../users/shared/new-user";
import { greetUser } from "./greet-user";

/** A person who joins. */
export interface Newcomer {
  /** An address that nobody in the realm has. */
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** Undefined for users who log in without a password. */
  readonly passwordHash: string | undefined;
  readonly invitation: Invitation | undefined;
  /** Ids of the groups of default channels that they chose. */
  readonly channelGroupIds?: readonly DefaultChannelGroupId[];
  /** Whether somebody else creates the account for them. */
  readonly awaitsFirstLogin: boolean;
}

/**
 * Creates an account with its channels and groups, including the invitation's, and sends the notices that go with it.
 * All invitations of the address end.
 */
export const admitUser = async (
  tx: Transaction,
  { email, fullName, role, passwordHash, invitation, channelGroupIds = [], awaitsFirstLogin }: Newcomer,
): Promise<User> => {
  const { realm } = tx.state;
  const user = newUser({
    id: tx.newId("user"),
    email,
    fullName,
    role,
    awaitsFirstLogin,
    now: tx.now,
    settings: realm.userDefaults,
    avatarSource: realm.settings.defaultAvatarSource,
  });
  tx.append({ type: "user_created", user });
  const channelIds = await subscribeToFirst(tx, user, invitation, channelGroupIds);
  for (const groupId of invitation?.groupIds ?? []) {
    const group = tx.state.groups.get(groupId);
    if (group && !group.isDeactivated)
      tx.append({
        type: "group_members_changed",
        groupId,
        op: "add",
        isDeactivated: false,
        userIds: [user.id],
      });
  }
  closeInvitations(tx, email, invitation);
  if (passwordHash !== undefined) tx.setPasswordHash(user.id, passwordHash);
  await greetUser(tx, user, channelIds, invitation);
  return user;
};

/** Subscribes a new user to the first channels and returns their ids. */
const subscribeToFirst = async (
  tx: Transaction,
  user: User,
  invitation: Invitation | undefined,
  channelGroupIds: readonly DefaultChannelGroupId[],
): Promise<readonly ChannelId[]> => {
  const byDefault = (invitation?.includesDefaultChannels ?? true) ? [...tx.state.defaultChannels] : [];
  const chosen = tx.state.defaultChannelGroups
    .filter(({ id }) => channelGroupIds.includes(id))
    .flatMap(({ channelIds }) => channelIds);
  const ids = [...new Set([...byDefault, ...(invitation?.channelIds ?? []), ...chosen])];
  const channels = ids
    .flatMap((id) => tx.state.channels.get(id) ?? [])
    .filter(({ isArchived }) => !isArchived);
  const channelIds = channels.map(({ id }) => id);
  if (channelIds.length > 0)
    tx.append({
      type: "subscribed",
      subscriptions: firstSubscriptions(user.id, channels),
      firstMessageId: tx.nextMessageId,
      history: await readHistories(tx.messages, tx.state.realm.id, channels, tx.now),
    });
  return channelIds;
};

/** Marks the invitation as used and revokes the other ones for this address. */
const closeInvitations = (tx: Transaction, email: string, used: Invitation | undefined): void => {
  const close = (invitations: readonly Invitation[], status: "used" | "revoked"): void => {
    if (invitations.length > 0)
      tx.append({
        type: "invitations_closed",
        status,
        invitationIds: invitations.map(({ id }) => id),
        inviterIds: [...new Set(invitations.map(({ inviterId }) => inviterId))],
      });
  };
  if (used !== undefined && used.email !== null) close([used], "used");
  close(
    [...tx.state.invitations.values()].filter(
      (one) =>
        one.id !== used?.id && one.email !== null && isSameAddress(one.email, email) && isOpen(one, tx.now),
    ),
    "revoked",
  );
};
