import type { Draft } from "../../domain/draft";
import type { NavigationView } from "../../domain/navigation-view";
import type { Held } from "../../domain/own-lists";
import type { Reminder } from "../../domain/reminder";
import type { SavedSnippet } from "../../domain/saved-snippet";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import type { TopicPolicy, UserTopic } from "../../domain/topic-policy";

/** What users keep for themselves, by kind. */
export const personalKinds = [
  "drafts",
  "snippets",
  "scheduled",
  "reminders",
  "navigationViews",
  "seenSteps",
  "callProviders",
  "topics",
] as const;
export type PersonalKind = (typeof personalKinds)[number];

/** Kinds that hold as much as their owner puts there; the others are bounded by names of the server's. */
export const heldKinds = [
  "drafts",
  "snippets",
  "scheduled",
  "reminders",
  "navigationViews",
  "topics",
] as const;
export type HeldKind = (typeof heldKinds)[number];

/** Reads what users keep for themselves. */
export interface PersonalReader {
  /** Of which kinds the user keeps anything: for most people few, so that the others need not be asked for. */
  kindsOf(realmId: number, userId: number): Promise<ReadonlySet<PersonalKind>>;
  /** How much the user keeps of a kind. */
  held(realmId: number, userId: number, kind: HeldKind): Promise<Held>;
  /** The one that was edited longest ago first. */
  drafts(realmId: number, userId: number): Promise<readonly Draft[]>;
  /** In the order of their making. */
  snippets(realmId: number, userId: number): Promise<readonly SavedSnippet[]>;
  /** The next one first. */
  scheduled(realmId: number, userId: number): Promise<readonly ScheduledMessage[]>;
  /** The next one first. */
  reminders(realmId: number, userId: number): Promise<readonly Reminder[]>;
  /** By their fragments. */
  navigationViews(realmId: number, userId: number): Promise<readonly NavigationView[]>;
  /** Onboarding steps that the user has seen, by name. */
  seenSteps(realmId: number, userId: number): Promise<readonly string[]>;
  /** How the user has a topic. */
  topicPolicy(realmId: number, userId: number, channelId: number, topic: string): Promise<TopicPolicy>;
  /** Those who have a topic otherwise than its channel, by user id; with ids beyond `after`, at most `limit`. */
  topicPolicies(
    realmId: number,
    channelId: number,
    topic: string,
    after?: number,
    limit?: number,
  ): Promise<ReadonlyMap<number, UserTopic["policy"]>>;
  /** Providers of video calls that the user has given a token for, by name. */
  callProviders(realmId: number, userId: number): Promise<readonly string[]>;
  /** The topics that the user has otherwise than their channels, by channel and topic. */
  topics(realmId: number, userId: number): Promise<readonly UserTopic[]>;
}
