import type { Registration } from "./registration";
import type {
  AllowedDomain,
  Channel,
  ChannelFolder,
  ChannelGroup,
  Draft,
  Group,
  Linkifier,
  Message,
  Playground,
  Presence,
  ProfileField,
  Reaction,
  RealmEmoji,
  Reminder,
  ScheduledMessage,
  Subscription,
  User,
  UserTopic,
} from "./wire";

export interface MessageMoved {
  readonly type: "update_message";
  readonly message_id: number;
  readonly message_ids: readonly number[];
  readonly stream_id?: number;
  readonly new_stream_id?: number;
  readonly orig_subject?: string;
  readonly subject?: string;
  readonly propagate_mode?: string;
  readonly rendering_only: boolean;
  readonly rendered_content?: string;
  readonly edit_timestamp?: number;
  readonly is_me_message?: boolean;
  readonly flags: readonly string[];
}

/** Where a message is that was marked as unread. */
export interface UnreadDetail {
  readonly type: "stream" | "private";
  readonly mentioned?: boolean;
  /** Only through a wildcard. */
  readonly wildcard_mentioned?: boolean;
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: readonly number[];
}

export interface FlagsChanged {
  readonly type: "update_message_flags";
  readonly op: "add" | "remove";
  readonly flag: string;
  readonly messages: readonly number[];
  readonly all: boolean;
  readonly message_details?: Readonly<Record<string, UnreadDetail>>;
}

type Person = Partial<User> & { readonly user_id: number; readonly new_email?: string };

export interface Typing {
  readonly type: "typing";
  readonly op: "start" | "stop";
  readonly message_type: "stream" | "direct";
  readonly sender: { readonly user_id: number };
  readonly recipients?: readonly { readonly user_id: number }[];
  readonly stream_id?: number;
  readonly topic?: string;
}

/** The event types that this client subscribes to. */
export type ServerEvent = { readonly id?: number } & (
  | { readonly type: "heartbeat" }
  | {
      readonly type: "message";
      /** Its flags are sent next to it. */
      readonly message: Omit<Message, "flags">;
      readonly flags: readonly string[];
      readonly local_message_id?: string;
    }
  | MessageMoved
  | FlagsChanged
  | { readonly type: "delete_message"; readonly message_ids: readonly number[] }
  | ({ readonly type: "reaction"; readonly op: "add" | "remove"; readonly message_id: number } & Reaction)
  | {
      readonly type: "submessage";
      readonly message_id: number;
      readonly submessage_id: number;
      readonly sender_id: number;
      readonly msg_type: string;
      readonly content: string;
    }
  | { readonly type: "subscription"; readonly op: "add"; readonly subscriptions: readonly Subscription[] }
  | {
      readonly type: "subscription";
      readonly op: "remove";
      readonly subscriptions: readonly { readonly stream_id: number }[];
    }
  | {
      readonly type: "subscription";
      readonly op: "update";
      readonly stream_id: number;
      readonly property: string;
      readonly value: unknown;
    }
  | {
      readonly type: "subscription";
      readonly op: "peer_add" | "peer_remove";
      readonly stream_ids: readonly number[];
      readonly user_ids: readonly number[];
    }
  | { readonly type: "stream"; readonly op: "create"; readonly streams: readonly Channel[] }
  | { readonly type: "stream"; readonly op: "delete"; readonly stream_ids: readonly number[] }
  | {
      readonly type: "stream";
      readonly op: "update";
      readonly stream_id: number;
      readonly property: string;
      readonly value: unknown;
      readonly rendered_description?: string;
      readonly is_web_public?: boolean;
      readonly history_public_to_subscribers?: boolean;
    }
  | { readonly type: "drafts"; readonly op: "add"; readonly drafts: readonly Draft[] }
  | { readonly type: "drafts"; readonly op: "update"; readonly draft: Draft }
  | { readonly type: "drafts"; readonly op: "remove"; readonly draft_id: number }
  | {
      readonly type: "scheduled_messages";
      readonly op: "add";
      readonly scheduled_messages: readonly ScheduledMessage[];
    }
  | {
      readonly type: "scheduled_messages";
      readonly op: "update";
      readonly scheduled_message: ScheduledMessage;
    }
  | { readonly type: "scheduled_messages"; readonly op: "remove"; readonly scheduled_message_id: number }
  | { readonly type: "reminders"; readonly op: "add"; readonly reminders: readonly Reminder[] }
  | { readonly type: "reminders"; readonly op: "remove"; readonly reminder_id: number }
  | { readonly type: "channel_folder"; readonly op: "add"; readonly channel_folder: ChannelFolder }
  | {
      readonly type: "channel_folder";
      readonly op: "update";
      readonly channel_folder_id: number;
      readonly data: Partial<ChannelFolder>;
    }
  | { readonly type: "channel_folder"; readonly op: "reorder"; readonly order: readonly number[] }
  | ({ readonly type: "user_topic" } & UserTopic)
  | { readonly type: "muted_users"; readonly muted_users: Registration["muted_users"] }
  | { readonly type: "realm_user"; readonly op: "add"; readonly person: User }
  | { readonly type: "realm_user"; readonly op: "update" | "remove"; readonly person: Person }
  | { readonly type: "user_group"; readonly op: "add"; readonly group: Group }
  | {
      readonly type: "user_group";
      readonly op: "update";
      readonly group_id: number;
      readonly data: Partial<Group>;
    }
  | { readonly type: "user_group"; readonly op: "remove"; readonly group_id: number }
  | {
      readonly type: "user_group";
      readonly op: "add_members" | "remove_members";
      readonly group_id: number;
      readonly user_ids: readonly number[];
    }
  | {
      readonly type: "user_group";
      readonly op: "add_subgroups" | "remove_subgroups";
      readonly group_id: number;
      readonly direct_subgroup_ids: readonly number[];
    }
  | { readonly type: "realm"; readonly op: "update"; readonly property: string; readonly value: unknown }
  | { readonly type: "realm"; readonly op: "update_dict"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly type: "realm_linkifiers"; readonly realm_linkifiers: readonly Linkifier[] }
  | { readonly type: "realm_playgrounds"; readonly realm_playgrounds: readonly Playground[] }
  | { readonly type: "default_stream_groups"; readonly default_stream_groups: readonly ChannelGroup[] }
  | { readonly type: "realm_domains"; readonly op: "add" | "change"; readonly realm_domain: AllowedDomain }
  | { readonly type: "realm_domains"; readonly op: "remove"; readonly domain: string }
  | { readonly type: "realm_user_settings_defaults"; readonly property: string; readonly value: unknown }
  | { readonly type: "custom_profile_fields"; readonly fields: readonly ProfileField[] }
  | { readonly type: "alert_words"; readonly alert_words: readonly string[] }
  | { readonly type: "invites_changed" }
  | { readonly type: "default_streams"; readonly default_streams: readonly number[] }
  | { readonly type: "realm"; readonly op: "deactivated" }
  | { readonly type: "realm_emoji"; readonly op: "update"; readonly realm_emoji: Registration["realm_emoji"] }
  | { readonly type: "realm_emoji"; readonly op: "add"; readonly emoji: RealmEmoji }
  | {
      readonly type: "realm_emoji";
      readonly op: "update_one";
      readonly emoji_id: string;
      readonly data: Partial<RealmEmoji>;
    }
  | {
      readonly type: "user_settings";
      readonly op: "update";
      readonly property: string;
      readonly value: unknown;
    }
  | ({ readonly type: "user_status"; readonly user_id: number } & Registration["user_status"][string])
  | {
      readonly type: "presence";
      readonly presences: Readonly<Record<string, Presence>>;
      /** The newest update included, if none before it is missing. Only in answers to presence reports. */
      readonly upTo?: number;
    }
  | Typing
);
