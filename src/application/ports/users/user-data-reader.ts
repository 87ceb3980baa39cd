import type { Draft } from "../../../domain/drafts/draft";
import type { ChannelId, RealmId, UserId } from "../../../domain/ids";
import type { NavigationView } from "../../../domain/navigation/navigation-view";
import type { Reminder } from "../../../domain/reminders/reminder";
import type { ScheduledMessage } from "../../../domain/scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../../../domain/snippets/saved-snippet";
import type { TopicPolicy, UserTopic } from "../../../domain/topics/topic-policy";
import type { ListUsage } from "../../../domain/users/user-list-limits";

/** The kinds of stored user data. */
export const userDataKinds = [
  "drafts",
  "snippets",
  "scheduled",
  "reminders",
  "navigationViews",
  "seenSteps",
  "callProviders",
  "topics",
] as const;
export type UserDataKind = (typeof userDataKinds)[number];

/** Kinds whose number the user decides; the others are bounded by names that the server defines. */
export const countedKinds = [
  "drafts",
  "snippets",
  "scheduled",
  "reminders",
  "navigationViews",
  "topics",
] as const;
export type CountedKind = (typeof countedKinds)[number];

/** Reads users' drafts, snippets, scheduled messages and other stored data. */
export interface UserDataReader {
  /** How much these users have stored of one kind, together. */
  usageOf(realmId: RealmId, userIds: readonly UserId[], kind: CountedKind): Promise<ListUsage>;
  /** Least recently edited first. */
  drafts(realmId: RealmId, userId: UserId): Promise<readonly Draft[]>;
  /** In order of creation. */
  snippets(realmId: RealmId, userId: UserId): Promise<readonly SavedSnippet[]>;
  /** Earliest due first. */
  scheduled(realmId: RealmId, userId: UserId): Promise<readonly ScheduledMessage[]>;
  /** Earliest due first. */
  reminders(realmId: RealmId, userId: UserId): Promise<readonly Reminder[]>;
  /** In order of their fragments. */
  navigationViews(realmId: RealmId, userId: UserId): Promise<readonly NavigationView[]>;
  /** Names of the onboarding steps that the user has seen. */
  seenSteps(realmId: RealmId, userId: UserId): Promise<readonly string[]>;
  /** The user's policy of a topic. */
  topicPolicy(realmId: RealmId, userId: UserId, channelId: ChannelId, topic: string): Promise<TopicPolicy>;
  /** At most `limit` policies that differ from the channel's, by user id, with ids above `after`. */
  topicPolicies(
    realmId: RealmId,
    channelId: ChannelId,
    topic: string,
    after?: UserId,
    limit?: number,
  ): Promise<ReadonlyMap<UserId, UserTopic["policy"]>>;
  /** Names of the video call providers that the user has a token for. */
  callProviders(realmId: RealmId, userId: UserId): Promise<readonly string[]>;
  /** The user's topics with a policy of their own, by channel and topic. */
  topics(realmId: RealmId, userId: UserId): Promise<readonly UserTopic[]>;
  /** The topics that users have muted, in that order. Users without any are left out. One statement for all of them. */
  mutedTopicsOf(
    realmId: RealmId,
    userIds: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, readonly UserTopic[]>>;
}
