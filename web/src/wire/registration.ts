import type {
  Channel,
  ChannelFolder,
  Draft,
  Group,
  Presence,
  ProfileField,
  RealmEmoji,
  Reminder,
  ScheduledMessage,
  Status,
  Subscription,
  User,
  UserTopic,
} from "./wire";

/** The parts of the answer to POST /register that this client reads. */
export interface Registration {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly user_id: number;
  readonly is_admin: boolean;
  readonly realm_users: readonly User[];
  readonly realm_non_active_users: readonly User[];
  readonly cross_realm_bots: readonly User[];
  readonly realm_user_groups: readonly Group[];
  readonly streams: readonly Channel[];
  readonly subscriptions: readonly Subscription[];
  readonly drafts: readonly Draft[];
  readonly scheduled_messages: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
  readonly channel_folders: readonly ChannelFolder[];
  readonly user_topics: readonly UserTopic[];
  readonly muted_users: readonly { readonly id: number }[];
  readonly starred_messages: readonly number[];
  readonly realm_emoji: Readonly<Record<string, RealmEmoji>>;
  readonly custom_profile_fields: readonly ProfileField[];
  readonly alert_words: readonly string[];
  readonly user_settings: Readonly<Record<string, unknown>>;
  readonly user_status: Readonly<Record<string, Status>>;
  readonly presences: Readonly<Record<string, Presence>>;
  readonly presence_last_update_id: number;
  readonly recent_private_conversations: readonly {
    readonly max_message_id: number;
    readonly user_ids: readonly number[];
  }[];
  readonly unread_msgs: {
    readonly mentions: readonly number[];
    /** Those that mention the user only through a wildcard, muted or not. */
    readonly wildcard_mentions: readonly number[];
    readonly streams: readonly {
      readonly stream_id: number;
      readonly topic: string;
      readonly unread_message_ids: readonly number[];
    }[];
    readonly pms: readonly {
      readonly other_user_id: number;
      readonly unread_message_ids: readonly number[];
    }[];
    readonly huddles: readonly {
      readonly user_ids_string: string;
      readonly unread_message_ids: readonly number[];
    }[];
    readonly old_unreads_missing: boolean;
  };
  /** The organization's settings, as `realm_…`, and the server's limits. */
  readonly [setting: string]: unknown;
}
