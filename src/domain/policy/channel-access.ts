import {
  type Channel,
  type ChannelPermission,
  channelPermissionRules,
  permissionsToEnter,
} from "../channels/channel";
import type { RealmState } from "../state/realm-state";
import { allows } from "../users/role";
import type { User } from "../users/user";
import { holdsUnder, may } from "./permission";

/** Whether the channel's setting grants the user a permission. Guests never get some of them. */
export const holdsInChannel = (
  state: RealmState,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
  now: number,
): boolean =>
  holdsUnder(channelPermissionRules[permission], state, user, channel.permissions[permission], now);

const isOpenTo = (user: User, channel: Channel): boolean =>
  channel.privacy === "web-public" || (channel.privacy === "public" && allows(user.role, "member"));

/** Users who may join a private channel, or add others to it, can read it without joining. */
const mayEnter = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  isOpenTo(user, channel) ||
  holdsInChannel(state, user, channel, "canAddSubscribersGroup", now) ||
  holdsInChannel(state, user, channel, "canSubscribeGroup", now);

/** Channel permissions whose holders can see that the channel exists. */
export const permissionsToSee: readonly ChannelPermission[] = [
  ...permissionsToEnter,
  "canAdministerChannelGroup",
];

/** Whether the user may change the channel's settings. */
export const canAdministerChannel = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  allows(user.role, "administrator") ||
  holdsInChannel(state, user, channel, "canAdministerChannelGroup", now);

/** Whether anyone can read the channel without logging in. The realm has to allow it too. */
export const isOpenToSpectators = ({ realm }: RealmState, channel: Channel): boolean =>
  channel.privacy === "web-public" && realm.settings.enableSpectatorAccess;

/** Whether the realm has at least one channel that visitors without an account can read. */
export const hasOpenChannel = (state: RealmState): boolean =>
  [...state.channels.values()].some((channel) => !channel.isArchived && isOpenToSpectators(state, channel));

/** Whether the user may read the channel's messages. Being an administrator is not enough. */
export const canReadContent = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  state.isSubscribed(user.id, channel.id) || mayEnter(state, user, channel, now);

/** Whether the user could see the channel without being subscribed. */
export const canSeeUnsubscribed = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  mayEnter(state, user, channel, now) || canAdministerChannel(state, user, channel, now);

/** Whether the user may see that the channel exists, with its name and settings. */
export const canSeeChannel = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  state.isSubscribed(user.id, channel.id) || canSeeUnsubscribed(state, user, channel, now);

/** Whether subscribers can read messages sent before they subscribed. */
export const readsWholeHistory = (channel: Channel): boolean =>
  channel.privacy !== "private" || channel.historyPublicToSubscribers;

const mayWrite = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  !channel.isArchived &&
  canReadContent(state, user, channel, now) &&
  holdsInChannel(state, user, channel, "canSendMessageGroup", now);

/**
 * Whether the user may send messages to the channel. A bot may also send wherever its owner may, unless it is a guest
 * and the channel is not open to guests.
 */
export const canSend = (state: RealmState, user: User, channel: Channel, now: number): boolean => {
  const mayWriteItself = mayWrite(state, user, channel, now);
  if (user.bot === null || user.bot.ownerId === null) return mayWriteItself;
  if (mayWriteItself && state.isSubscribed(user.id, channel.id)) return true;
  const owner = user.isActive ? state.users.get(user.bot.ownerId) : undefined;
  const isGuestThere = !allows(user.role, "member") && !isOpenTo(user, channel);
  return owner !== undefined && !isGuestThere && mayWrite(state, owner, channel, now);
};

/** Whether the user may subscribe themselves. */
export const canSubscribe = mayEnter;

/** Whether the user may subscribe other people to the channel. */
export const canAddSubscribers = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  canReadContent(state, user, channel, now) &&
  (may(state, user, "canAddSubscribersGroup", now) ||
    canAdministerChannel(state, user, channel, now) ||
    holdsInChannel(state, user, channel, "canAddSubscribersGroup", now));

/** Whether the user may unsubscribe other people from the channel. */
export const canRemoveSubscribers = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  canSeeChannel(state, user, channel, now) &&
  (canAdministerChannel(state, user, channel, now) ||
    holdsInChannel(state, user, channel, "canRemoveSubscribersGroup", now));

/** Whether the user may delete anyone's messages in the channel. API §4.18. */
export const canDeleteAnyMessage = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  canReadContent(state, user, channel, now) &&
  (may(state, user, "canDeleteAnyMessageGroup", now) ||
    holdsInChannel(state, user, channel, "canDeleteAnyMessageGroup", now));
