import type { SettingGroups } from "../views/settings/setting";

const minutes = ["minutes", 60] as const;
const hours = ["hours", 1] as const;
const days = ["days", 1] as const;
const daysOfSeconds = ["days", 86_400] as const;

const followPolicies = { 1: "I take part in", 2: "I write in", 3: "I start", 4: "Never" };

/** Where each setting of one’s own is, and what it is called: sections, groups, settings. */
export const ownSettingWords: Readonly<Record<string, SettingGroups>> = {
  preferences: {
    Display: {
      color_scheme: {
        label: "Theme",
        choices: { 1: "Theme of the system", 2: "Dark theme", 3: "Light theme" },
      },
      web_font_size_px: { label: "Size of letters", unit: ["pixels", 1] },
      web_line_height_percent: { label: "Distance of lines", unit: ["percent", 1] },
      high_contrast_mode: "High contrast",
      fluid_layout_width: "Conversations take all of the width",
      twenty_four_hour_time: "24-hour clock",
      receives_typing_notifications: "Show when others type",
      hide_ai_features: "Hide what a language model writes, such as summaries",
    },
    Writing: {
      enter_sends: "Enter sends; otherwise Ctrl+Enter does",
      enable_drafts_synchronization: "Keep drafts on all devices",
      translate_emoticons: "Turn emoticons into emoji, such as :) into 🙂",
    },
    Topics: {
      automatically_follow_topics_policy: { label: "Topics I come to follow", choices: followPolicies },
      automatically_unmute_topics_in_muted_streams_policy: {
        label: "Topics of muted channels that I come to see",
        choices: followPolicies,
      },
      automatically_follow_topics_where_mentioned: "Follow topics in which I am mentioned",
      resolved_topic_notice_auto_read_policy: {
        label: "Messages that a topic is resolved come as read",
        choices: { always: "Always", except_followed: "Unless I follow the topic", never: "Never" },
      },
    },
  },
  notifications: {
    "Direct messages and mentions": {
      enable_desktop_notifications: "Desktop notifications",
      enable_sounds: "Sound",
      enable_offline_push_notifications: "Notifications on phones and in other browsers",
      enable_offline_email_notifications: "Email while you are away",
      wildcard_mentions_notify: "Also where everyone is mentioned, as by @all",
    },
    "Topics you follow": {
      enable_followed_topic_desktop_notifications: "Desktop notifications",
      enable_followed_topic_audible_notifications: "Sound",
      enable_followed_topic_push_notifications: "Notifications on phones and in other browsers",
      enable_followed_topic_email_notifications: "Email while you are away",
      enable_followed_topic_wildcard_mentions_notify: "Also where everyone is mentioned, as by @all",
    },
    "All other channel messages": {
      enable_stream_desktop_notifications: "Desktop notifications",
      enable_stream_audible_notifications: "Sound",
      enable_stream_push_notifications: "Notifications on phones and in other browsers",
      enable_stream_email_notifications: "Email while you are away",
    },
    "On phones and the desktop": {
      enable_online_push_notifications: "On phones also while you are at a computer",
      pm_content_in_desktop_notifications: "Show the text of direct messages in notifications",
    },
    Email: {
      message_content_in_email_notifications: "Show the text of messages in email",
      email_notifications_batching_period_seconds: {
        label: "Wait for more messages before an email",
        unit: minutes,
      },
      realm_name_in_email_notifications_policy: {
        label: "Name of the organization in the subject",
        choices: { 1: "Where you are in several", 2: "Always", 3: "Never" },
      },
      enable_login_emails: "Email when somebody logs in from a new place",
    },
  },
  privacy: {
    "What others see of you": {
      email_address_visibility: {
        label: "Who sees your email address",
        choices: { 1: "Everyone", 2: "Members", 3: "Administrators", 4: "Nobody", 5: "Moderators" },
      },
      presence_enabled: "Whether you are here",
      send_private_typing_notifications: "That you type, in direct messages",
      send_stream_typing_notifications: "That you type, in channels",
      send_read_receipts: "What you have read",
      allow_private_data_export: {
        label: "Let administrators export your private data",
        hint: "Your direct messages, and private channels that you are in.",
      },
    },
  },
};

const noChannel = "None";

/** The same of the organization’s settings. */
export const organizationSettingWords: Readonly<Record<string, SettingGroups>> = {
  profile: {
    "Who you are": {
      name: "Name",
      description: {
        label: "Description",
        hint: "Newcomers read it where they log in. It may have Markdown.",
      },
      org_type: {
        label: "Kind of organization",
        choices: {
          0: "Not said",
          10: "Business",
          20: "Open-source project",
          30: "Education (non-profit)",
          35: "Education (for profit)",
          40: "Research",
          50: "Event or conference",
          60: "Non-profit",
          70: "Government",
          80: "Political group",
          90: "Community",
          100: "Personal",
          1000: "Other",
        },
      },
      enable_spectator_access: {
        label: "Let anyone on the web read channels that are open to it",
        hint: "Without an account.",
      },
    },
  },
  messages: {
    "Editing and deleting": {
      allow_message_editing: "People may edit their messages",
      message_content_edit_limit_seconds: { label: "For how long they may edit", unit: minutes },
      message_content_delete_limit_seconds: { label: "For how long they may delete", unit: minutes },
      message_edit_history_visibility_policy: {
        label: "What others see of edits",
        choices: { all: "Everything", moves: "Moves only", none: "Nothing" },
      },
    },
    Moving: {
      move_messages_within_stream_limit_seconds: {
        label: "For how long messages may move to other topics",
        unit: daysOfSeconds,
      },
      move_messages_between_streams_limit_seconds: {
        label: "For how long messages may move to other channels",
        unit: daysOfSeconds,
      },
    },
    Channels: {
      topics_policy: {
        label: "Messages without a topic",
        choices: { allow_empty_topic: "Allowed", disable_empty_topic: "Not allowed" },
      },
      send_channel_events_messages: "Say in channels when they change",
      new_stream_announcements_stream_id: { label: "Announce new channels in", choices: { "-1": noChannel } },
      zulip_update_announcements_stream_id: {
        label: "Announce what is new after an upgrade in",
        choices: { "-1": noChannel },
      },
      signup_announcements_stream_id: { label: "Announce new people in", choices: { "-1": noChannel } },
      moderation_request_channel_id: {
        label: "Send reports of messages to",
        hint: "Only private channels will do.",
        choices: { "-1": noChannel },
      },
    },
    "Reading and keeping": {
      enable_read_receipts: "Show who has read a message",
      inline_image_preview: "Show pictures and films that messages link to",
      default_code_block_language: "Language of code blocks that name none",
      message_retention_days: { label: "For how long messages are kept", unit: days },
      message_content_allowed_in_email_notifications: "Emails may have the text of messages",
      require_e2ee_push_notifications:
        "Notifications on phones have text only where it is encrypted end to end",
    },
    Calls: {
      video_chat_provider: {
        label: "Service for calls",
        choices: {
          0: "None",
          1: "Jitsi Meet",
          3: "Zoom",
          4: "BigBlueButton",
          5: "Zoom, one account for all",
          6: "Constructor Groups",
          7: "Nextcloud Talk",
          8: "Webex",
          1000: "Galene",
        },
      },
      jitsi_server_url: { label: "Address of the Jitsi server", hint: "Empty for the server’s own choice." },
    },
  },
  access: {
    Joining: {
      invite_required: "Only people who are invited can join",
      emails_restricted_to_domains: "Only addresses of allowed domains can join",
      disallow_disposable_email_addresses: "No throw-away addresses",
      waiting_period_threshold: { label: "Days until somebody is a full member", unit: days },
      welcome_message_custom_text: {
        label: "What new people are welcomed with",
        hint: "Added to the first message they get.",
      },
    },
    "Names and addresses": {
      name_changes_disabled: "People can’t change their names",
      require_unique_names: "No two people have one name",
      email_changes_disabled: "People can’t change their addresses",
      avatar_changes_disabled: "People can’t change their pictures",
      default_avatar_source: {
        label: "Pictures of people without one",
        choices: { J: "Drawn here", G: "From Gravatar" },
      },
    },
    Passwords: {
      require_two_factors: "Everyone needs two factors",
      password_min_length: { label: "Shortest password", unit: ["characters", 1] },
      password_min_guesses: {
        label: "Guesses that a password withstands",
        hint: "The more, the harder passwords are to guess.",
        unit: ["guesses", 1],
      },
      password_history: { label: "Last passwords that can’t be chosen again", unit: ["passwords", 1] },
    },
    Sessions: {
      session_idle_hours: { label: "A login without use ends after", unit: hours },
      session_lifetime_hours: { label: "Every login ends after", unit: hours },
    },
  },
  permissions: {
    People: {
      can_invite_users_group: "Invite people by email",
      create_multiuse_invite_group: "Make links by which people join",
      can_access_all_users_group: "See everybody in the organization",
      can_create_groups: "Make groups",
      can_manage_all_groups: "Manage all groups",
      can_create_bots_group: "Make bots of any kind",
      can_create_write_only_bots_group: "Make bots that only bring messages in",
      can_add_custom_emoji_group: "Add emoji",
    },
    Channels: {
      can_create_public_channel_group: "Make public channels",
      can_create_private_channel_group: "Make private channels",
      can_create_web_public_channel_group: "Make channels that are open to the web",
      can_add_subscribers_group: "Add others to channels",
      can_set_topics_policy_group: "Say for a channel whether messages need a topic",
      can_set_delete_message_policy_group: "Say for a channel who deletes messages",
    },
    Messages: {
      can_mention_many_users_group: "Mention everyone in large channels",
      can_move_messages_between_topics_group: "Move messages to other topics",
      can_move_messages_between_channels_group: "Move messages to other channels",
      can_resolve_topics_group: "Resolve topics",
      can_summarize_topics_group: "Have topics summarized, where the server can do that",
      can_delete_own_message_group: "Delete messages of their own",
      can_delete_any_message_group: "Delete any message",
      direct_message_initiator_group: "Begin direct messages",
      direct_message_permission_group: {
        label: "Be in direct messages",
        hint: "One of them at least must be.",
      },
    },
  },
};
