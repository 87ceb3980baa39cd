import type { Flag } from "./read-state";
import type { Subscription } from "./subscription";
import type { TopicPolicy } from "./topic-policy";
import type { User } from "./user";
import type { UserSettings } from "./user-settings";

/** Why somebody is notified of a message; the first that holds counts. */
export const pushTriggers = [
  "direct_message",
  "mentioned",
  "topic_wildcard_mentioned_in_followed_topic",
  "stream_wildcard_mentioned_in_followed_topic",
  "topic_wildcard_mentioned",
  "stream_wildcard_mentioned",
  "followed_topic_push_notify",
  "stream_push_notify",
] as const;
/** Why a device is told of a message, in the words that clients know. */
export type PushTrigger = (typeof pushTriggers)[number];

/** Where a message is, as one of its readers has it. */
export type NotifiedPlace =
  | { readonly kind: "direct" }
  | {
      readonly kind: "channel";
      readonly subscription: Pick<
        Subscription,
        "isMuted" | "pushNotifications" | "emailNotifications" | "wildcardMentionsNotify"
      >;
      readonly topicPolicy: TopicPolicy;
    };

/** Whether a user is notified of nothing that somebody says: of what they say themselves, or whoever they have muted. */
export const isUnheard = (senderId: number, { id, mutedUsers }: Pick<User, "id" | "mutedUsers">): boolean =>
  senderId === id || mutedUsers.some(({ userId }) => userId === senderId);

/** Settings that decide whether mentions of everyone count as mentions. */
type WildcardSettings = Pick<
  UserSettings,
  "enableFollowedTopicWildcardMentionsNotify" | "wildcardMentionsNotify"
>;

/** Settings that decide about notifications on phones. */
export type PushSettings = WildcardSettings &
  Pick<
    UserSettings,
    | "enableOfflinePushNotifications"
    | "enableStreamPushNotifications"
    | "enableFollowedTopicPushNotifications"
  >;

/** Settings that decide about notifications by mail. */
export type MailSettings = WildcardSettings &
  Pick<
    UserSettings,
    | "enableOfflineEmailNotifications"
    | "enableStreamEmailNotifications"
    | "enableFollowedTopicEmailNotifications"
  >;

/** What somebody wants to hear of by one way, be that devices or mail. */
interface Wishes {
  /** What is for them by name. */
  readonly forMe: boolean;
  readonly followedTopics: boolean;
  /** Everything in the channel; null follows what holds for all channels. */
  readonly channel: boolean | null;
  readonly channels: boolean;
}

/** A topic goes before its channel, and a channel before what holds for all of them. */
const wants = (
  place: Extract<NotifiedPlace, { kind: "channel" }>,
  ofChannel: boolean | null,
  ofAll: boolean,
): boolean => {
  if (place.topicPolicy === "muted") return false;
  if (place.subscription.isMuted && place.topicPolicy !== "unmuted") return false;
  return ofChannel ?? ofAll;
};

const wildcards = ["topic_wildcard_mentioned", "stream_wildcard_mentioned"] as const;

/** Why a reader is notified of a message in a channel. */
const channelTrigger = (
  wishes: Wishes,
  settings: WildcardSettings,
  place: Extract<NotifiedPlace, { kind: "channel" }>,
  flags: readonly Flag[],
): PushTrigger | undefined => {
  const { forMe, followedTopics, channel, channels } = wishes;
  if (forMe && flags.includes("mentioned")) return "mentioned";
  const isFollowed = place.topicPolicy === "followed";
  // Mentions of everyone count as mentions, for those who let them.
  const wildcard = forMe ? wildcards.find((flag) => flags.includes(flag)) : undefined;
  if (wildcard !== undefined) {
    if (isFollowed && settings.enableFollowedTopicWildcardMentionsNotify)
      return `${wildcard}_in_followed_topic`;
    if (wants(place, place.subscription.wildcardMentionsNotify, settings.wildcardMentionsNotify))
      return wildcard;
  }
  if (isFollowed && followedTopics) return "followed_topic_push_notify";
  return wants(place, channel, channels) ? "stream_push_notify" : undefined;
};

/**
 * Why a reader is notified of a message on their devices; undefined where they aren't. It doesn't look at who sent
 * it, nor at whether the reader is here: that is the same for everything.
 */
export const pushTrigger = (
  settings: PushSettings,
  place: NotifiedPlace,
  flags: readonly Flag[],
): PushTrigger | undefined => {
  const forMe = settings.enableOfflinePushNotifications;
  if (place.kind === "direct") return forMe ? "direct_message" : undefined;
  const wishes = {
    forMe,
    followedTopics: settings.enableFollowedTopicPushNotifications,
    channel: place.subscription.pushNotifications,
    channels: settings.enableStreamPushNotifications,
  };
  return channelTrigger(wishes, settings, place, flags);
};

/** Whether a reader who is away wants to hear of a message by mail, whoever sent it. */
export const wantsMailOf = (
  settings: MailSettings,
  place: NotifiedPlace,
  flags: readonly Flag[],
): boolean => {
  const forMe = settings.enableOfflineEmailNotifications;
  if (place.kind === "direct") return forMe;
  const wishes = {
    forMe,
    followedTopics: settings.enableFollowedTopicEmailNotifications,
    channel: place.subscription.emailNotifications,
    channels: settings.enableStreamEmailNotifications,
  };
  return channelTrigger(wishes, settings, place, flags) !== undefined;
};
