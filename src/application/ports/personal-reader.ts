import type { Draft } from "../../domain/draft";
import type { SavedSnippet } from "../../domain/saved-snippet";
import type { UserTopic } from "../../domain/topic-policy";

/** Reads what users keep for themselves. */
export interface PersonalReader {
  /** The one that was edited longest ago first. */
  drafts(realmId: number, userId: number): Promise<readonly Draft[]>;
  /** In the order of their making. */
  snippets(realmId: number, userId: number): Promise<readonly SavedSnippet[]>;
  /** The topics that the user has otherwise than their channels, by channel and topic. */
  topics(realmId: number, userId: number): Promise<readonly UserTopic[]>;
}
