import type { MessageHead } from "../../domain/message";
import type { Receipt } from "../../domain/message-reach";
import type { EditableFlag, Flag, ReadState } from "../../domain/read-state";

/** Reads what users have received, read and marked. */
export interface ReadStateReader {
  /** The user's state of each conversation. A channel that they never subscribed to is left out. */
  statesOf(
    realmId: number,
    userId: number,
    conversationIds: readonly number[],
  ): Promise<readonly ReadState[]>;
  /** The state of every conversation that the user takes or took part in. */
  allStatesOf(realmId: number, userId: number): Promise<readonly ReadState[]>;
  /** The flags of single messages other than read, by message id. */
  marksOf(
    realmId: number,
    userId: number,
    messageIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Flag[]>>;
  /** Ids of those who received the message and have marked it as read, ascending. */
  readersOf(realmId: number, message: Pick<MessageHead, "id" | "conversation">): Promise<readonly number[]>;
  /** Those of the users whom the message reached when it was sent. */
  receiversAmong(
    realmId: number,
    message: Pick<MessageHead, "id" | "conversation">,
    userIds: readonly number[],
  ): Promise<ReadonlySet<number>>;
  /**
   * What people have received of a channel between the first and the last of some messages, as far as it isn't what
   * their subscription says: of subscribers who lack anything there, and of others who have anything. People with the
   * same are together, the least id first.
   */
  exceptionalReceipts(
    realmId: number,
    channelId: number,
    messageIds: readonly number[],
  ): Promise<readonly Receipt[]>;
  /** Ids of those who have a mark on any of the messages, ascending. */
  markedBy(realmId: number, messageIds: readonly number[]): Promise<readonly number[]>;
  /** Ids of those whom a message mentions by name, in a group or with everyone: beyond `after`, ascending, at most `limit`. */
  mentionedIn(realmId: number, messageId: number, after: number, limit: number): Promise<readonly number[]>;
  /** Ids of the messages that have the flag, ascending. */
  marked(realmId: number, userId: number, flag: Exclude<EditableFlag, "read">): Promise<readonly number[]>;
}
