import type { ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { Message, MessageHead } from "../../../domain/messages/message";
import type { TopicReader } from "../topics/topic-reader";
import type { ConversationReader } from "./conversation-reader";
import type { Bounded, MessageFinder } from "./message-finder";
import type { MessagePlace } from "./message-scope";
import type { ResponseReader } from "./response-reader";
import type { UnreadReader } from "./unread-reader";

/** Reads messages and data derived from them. Missing messages are left out. */
export interface MessageReader
  extends MessageFinder,
    UnreadReader,
    TopicReader,
    ConversationReader,
    ResponseReader {
  /** In ascending order of id. */
  byIds(realmId: RealmId, ids: readonly MessageId[]): Promise<readonly Message[]>;
  /** Like `byIds`, up to the message with which they reach `enough` bytes, as `messageSize` counts them. */
  byIdsUpTo(
    realmId: RealmId,
    ids: readonly MessageId[],
    enough: number,
  ): Promise<Bounded<readonly Message[]>>;
  /** Like `byIds`, without contents. */
  headsOf(realmId: RealmId, ids: readonly MessageId[]): Promise<readonly MessageHead[]>;
  /** The Markdown source of the messages, by id. */
  contentsOf(realmId: RealmId, ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, string>>;
  /** The oldest message sent at a time in Unix seconds or later. */
  idAt(realmId: RealmId, time: number): Promise<MessageId | undefined>;
  /** The message that a user sent with this key, unless it was deleted since. */
  idBySendKey(realmId: RealmId, senderId: UserId, key: string): Promise<MessageId | undefined>;
  /** A user's oldest messages with ids above `after`, at most `limit`. */
  sentBy(
    realmId: RealmId,
    senderId: UserId,
    after: MessageId,
    limit: number,
  ): Promise<readonly MessagePlace[]>;
  /** The newest message that the user received. */
  newestId(realmId: RealmId, userId: UserId): Promise<MessageId | undefined>;
  /**
   * Messages rendered by an older version, newest first, at most `limit`, up to the one with which they reach
   * `enough` bytes, as `messageSize` counts them.
   */
  renderedBefore(
    realmId: RealmId,
    version: number,
    limit: number,
    enough: number,
  ): Promise<readonly Message[]>;
  /**
   * The oldest messages of a channel's conversation, or of all direct ones, with ids above `after` and sent
   * before a time in Unix seconds, at most `limit`. Ids follow the order of sending, so messages of later ids
   * are newer still.
   */
  sentBefore(
    realmId: RealmId,
    where: ConversationId | "direct",
    time: number,
    after: MessageId,
    limit: number,
  ): Promise<readonly MessagePlace[]>;
}
