import type { Conversation } from "../../domain/message";

/** A conversation between people. */
export type DirectConversation = Extract<Conversation, { kind: "direct" }>;

/** Finds the conversations between fixed sets of people. They begin with their first message. */
export interface DirectConversations {
  between(realmId: number, participants: readonly number[]): Promise<DirectConversation | undefined>;
  /** Everyone in any of the user's conversations, ascending; also where nothing said there is left. */
  peopleIn(realmId: number, userId: number): Promise<readonly number[]>;
  /** The user's conversations with the id of their newest message, newest first. */
  recentOf(
    realmId: number,
    userId: number,
    limit: number,
  ): Promise<readonly { readonly conversation: DirectConversation; readonly newestMessageId: number }[]>;
}
