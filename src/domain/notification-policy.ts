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
      readonly subscription: Pick<Subscription, "isMuted" | "pushNotifications" | "wildcardMentionsNotify">;
      readonly topicPolicy: TopicPolicy;
    };

/** Whether a user is notified of nothing that somebody says: of what they say themselves, or whoever they have muted. */
export const isUnheard = (senderId: number, { id, mutedUsers }: Pick<User, "id" | "mutedUsers">): boolean =>
  senderId === id || mutedUsers.some(({ userId }) => userId === senderId);

/** Settings that decide about notifications on phones. */
export type PushSettings = Pick<
  UserSettings,
  | "enableOfflinePushNotifications"
  | "enableStreamPushNotifications"
  | "enableFollowedTopicPushNotifications"
  | "enableFollowedTopicWildcardMentionsNotify"
  | "wildcardMentionsNotify"
>;

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
  if (forMe && flags.includes("mentioned")) return "mentioned";
  const isFollowed = place.topicPolicy === "followed";
  const { pushNotifications, wildcardMentionsNotify } = place.subscription;
  // Mentions of everyone count as mentions, for those who let them.
  const wildcard = forMe ? wildcards.find((flag) => flags.includes(flag)) : undefined;
  if (wildcard !== undefined) {
    if (isFollowed && settings.enableFollowedTopicWildcardMentionsNotify)
      return `${wildcard}_in_followed_topic`;
    if (wants(place, wildcardMentionsNotify, settings.wildcardMentionsNotify)) return wildcard;
  }
  if (isFollowed && settings.enableFollowedTopicPushNotifications) return "followed_topic_push_notify";
  return wants(place, pushNotifications, settings.enableStreamPushNotifications)
    ? "stream_push_notify"
    : undefined;
};
