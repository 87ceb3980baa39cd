import type { ChannelActivity } from "../../../application/channels/channel-activity";
import type { Channel } from "../../../domain/channel";
import type { RealmState } from "../../../domain/realm-state";
import { allows } from "../../../domain/role";
import type { Subscription } from "../../../domain/subscription";
import { type SystemGroupName, systemGroupId } from "../../../domain/system-group";
import type { User } from "../../../domain/user";
import { encodePermissions } from "./group-setting";

const policies: readonly (readonly [SystemGroupName, number])[] = [
  ["role:administrators", 2],
  ["role:fullmembers", 3],
  ["role:moderators", 4],
];

/** The old number for who may post: other groups read as "any user". Deprecated at level 333. */
export const postPolicy = ({ permissions }: Channel): number =>
  policies.find(([group]) => permissions.canSendMessageGroup === systemGroupId(group))?.[1] ?? 1;

/** What a channel's messages tell of it. */
export const encodeActivity = (activity: Omit<ChannelActivity, "channel">): object => ({
  first_message_id: activity.firstMessageId,
  is_recently_active: activity.isRecentlyActive,
  stream_weekly_traffic: activity.weeklyTraffic,
});

const everyField = ({ channel, ...activity }: ChannelActivity, state: RealmState): object => ({
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
  message_retention_days: channel.messageRetentionDays,
  history_public_to_subscribers: channel.historyPublicToSubscribers,
  topics_policy: channel.topicsPolicy,
  folder_id: channel.folderId,
  default_push_notifications: channel.defaultPushNotifications,
  ...encodeActivity(activity),
  ...encodePermissions(channel.permissions, state),
  subscriber_count: state.subscribers(channel.id).size,
});

/** A channel as lists and events have it. API §2.3. */
export const encodeChannel = (activity: ChannelActivity, state: RealmState): object =>
  everyField(activity, state);

/** Whether a client wants to know who else is subscribed: all, none, or in large channels at least some. */
export type SubscriberList = boolean | ((user: User) => boolean);

/** From so many subscribers on, a client that is content with some gets some. */
const largeChannel = 250;

/** Who is subscribed, as far as the client wants to know; those who run the place are never left out. */
const encodeSubscribers = (channelId: number, state: RealmState, wanted: SubscriberList): object => {
  if (wanted === false) return {};
  const subscribers = [...state.subscribers(channelId)];
  if (wanted === true || subscribers.length < largeChannel) return { subscribers };
  const isNamed = (id: number): boolean => {
    const user = state.users.get(id);
    return user !== undefined && (wanted(user) || allows(user.role, "moderator"));
  };
  return { partial_subscribers: subscribers.filter(isNamed) };
};

/** JSON of a channel with what it was written from besides the channel itself. */
interface WrittenChannel extends Omit<ChannelActivity, "channel"> {
  readonly subscribers: number;
  readonly text: string;
}

const writtenChannels = new WeakMap<Channel, WrittenChannel>();

/** Whether no permission lists people by their ids: then the channel's JSON doesn't depend on who is active. */
const isByGroups = ({ permissions }: Channel): boolean =>
  Object.values(permissions).every((setting) => typeof setting === "number");

/** The same in JSON: written once for all who register, until something of it changes. */
export const writtenChannel = (activity: ChannelActivity, state: RealmState): string => {
  const { channel, firstMessageId, isRecentlyActive, weeklyTraffic } = activity;
  const subscribers = state.subscribers(channel.id).size;
  const known = writtenChannels.get(channel);
  if (
    known?.subscribers === subscribers &&
    known.firstMessageId === firstMessageId &&
    known.isRecentlyActive === isRecentlyActive &&
    known.weeklyTraffic === weeklyTraffic
  )
    return known.text;
  const text = JSON.stringify(everyField(activity, state));
  if (isByGroups(channel))
    writtenChannels.set(channel, { subscribers, firstMessageId, isRecentlyActive, weeklyTraffic, text });
  return text;
};

/** JSON of two objects that have no field in common, as one. */
const merged = (text: string, more: object): string => {
  const rest = JSON.stringify(more);
  return rest === "{}" ? text : `${text.slice(0, -1)},${rest.slice(1)}`;
};

/** A channel that the reader isn't in, in JSON. */
export const writtenOther = (
  activity: ChannelActivity,
  state: RealmState,
  subscribers: SubscriberList,
): string =>
  merged(writtenChannel(activity, state), encodeSubscribers(activity.channel.id, state, subscribers));

/** A channel with the reader's own settings for it, in JSON. */
export const writtenSubscription = (
  activity: ChannelActivity,
  subscription: Subscription,
  state: RealmState,
  subscribers: SubscriberList,
): string => merged(writtenChannel(activity, state), ownFields(subscription, state, subscribers));

/** A channel with the reader's own settings for it. */
export const encodeSubscription = (
  activity: ChannelActivity,
  subscription: Subscription,
  state: RealmState,
  subscribers: SubscriberList,
): object => ({
  ...everyField(activity, state),
  ...ownFields(subscription, state, subscribers),
});

const ownFields = (subscription: Subscription, state: RealmState, subscribers: SubscriberList): object => ({
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
