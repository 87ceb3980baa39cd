import type { ChannelActivity } from "../../../application/channel-activity/channel-activity";
import type { Channel } from "../../../domain/channels/channel";
import type { Subscription } from "../../../domain/channels/subscription";
import { peopleNamedBy } from "../../../domain/groups/group-setting";
import { type SystemGroupName, systemGroupId } from "../../../domain/groups/system-group";
import type { ChannelId, UserId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { Encoded } from "./encoded";
import { encodePermissions } from "./group-setting";
import { encodeRetentionDays } from "./retention-days";
import type { View } from "./visible-members";

const policies: readonly (readonly [SystemGroupName, number])[] = [
  ["role:administrators", 2],
  ["role:fullmembers", 3],
  ["role:moderators", 4],
];

/** The legacy number for who may post; groups without a number count as "any user". Deprecated at level 333. */
export const postPolicy = ({ permissions }: Channel): number =>
  policies.find(([group]) => permissions.canSendMessageGroup === systemGroupId(group))?.[1] ?? 1;

/** Fields derived from a channel's messages. */
export const encodeActivity = (activity: Omit<ChannelActivity, "channel">): object => ({
  first_message_id: activity.firstMessageId,
  is_recently_active: activity.isRecentlyActive,
  stream_weekly_traffic: activity.weeklyTraffic,
});

/** Fields with other names or forms; the conversation is the server's own. */
type WrittenOtherwise =
  | "id"
  | "conversationId"
  | "privacy"
  | "createdAt"
  | "isRecentlyActive"
  | "permissions";

const everyField = (
  { channel, ...activity }: ChannelActivity,
  view: View,
): Encoded<Channel, WrittenOtherwise> => ({
  stream_id: channel.id,
  name: channel.name,
  is_archived: channel.isArchived,
  description: channel.description,
  rendered_description: channel.renderedDescription,
  date_created: Math.floor(channel.createdAt / 1000),
  creator_id: channel.creatorId,
  invite_only: channel.privacy === "private",
  is_web_public: channel.privacy === "web-public",
  stream_post_policy: postPolicy(channel),
  is_announcement_only: postPolicy(channel) === 2,
  message_retention_days: encodeRetentionDays(channel.messageRetentionDays),
  history_public_to_subscribers: channel.historyPublicToSubscribers,
  topics_policy: channel.topicsPolicy,
  folder_id: channel.folderId,
  default_push_notifications: channel.defaultPushNotifications,
  ...encodeActivity(activity),
  ...encodePermissions(channel.permissions, view),
  subscriber_count: view.state.subscribers(channel.id).size,
});

/** A channel. API §2.3. */
export const encodeChannel = (activity: ChannelActivity, view: View): object => everyField(activity, view);

/** Which subscribers to list: all, none, or in large channels only those for whom the function is true. */
export type SubscriberList = boolean | ((user: User) => boolean);

/** From this many subscribers on, a partial list is possible. */
const largeChannel = 250;

/** The list of subscribers. Partial lists always include moderators, administrators and owners. */
const encodeSubscribers = (channelId: ChannelId, state: RealmState, listed: SubscriberList): object => {
  if (listed === false) return {};
  const subscribers = [...state.subscribers(channelId)];
  if (listed === true || subscribers.length < largeChannel) return { subscribers };
  const isListed = (id: UserId): boolean => {
    const user = state.users.get(id);
    return user !== undefined && (listed(user) || allows(user.role, "moderator"));
  };
  return { partial_subscribers: subscribers.filter(isListed) };
};

/** A channel's JSON, and everything else that it depends on. */
interface CachedChannelJson extends Omit<ChannelActivity, "channel"> {
  readonly subscribers: number;
  /** The people that its permissions name. The JSON has only active ones the reader sees. */
  readonly named: readonly UserId[];
  /** The ids of those that it has. */
  readonly shown: string;
  readonly text: string;
}

const cachedJson = new WeakMap<Channel, CachedChannelJson>();

const shownAmong = (ids: readonly UserId[], { state, isSeen }: View): string =>
  ids
    .filter((id) => {
      const user = state.users.get(id);
      return user?.isActive && isSeen?.(user) !== false;
    })
    .join();

/**
 * `encodeChannel` as JSON text, cached until the channel changes. Guests who see the channel differently are encoded
 * separately and don't evict the cached text.
 */
export const channelJson = (activity: ChannelActivity, view: View): string => {
  const { channel, firstMessageId, isRecentlyActive, weeklyTraffic } = activity;
  const subscribers = view.state.subscribers(channel.id).size;
  const cached = cachedJson.get(channel);
  const named = cached?.named ?? peopleNamedBy(channel.permissions);
  const shown = shownAmong(named, view);
  if (
    cached?.subscribers === subscribers &&
    cached.shown === shown &&
    cached.firstMessageId === firstMessageId &&
    cached.isRecentlyActive === isRecentlyActive &&
    cached.weeklyTraffic === weeklyTraffic
  )
    return cached.text;
  const text = JSON.stringify(everyField(activity, view));
  if (view.isSeen !== undefined) return text;
  const facts = { subscribers, named, shown, firstMessageId, isRecentlyActive, weeklyTraffic };
  cachedJson.set(channel, { ...facts, text });
  return text;
};

/** Adds fields to an object's JSON text. The field names must be new. */
const appendFields = (text: string, fields: object): string => {
  const added = JSON.stringify(fields);
  return added === "{}" ? text : `${text.slice(0, -1)},${added.slice(1)}`;
};

/** JSON text of a channel to which the reader is not subscribed. */
export const otherChannelJson = (
  activity: ChannelActivity,
  view: View,
  subscribers: SubscriberList,
): string =>
  appendFields(channelJson(activity, view), encodeSubscribers(activity.channel.id, view.state, subscribers));

/** `encodeSubscription` as JSON text. */
export const subscriptionJson = (
  activity: ChannelActivity,
  subscription: Subscription,
  view: View,
  subscribers: SubscriberList,
): string =>
  appendFields(channelJson(activity, view), subscriptionFields(subscription, view.state, subscribers));

/** A channel with the reader's personal settings for it. API §4.2. */
export const encodeSubscription = (
  activity: ChannelActivity,
  subscription: Subscription,
  view: View,
  subscribers: SubscriberList,
): object => ({
  ...everyField(activity, view),
  ...subscriptionFields(subscription, view.state, subscribers),
});

const subscriptionFields = (
  subscription: Subscription,
  state: RealmState,
  subscribers: SubscriberList,
): object => ({
  color: subscription.color,
  is_muted: subscription.isMuted,
  in_home_view: !subscription.isMuted,
  pin_to_top: subscription.pinToTop,
  desktop_notifications: subscription.desktopNotifications,
  audible_notifications: subscription.audibleNotifications,
  push_notifications: subscription.pushNotifications,
  email_notifications: subscription.emailNotifications,
  wildcard_mentions_notify: subscription.wildcardMentionsNotify,
  email_address: "",
  ...encodeSubscribers(subscription.channelId, state, subscribers),
});
