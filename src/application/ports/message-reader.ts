import type { Message, MessageHead } from "../../domain/message";
import type { ConversationReader } from "./conversation-reader";
import type { MessageFinder } from "./message-finder";
import type { MessagePlace } from "./message-scope";
import type { TopicReader } from "./topic-reader";
import type { UnreadReader } from "./unread-reader";

/** Reads messages, and what follows from them. Absent messages are left out. */
export interface MessageReader extends MessageFinder, UnreadReader, TopicReader, ConversationReader {
  /** In ascending order of id. */
  byIds(realmId: number, ids: readonly number[]): Promise<readonly Message[]>;
  /** The same without what was said. */
  headsOf(realmId: number, ids: readonly number[]): Promise<readonly MessageHead[]>;
  /** The oldest message that was sent at a time in Unix seconds or later. */
  idAt(realmId: number, time: number): Promise<number | undefined>;
  /** The message that a user sent under this key, unless it was deleted since. */
  idBySendKey(realmId: number, senderId: number, key: string): Promise<number | undefined>;
  /** The oldest messages that a user sent beyond the id `after`, at most `limit`. */
  sentBy(realmId: number, senderId: number, after: number, limit: number): Promise<readonly MessagePlace[]>;
  /** The newest message that reached the user. */
  newestId(realmId: number, userId: number): Promise<number | undefined>;
  /** Messages that a renderer older than the version made, the newest first, at most `limit`. */
  renderedBefore(realmId: number, version: number, limit: number): Promise<readonly Message[]>;
  /**
   * The oldest messages of a channel's conversation, or of all direct ones, beyond the id `after`, at most
   * `limit`, as far as they are from before a time in Unix seconds. Ids are in the order of sending, so the
   * others are newer still.
   */
  sentBefore(
    realmId: number,
    where: number | "direct",
    time: number,
    after: number,
    limit: number,
  ): Promise<readonly MessagePlace[]>;
}
