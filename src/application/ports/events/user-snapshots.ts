import type { Draft } from "../../../domain/drafts/draft";
import type { MessageId, RealmId, UserId } from "../../../domain/ids";
import type { Unread } from "../../../domain/messages/unread";
import type { NavigationView } from "../../../domain/navigation/navigation-view";
import type { Reminder } from "../../../domain/reminders/reminder";
import type { ScheduledMessage } from "../../../domain/scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../../../domain/snippets/saved-snippet";
import type { UserTopic } from "../../../domain/topics/topic-policy";
import type { DirectConversation } from "../messages/direct-conversations";
import { userDataKinds } from "../users/user-data-reader";

/** The parts of a snapshot. Each costs time. */
export const snapshotParts = ["messages", "unread", "starred", "directs", ...userDataKinds] as const;
export type SnapshotPart = (typeof snapshotParts)[number];

export interface SnapshotRequest {
  readonly parts: Readonly<Record<SnapshotPart, boolean>>;
  readonly mostUnread: number;
  readonly mostDirects: number;
}

/** What a user has at one log position. Parts that weren't requested are empty. */
export interface UserSnapshot {
  readonly position: number;
  /** The newest message that the user received. */
  readonly newestMessageId: MessageId | undefined;
  /** The newest unread messages. */
  readonly unread: Unread;
  /** Ascending. */
  readonly starred: readonly MessageId[];
  /** The user's direct conversations, most recent first. */
  readonly directs: readonly {
    readonly conversation: DirectConversation;
    readonly newestMessageId: MessageId;
  }[];
  /** Each list is ordered as `UserDataReader` orders it. */
  readonly drafts: readonly Draft[];
  readonly snippets: readonly SavedSnippet[];
  readonly scheduled: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
  readonly navigationViews: readonly NavigationView[];
  readonly seenSteps: readonly string[];
  readonly callProviders: readonly string[];
  readonly userTopics: readonly UserTopic[];
}

/** Reads what users have at the start of their queues. */
export interface UserSnapshots {
  /** Rejects for an unknown realm. */
  read(realmId: RealmId, userId: UserId, request: SnapshotRequest): Promise<UserSnapshot>;
}
