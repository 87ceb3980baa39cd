import type { RealmId, UserId } from "../../../domain/ids";
import type { Conversation } from "../../../domain/messages/message";

/** A direct message conversation. */
export type DirectConversation = Extract<Conversation, { kind: "direct" }>;

/** Finds the direct message conversations of users. Each begins with its first message. */
export interface DirectConversations {
  between(realmId: RealmId, participants: readonly UserId[]): Promise<DirectConversation | undefined>;
  /**
   * All participants of the user's conversations, ascending, including conversations without remaining
   * messages.
   */
  peopleIn(realmId: RealmId, userId: UserId): Promise<readonly UserId[]>;
}
