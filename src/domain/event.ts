import type { BotCall } from "./bot";
import type { ChannelEvent } from "./channel-event";
import type { IdRanges } from "./id-ranges";
import type { InvitationEvent } from "./invitation-event";
import type { Message } from "./message";
import type { MessageEdit } from "./message-edit";
import type { PeopleEvent } from "./people-event";
import { isPersonal, type PersonalEvent } from "./personal-event";
import type { PushEvent } from "./push-event";
import type { Reaction } from "./reaction";
import type { EditableFlag, Flag } from "./read-state";
import type { Realm } from "./realm";
import type { EmojiEvent } from "./realm-emoji";
import type { Submessage } from "./submessage";

/**
 * A change of a realm, in the past tense. A use case decides and appends events; the tables, the realm
 * state in memory and the clients' queues all follow from them, so none can say other than the rest.
 */
export type RealmEvent =
  | { readonly type: "realm_created"; readonly realm: Realm }
  | PeopleEvent
  | ChannelEvent
  | InvitationEvent
  | PersonalEvent
  | EmojiEvent
  | PushEvent
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
    }
  | {
      readonly type: "messages_deleted";
      readonly conversation: Message["conversation"];
      readonly topic: string;
      /** At most a thousand. */
      readonly messageIds: readonly number[];
      /** Unix milliseconds. */
      readonly deletedAt: number;
    }
  | {
      readonly type: "reaction_changed";
      readonly op: "add" | "remove";
      readonly messageId: number;
      readonly conversation: Message["conversation"];
      readonly reaction: Reaction;
    }
  | {
      readonly type: "submessage_added";
      readonly messageId: number;
      readonly conversation: Message["conversation"];
      readonly submessage: Submessage;
    }
  | {
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
    }
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
      readonly mode: MoveMode;
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

/** A topic of a channel, as a message has it. */
export interface MessageTopic {
  readonly conversation: Extract<Message["conversation"], { kind: "channel" }>;
  readonly topic: string;
}

export const moveModes = ["change_one", "change_later", "change_all"] as const;
/** Whether others of the topic are moved with a message: none, those after it, or all. */
export type MoveMode = (typeof moveModes)[number];

/** An event at its place in the realm's log. Positions grow by one in commit order. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: RealmEvent;
}

/** Whether the event changes what is kept in memory of the realm. The others are about single messages. */
export const changesRealmState = (event: RealmEvent): boolean =>
  !isPersonal(event) &&
  event.type !== "message_sent" &&
  event.type !== "message_flags_changed" &&
  event.type !== "messages_deleted" &&
  event.type !== "reaction_changed" &&
  event.type !== "submessage_added" &&
  event.type !== "message_edited" &&
  event.type !== "message_rendered" &&
  event.type !== "messages_moved" &&
  event.type !== "messages_restored" &&
  event.type !== "channel_revealed" &&
  event.type !== "channel_hidden";

export const eventCategories = [
  "realm",
  "user_defaults",
  "domains",
  "profile_fields",
  "linkifiers",
  "playgrounds",
  "invitations",
  "user_group",
  "user",
  "bot",
  "user_settings",
  "user_status",
  "alert_words",
  "muted_users",
  "channel",
  "default_channels",
  "channel_folder",
  "subscription",
  "message",
  "deleted_messages",
  "message_flags",
  "reaction",
  "submessage",
  "edited_messages",
  "drafts",
  "saved_snippets",
  "scheduled_messages",
  "user_topic",
  "attachment",
  "emoji",
  "call_tokens",
  "device",
  "presence",
  "direct_typing",
  "channel_typing",
  "typing_edit",
] as const;
/** What a client subscribes to. */
export type EventCategory = (typeof eventCategories)[number];

const categories: Readonly<Record<RealmEvent["type"], readonly EventCategory[]>> = {
  realm_created: ["realm"],
  realm_changed: ["realm", "user_defaults"],
  group_created: ["user_group"],
  group_changed: ["user_group"],
  group_members_changed: ["user_group"],
  group_subgroups_changed: ["user_group"],
  user_created: ["user", "user_group", "bot"],
  user_changed: ["user", "bot"],
  user_deactivated: ["user", "bot"],
  user_reactivated: ["user", "bot"],
  role_changed: ["user", "user_group"],
  bot_changed: ["user", "bot"],
  profile_values_changed: ["user"],
  user_settings_changed: ["user_settings", "user"],
  user_status_changed: ["user_status"],
  alert_words_set: ["alert_words"],
  muted_users_set: ["muted_users"],
  profile_fields_set: ["profile_fields"],
  linkifiers_set: ["linkifiers"],
  playgrounds_set: ["playgrounds"],
  domain_added: ["domains"],
  domain_changed: ["domains"],
  domain_removed: ["domains"],
  invitations_made: ["invitations"],
  invitation_mailed: [],
  invitations_closed: ["invitations"],
  channel_created: ["channel"],
  channel_revealed: ["channel"],
  channel_hidden: ["channel"],
  channel_changed: ["channel", "subscription"],
  default_channels_set: ["default_channels"],
  channel_folders_set: ["channel_folder"],
  subscriptions_changed: ["subscription"],
  subscribed: ["subscription", "user"],
  unsubscribed: ["subscription", "message_flags", "user"],
  drafts_added: ["drafts"],
  draft_changed: ["drafts"],
  draft_removed: ["drafts"],
  snippet_added: ["saved_snippets"],
  snippet_changed: ["saved_snippets"],
  snippet_removed: ["saved_snippets"],
  scheduled_set: ["scheduled_messages"],
  scheduled_removed: ["scheduled_messages"],
  topic_policy_set: ["user_topic"],
  attachment_added: ["attachment"],
  attachment_sharing_changed: ["attachment"],
  attachment_removed: ["attachment"],
  emoji_added: ["emoji"],
  emoji_deactivated: ["emoji"],
  call_token_changed: ["call_tokens"],
  client_device_added: ["device"],
  client_device_changed: ["device"],
  client_device_removed: ["device"],
  push_token_added: [],
  push_token_introduced: [],
  push_token_removed: [],
  message_sent: ["message"],
  messages_deleted: ["deleted_messages"],
  messages_restored: [],
  reaction_changed: ["reaction"],
  submessage_added: ["submessage"],
  message_edited: ["edited_messages"],
  message_rendered: ["edited_messages"],
  messages_moved: ["edited_messages", "deleted_messages", "message_flags"],
  message_flags_changed: ["message_flags"],
};

/** What clients may hear of the event: a queue takes it for any of these. */
export const categoriesOf = (event: RealmEvent): readonly EventCategory[] => categories[event.type];
