import type { BotCall } from "../bots/bot";
import type { CompactIds } from "../collections/compact-ids";
import type { IdRanges } from "../collections/id-ranges";
import type { ConversationId, MessageId, UserId } from "../ids";
import type { Message } from "../messages/message";
import type { MessageEdit } from "../messages/message-edit";
import type { Reach } from "../messages/message-reach";
import type { Reaction } from "../messages/reaction";
import type { EditableFlag, Flag } from "../messages/read-state";
import type { Submessage } from "../messages/submessage";
import { ofFamily } from "./event-family";

/** An event about messages, or about what a user did with them. */
export type MessageEvent =
  | {
      readonly type: "message_sent";
      readonly message: Message;
      /** Whether this is the first direct message between these people. */
      readonly beginsConversation: boolean;
      /** Flags such as `mentioned`, by user id. Only users who have any appear. */
      readonly flagsByUser: Readonly<Record<string, readonly Flag[]>>;
      /** The sending client's queue and local id, by which it recognizes its own message. */
      readonly origin?: { readonly queueId: string; readonly localId: string };
      /** The sender's idempotency key. A second send with this key sends nothing. */
      readonly sendKey?: string;
      /** Outgoing webhook bots to call; absent if none. */
      readonly botCalls?: readonly BotCall[];
      /** Users for whom the message is read on arrival, apart from a sender who typed it; absent if none. */
      readonly readBy?: CompactIds;
    }
  | {
      readonly type: "messages_deleted";
      readonly conversation: Message["conversation"];
      readonly topic: string;
      /** At most a thousand. */
      readonly messageIds: readonly MessageId[];
      /** Unix milliseconds. */
      readonly deletedAt: number;
      readonly reach?: Reach;
      /** The author, if someone deleted a single message. */
      readonly senderId?: UserId;
      /** The channel's new first message, if the deletion changed it; null if the channel is now empty. */
      readonly firstMessageId?: MessageId | null;
    }
  | {
      readonly type: "reaction_changed";
      readonly op: "add" | "remove";
      readonly messageId: MessageId;
      readonly conversation: Message["conversation"];
      readonly reaction: Reaction;
      readonly reach?: Reach;
    }
  | {
      readonly type: "submessage_added";
      readonly messageId: MessageId;
      readonly conversation: Message["conversation"];
      readonly submessage: Submessage;
      readonly reach?: Reach;
    }
  | MessageEdited
  /** Unchanged content has new HTML: the renderer is newer, or had no time before. */
  | {
      readonly type: "message_rendered";
      readonly messageId: MessageId;
      readonly conversation: Message["conversation"];
      readonly topic: string;
      readonly content: string;
      readonly renderedContent: string;
      readonly rendererVersion: number;
      /** Unix seconds. */
      readonly renderedAt: number;
      /**
       * Whether it had no HTML so far. Only then are clients notified: a newer renderer changes every message, and they see that when
       * they next fetch some.
       */
      readonly isFirst?: boolean;
      readonly reach?: Reach;
    }
  | {
      readonly type: "messages_moved";
      /** Ascending; at most a thousand. */
      readonly messageIds: readonly MessageId[];
      readonly from: MessageTopic;
      readonly to: MessageTopic;
      readonly edit: MessageEdit;
      /** The message the user chose; the others moved along with it. */
      readonly chosenId: MessageId;
      /**
       * The new content of the chosen message, if the same request edited it. Its `edit` then describes both changes.
       */
      readonly edited?: MessageEdited;
      readonly mode: MoveMode;
      /** Who had received the messages in the channel they leave. */
      readonly reach?: Reach;
      /** Subscribers of the old channel who are not subscribed to the new one. */
      readonly leftBehind: readonly UserId[];
      /** Users who lose their flags on the messages because they can no longer read them. */
      readonly lostBy: readonly UserId[];
    }
  /** Restores deleted messages. Notifications are not repeated. */
  | {
      readonly type: "messages_restored";
      /** At most a thousand. */
      readonly messageIds: readonly MessageId[];
    }
  | {
      readonly type: "message_flags_changed";
      readonly userId: UserId;
      readonly op: "add" | "remove";
      readonly flag: EditableFlag;
      readonly messageIds: readonly MessageId[];
      /** Marks everything the user has; `messageIds` is empty then. */
      readonly isAll?: true;
      /** For the read flag: the messages now read or unread, by conversation. */
      readonly ranges: readonly { readonly conversationId: ConversationId; readonly ids: IdRanges }[];
      /** For removing the read flag: what clients need to update their unread counts. */
      readonly messages: readonly {
        readonly id: MessageId;
        readonly conversation: Message["conversation"];
        readonly topic: string;
        readonly flags: readonly Flag[];
      }[];
    };

/** The content of a message changed. */
export interface MessageEdited {
  readonly type: "message_edited";
  readonly messageId: MessageId;
  readonly conversation: Message["conversation"];
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly rendererVersion: number;
  /** Flags that follow from the new content, by user id. They replace the earlier ones. */
  readonly flagsByUser: Readonly<Record<string, readonly Flag[]>>;
  readonly edit: MessageEdit;
  readonly reach?: Reach;
}

/** A channel and one of its topics. */
export interface MessageTopic {
  readonly conversation: Extract<Message["conversation"], { kind: "channel" }>;
  readonly topic: string;
}

export const moveModes = ["change_one", "change_later", "change_all"] as const;
/** Which messages of the topic move along with the chosen one: none, later ones, or all. */
export type MoveMode = (typeof moveModes)[number];

/**
 * Whether the event is about messages. Realm state ignores these events, except to learn which users know each other.
 */
export const isAboutMessages = ofFamily<MessageEvent>({
  message_sent: true,
  messages_deleted: true,
  reaction_changed: true,
  submessage_added: true,
  message_edited: true,
  message_rendered: true,
  messages_moved: true,
  messages_restored: true,
  message_flags_changed: true,
});
