import type { Channel } from "./channel";
import { holds, may } from "./permission";
import type { RealmState } from "./realm-state";
import { allows } from "./role";
import type { User } from "./user";

const isOpenTo = (user: User, channel: Channel): boolean =>
  channel.privacy === "web-public" || (channel.privacy === "public" && allows(user.role, "member"));

const administers = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  allows(user.role, "administrator") ||
  holds(state, user, channel.permissions.canAdministerChannelGroup, now);

/** Whether the user may read what is said in the channel. Being an administrator is not enough. */
export const canReadContent = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  isOpenTo(user, channel) ||
  state.isSubscribed(user.id, channel.id) ||
  (allows(user.role, "member") &&
    (holds(state, user, channel.permissions.canAddSubscribersGroup, now) ||
      holds(state, user, channel.permissions.canSubscribeGroup, now)));

/** Whether the user may know that the channel exists, with its name and settings. */
export const canSeeChannel = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  canReadContent(state, user, channel, now) ||
  (allows(user.role, "member") && administers(state, user, channel, now));

/** Whether the user reads messages that were sent before they subscribed. */
export const readsWholeHistory = (channel: Channel): boolean =>
  channel.privacy !== "private" || channel.historyPublicToSubscribers;

export const canSend = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  !channel.isArchived &&
  canReadContent(state, user, channel, now) &&
  holds(state, user, channel.permissions.canSendMessageGroup, now);

/** Whether the user may subscribe themselves. */
export const canSubscribe = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  !channel.isArchived &&
  (channel.privacy === "web-public" ||
    (channel.privacy === "public" && allows(user.role, "member")) ||
    (allows(user.role, "member") &&
      (holds(state, user, channel.permissions.canSubscribeGroup, now) ||
        holds(state, user, channel.permissions.canAddSubscribersGroup, now))));

/** Whether the user may subscribe other people to the channel. */
export const canAddSubscribers = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  !channel.isArchived &&
  canReadContent(state, user, channel, now) &&
  (may(state, user, "canAddSubscribersGroup", now) ||
    administers(state, user, channel, now) ||
    holds(state, user, channel.permissions.canAddSubscribersGroup, now));

/** Whether the user may unsubscribe other people from the channel. */
export const canRemoveSubscribers = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  administers(state, user, channel, now) ||
  (canReadContent(state, user, channel, now) &&
    holds(state, user, channel.permissions.canRemoveSubscribersGroup, now));
