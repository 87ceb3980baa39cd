/** A group-setting value: a group's id, or an anonymous group. */
export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

export interface User {
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly delivery_email: string | null;
  readonly avatar_url: string | null;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly is_system_bot?: boolean;
  /** For bots: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  readonly bot_type?: number | null;
  readonly bot_owner_id?: number | null;
  /** ISO 8601. */
  readonly date_joined?: string;
  /** One of `UserRole`. */
  readonly role: number;
  readonly timezone: string;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
  readonly is_system_group: boolean;
  readonly deactivated: boolean;
  readonly creator_id: number | null;
  /** Unix seconds. */
  readonly date_created: number | null;
  readonly can_add_members_group: GroupSetting;
  readonly can_join_group: GroupSetting;
  readonly can_leave_group: GroupSetting;
  readonly can_manage_group: GroupSetting;
  readonly can_mention_group: GroupSetting;
  readonly can_remove_members_group: GroupSetting;
}

export interface Channel {
  readonly stream_id: number;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly rendered_description: string;
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly subscriber_count: number;
  readonly creator_id: number | null;
  /** Unix seconds. */
  readonly date_created: number;
  /** Messages per week; null for a channel too young to tell. */
  readonly stream_weekly_traffic: number | null;
  /** Null for the organization's default, -1 for forever. */
  readonly message_retention_days: number | null;
  readonly topics_policy: string;
  readonly default_push_notifications: boolean;
  /** Null for a channel without messages. */
  readonly first_message_id: number | null;
  readonly can_send_message_group: GroupSetting;
  readonly can_delete_any_message_group: GroupSetting;
  readonly can_delete_own_message_group: GroupSetting;
  readonly can_move_messages_within_channel_group: GroupSetting;
  readonly can_move_messages_out_of_channel_group: GroupSetting;
  readonly can_resolve_topics_group: GroupSetting;
  readonly can_administer_channel_group: GroupSetting;
  readonly can_add_subscribers_group: GroupSetting;
  readonly can_create_topic_group: GroupSetting;
  readonly can_remove_subscribers_group: GroupSetting;
  readonly can_subscribe_group: GroupSetting;
  readonly folder_id: number | null;
}

/** A folder in the channel list. */
export interface ChannelFolder {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly is_archived: boolean;
  readonly order: number;
}

export interface Subscription extends Channel {
  readonly color: string;
  readonly is_muted: boolean;
  readonly pin_to_top: boolean;
  /** The user's own settings for the channel; null where the general setting applies. */
  readonly desktop_notifications: boolean | null;
  readonly audible_notifications: boolean | null;
  readonly push_notifications: boolean | null;
}

export type ReactionKind = "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";

export interface Reaction {
  readonly user_id: number;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: ReactionKind;
}

/** A submessage: the definition of a poll, a vote. */
export interface Submessage {
  readonly id: number;
  readonly sender_id: number;
  readonly msg_type: string;
  /** JSON. */
  readonly content: string;
}

export interface Message {
  readonly id: number;
  readonly type: "stream" | "private";
  readonly sender_id: number;
  /** Rendered by the server. */
  readonly content: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly subject: string;
  readonly stream_id?: number;
  readonly display_recipient: string | readonly { readonly id: number }[];
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
  readonly is_me_message?: boolean;
  readonly flags: readonly string[];
  readonly last_edit_timestamp?: number;
  readonly last_moved_timestamp?: number;
  /** Search matches, as HTML. */
  readonly match_content?: string;
  readonly match_subject?: string;
}

export interface RealmEmoji {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly author_id: number | null;
  readonly deactivated: boolean;
}

/** A custom profile field. */
export interface ProfileField {
  readonly id: number;
  readonly name: string;
  /** One of `FieldType`. */
  readonly type: number;
  readonly hint: string;
  /** JSON: the options by their values. */
  readonly field_data: string;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  /** Whether profile cards show it. */
  readonly display_in_profile_summary?: boolean;
}

/** An external site that can run code of a language. */
export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

/** A default channel group: channels that new members can join together; ids. */
export interface ChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly number[];
}

/** An email domain whose addresses may join. */
export interface AllowedDomain {
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

/** A linkifier: turns text that matches a pattern into a link. */
export interface Linkifier {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
  /** The pattern to match. */
  readonly example_input: string | null;
  /** Turns a pasted URL back into the text. */
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
}

export interface UserTopic {
  readonly stream_id: number;
  readonly topic_name: string;
  /** One of `TopicPolicy`. */
  readonly visibility_policy: number;
}

/** The recipient of an unsent message: a channel, people, or none yet. */
interface Addressed {
  readonly type: "" | "stream" | "private";
  readonly topic?: string;
  readonly content: string;
}

export interface Draft extends Addressed {
  readonly id: number;
  readonly to: readonly number[];
  /** Unix seconds. */
  readonly timestamp: number;
}

export interface ScheduledMessage extends Addressed {
  readonly scheduled_message_id: number;
  readonly to: number | readonly number[];
  readonly rendered_content: string;
  /** Unix seconds. */
  readonly scheduled_delivery_timestamp: number;
  /** Whether sending failed. */
  readonly failed: boolean;
}

/** A reminder of a message. */
export interface Reminder {
  readonly reminder_id: number;
  readonly reminder_target_message_id: number;
  readonly rendered_content: string;
  /** Unix seconds. */
  readonly scheduled_delivery_timestamp: number;
}

export interface Status {
  readonly away?: boolean;
  readonly status_text?: string;
  readonly emoji_name?: string;
  readonly emoji_code?: string;
  readonly reaction_type?: ReactionKind;
}

/** When a user was last active and last connected, in Unix seconds. */
export interface Presence {
  readonly active_timestamp?: number;
  readonly idle_timestamp?: number;
}
