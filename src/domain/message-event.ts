import type { BotCall } from "./bot";
import type { CompactIds } from "./compact-ids";
import { ofFamily } from "./event-family";
import type { IdRanges } from "./id-ranges";
import type { Message } from "./message";
import type { MessageEdit } from "./message-edit";
import type { Reach } from "./message-reach";
import type { Reaction } from "./reaction";
import type { EditableFlag, Flag } from "./read-state";
import type { Submessage } from "./submessage";

/** What happened to messages, and to what each user has done with them, in the past tense. */
export type MessageEvent =
  | {
      readonly type: "message_sent";
      readonly message: Message;
      /** Whether it is the first between these people. */
      readonly beginsConversation: boolean;
      /** Rare flags of those whom the message concerns by name, by user id. */
      readonly marks: Readonly<Record<string, readonly Flag[]>>;
      /** The queue and the local id of the client that sent it, which recognizes its own message by them. */
      readonly origin?: { readonly queueId: string; readonly localId: string };
      /** What the sender calls this send: a repeat of it is no second message. */
      readonly sendKey?: string;
      /** Outgoing webhook bots whose servers are to hear of it; absent where there are none. */
      readonly botCalls?: readonly BotCall[];
      /** Those to whom it comes as read, besides a sender who typed it; absent where there are none. */
      readonly readBy?: CompactIds;
    }
  | {
      readonly type: "messages_deleted";
      readonly conversation: Message["conversation"];
      readonly topic: string;
      /** At most a thousand. */
      readonly messageIds: readonly number[];
      /** Unix milliseconds. */
      readonly deletedAt: number;
      readonly reach?: Reach;
      /** Who wrote the message, where it is a single one that somebody chose. */
      readonly senderId?: number;
      /** The channel's first message since then, where that was one of these; null where it has none left. */
      readonly firstMessageId?: number | null;
    }
  | {
      readonly type: "reaction_changed";
      readonly op: "add" | "remove";
      readonly messageId: number;
      readonly conversation: Message["conversation"];
      readonly reaction: Reaction;
      readonly reach?: Reach;
    }
  | {
      readonly type: "submessage_added";
      readonly messageId: number;
      readonly conversation: Message["conversation"];
      readonly submessage: Submessage;
      readonly reach?: Reach;
    }
  | MessageEdited
  /** The same words look otherwise now: a newer renderer read them, or a picture of theirs is ready. */
  | {
      readonly type: "message_rendered";
      readonly messageId: number;
      readonly conversation: Message["conversation"];
      readonly topic: string;
      readonly content: string;
      readonly renderedContent: string;
      readonly rendererVersion: number;
      /** Unix seconds. */
      readonly renderedAt: number;
      readonly reach?: Reach;
    }
  | {
      readonly type: "messages_moved";
      /** Ascending; at most a thousand. */
      readonly messageIds: readonly number[];
      readonly from: MessageTopic;
      readonly to: MessageTopic;
      readonly edit: MessageEdit;
      /** The message that was moved by hand; the others went with it. */
      readonly chosenId: number;
      /** What it says since then, if that was changed at the same time; its `edit` tells of both. */
      readonly edited?: MessageEdited;
      readonly mode: MoveMode;
      /** In the channel that they leave. */
      readonly reach?: Reach;
      /** Those who are in the channel that the messages leave and not in the one that they go to. */
      readonly leftBehind: readonly number[];
      /** Those who had marks on the messages and can't read them any more: the marks go. */
      readonly lostBy: readonly number[];
    }
  /** Deleted messages are back as they were, save who was told of them. */
  | {
      readonly type: "messages_restored";
      /** At most a thousand. */
      readonly messageIds: readonly number[];
    }
  | {
      readonly type: "message_flags_changed";
      readonly userId: number;
      readonly op: "add" | "remove";
      readonly flag: EditableFlag;
      readonly messageIds: readonly number[];
      /** Whether it is about everything that the user has: then no ids are told. */
      readonly isAll?: true;
      /** For the read flag: what is now read (or unread), by conversation. */
      readonly ranges: readonly { readonly conversationId: number; readonly ids: IdRanges }[];
      /** For "remove read": what clients need to count the messages again. */
      readonly messages: readonly {
        readonly id: number;
        readonly conversation: Message["conversation"];
        readonly topic: string;
        readonly marks: readonly Flag[];
      }[];
    };

/** A message says something else. */
export interface MessageEdited {
  readonly type: "message_edited";
  readonly messageId: number;
  readonly conversation: Message["conversation"];
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly rendererVersion: number;
  /** Rare flags that follow from what it says now, by user id, in the place of those that it had. */
  readonly marks: Readonly<Record<string, readonly Flag[]>>;
  readonly edit: MessageEdit;
  readonly reach?: Reach;
}

/** A topic of a channel, as a message has it. */
export interface MessageTopic {
  readonly conversation: Extract<Message["conversation"], { kind: "channel" }>;
  readonly topic: string;
}

export const moveModes = ["change_one", "change_later", "change_all"] as const;
/** Whether others of the topic are moved with a message: none, those after it, or all. */
export type MoveMode = (typeof moveModes)[number];

/** Whether the event is about single messages: nothing of it is kept in memory, save who knows whom. */
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
