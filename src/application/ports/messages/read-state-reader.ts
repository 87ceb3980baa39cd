import type { IdRanges } from "../../../domain/collections/id-ranges";
import type { ChannelId, ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import type { Receipt } from "../../../domain/messages/message-reach";
import type { Flag, ReadState } from "../../../domain/messages/read-state";

/** A message, and a user whose flags on it are asked for. */
export interface UserMessage {
  readonly userId: UserId;
  readonly messageId: MessageId;
}

/** A message, and where it is. */
export type PlacedMessage = Pick<MessageHead, "id" | "conversation">;

/** Reads users' received, read and flagged messages. */
export interface ReadStateReader {
  /**
   * The user's state of each message's conversation, with the ids of these messages alone: a user may have read thousands of
   * ranges. Channels that they never subscribed to are left out.
   */
  statesOf(
    realmId: RealmId,
    userId: UserId,
    messages: readonly PlacedMessage[],
  ): Promise<readonly ReadState[]>;
  /**
   * All ids of a conversation that the user received, in however many ranges; none for a channel that they never subscribed to.
   * Costs more than `statesOf`.
   */
  receivedIn(realmId: RealmId, userId: UserId, conversationId: ConversationId): Promise<IdRanges>;
  /**
   * Every conversation in which the user received an id below `before` that they haven't read. Such an id needn't be a message's.
   */
  conversationsToRead(
    realmId: RealmId,
    userId: UserId,
    before: MessageId,
  ): Promise<readonly ConversationId[]>;
  /** The flags of messages other than read, by message id. */
  flagsOf(
    realmId: RealmId,
    userId: UserId,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<MessageId, readonly Flag[]>>;
  /** What `statesOf` and `flagsOf` return, read together. */
  statesAndFlagsOf(
    realmId: RealmId,
    userId: UserId,
    messages: readonly PlacedMessage[],
  ): Promise<{
    readonly states: readonly ReadState[];
    readonly flags: ReadonlyMap<MessageId, readonly Flag[]>;
  }>;
  /**
   * The flags that each user has on each message, read and historical among them, in the order of the questions; none for a message
   * that doesn't exist. One statement, however many there are.
   */
  flagsOfReaders(realmId: RealmId, asked: readonly UserMessage[]): Promise<readonly (readonly Flag[])[]>;
  /** Ids of the recipients who have marked the message as read, ascending. */
  readersOf(realmId: RealmId, message: PlacedMessage): Promise<readonly UserId[]>;
  /** Which of the users received the message when it was sent. */
  receiversAmong(
    realmId: RealmId,
    message: PlacedMessage,
    userIds: readonly UserId[],
  ): Promise<ReadonlySet<UserId>>;
  /**
   * Receipts in a channel, from the first to the last of some messages, of users for whom they differ from the subscription:
   * subscribers who lack a message there, and others who received one. Users with equal receipts are grouped, the least id
   * first.
   */
  exceptionalReceipts(
    realmId: RealmId,
    channelId: ChannelId,
    messageIds: readonly MessageId[],
  ): Promise<readonly Receipt[]>;
  /** Ids of the users with a flag on any of the messages, ascending. */
  usersWithFlags(realmId: RealmId, messageIds: readonly MessageId[]): Promise<readonly UserId[]>;
  /**
   * Ids of the users a message mentions by name, by group or by a wildcard: above `after`, ascending, at
   * most `limit`.
   */
  mentionedIn(
    realmId: RealmId,
    messageId: MessageId,
    after: UserId,
    limit: number,
  ): Promise<readonly UserId[]>;
}
