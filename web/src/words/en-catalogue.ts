import { secondsIn } from "../../../src/domain/units/time";
import type { SettingSections } from "./setting-words";

const minutes = ["minutes", 60] as const;
const hours = ["hours", 1] as const;
const days = ["days", 1] as const;
const daysOfSeconds = ["days", secondsIn.day] as const;

const followPolicies = { 1: "I participate in", 2: "I post in", 3: "I start", 4: "Never" };

/** Sections, groups and labels of the user's own settings. */
export const userSettingWords = {
  preferences: {
    Display: {
      color_scheme: {
        label: "Theme",
        choices: { 1: "Match system theme", 2: "Dark theme", 3: "Light theme" },
      },
      web_font_size_px: { label: "Font size", unit: ["pixels", 1] },
      web_line_height_percent: { label: "Line spacing", unit: ["percent", 1] },
      high_contrast_mode: "High contrast",
      fluid_layout_width: "Use the full width of the window",
      twenty_four_hour_time: "24-hour clock",
      receives_typing_notifications: "Show when others are typing",
      hide_ai_features: "Hide AI features such as summaries",
    },
    Navigation: {
      web_home_view: {
        label: "Home view",
        choices: {
          inbox: "Inbox",
          recent: "Recent",
          recent_topics: "Recent (name for older apps)",
          all_messages: "Combined feed",
        },
      },
      web_escape_navigates_to_home_view: "Escape goes to the home view",
    },
    Writing: {
      enter_sends: "Press Enter to send (otherwise Ctrl+Enter)",
      enable_drafts_synchronization: "Sync drafts across devices",
      translate_emoticons: "Convert emoticons such as :) to emoji",
    },
    Topics: {
      automatically_follow_topics_policy: { label: "Automatically follow topics", choices: followPolicies },
      automatically_unmute_topics_in_muted_streams_policy: {
        label: "Automatically unmute topics in muted channels",
        choices: followPolicies,
      },
      automatically_follow_topics_where_mentioned: "Automatically follow topics where I’m mentioned",
      resolved_topic_notice_auto_read_policy: {
        label: "Mark notices about resolved topics as read",
        choices: { always: "Always", except_followed: "Unless I follow the topic", never: "Never" },
      },
    },
  },
  notifications: {
    "Direct messages and mentions": {
      enable_desktop_notifications: "Desktop notifications",
      enable_sounds: "Sound",
      enable_offline_push_notifications: "Mobile and browser push notifications",
      enable_offline_email_notifications: "Email when you’re away",
      wildcard_mentions_notify: "Include wildcard mentions such as @all",
    },
    "Topics you follow": {
      enable_followed_topic_desktop_notifications: "Desktop notifications",
      enable_followed_topic_audible_notifications: "Sound",
      enable_followed_topic_push_notifications: "Mobile and browser push notifications",
      enable_followed_topic_email_notifications: "Email when you’re away",
      enable_followed_topic_wildcard_mentions_notify: "Include wildcard mentions such as @all",
    },
    "All other channel messages": {
      enable_stream_desktop_notifications: "Desktop notifications",
      enable_stream_audible_notifications: "Sound",
      enable_stream_push_notifications: "Mobile and browser push notifications",
      enable_stream_email_notifications: "Email when you’re away",
    },
    "Mobile and desktop": {
      enable_online_push_notifications: "Send mobile notifications even while you’re online",
      pm_content_in_desktop_notifications: "Include the text of direct messages in desktop notifications",
      desktop_icon_count_display: {
        label: "Count in the window’s title and on the app’s icon",
        choices: {
          1: "All unread messages",
          2: "Direct messages, mentions and followed topics",
          3: "Direct messages and mentions",
          4: "Nothing",
        },
      },
    },
    Email: {
      message_content_in_email_notifications: "Include message text in emails",
      email_notifications_batching_period_seconds: {
        label: "Wait before sending an email",
        unit: minutes,
      },
      realm_name_in_email_notifications_policy: {
        label: "Include the organization’s name in the subject",
        choices: { 1: "If you’re in several organizations", 2: "Always", 3: "Never" },
      },
      enable_login_emails: "Email me about new logins",
    },
  },
  privacy: {
    "What others can see": {
      email_address_visibility: {
        label: "Who can see your email address",
        choices: { 1: "Everyone", 2: "Members", 3: "Administrators", 4: "Nobody", 5: "Moderators" },
      },
      presence_enabled: "Show when you’re online",
      send_private_typing_notifications: "Show when you’re typing in direct messages",
      send_stream_typing_notifications: "Show when you’re typing in channels",
      send_read_receipts: "Send read receipts",
      allow_private_data_export: {
        label: "Let administrators export your private data",
        hint: "This covers your direct messages and the private channels you’re in.",
      },
    },
  },
} as const satisfies SettingSections;

const noChannel = "None";

/** Sections, groups and labels of the organization's settings. */
export const organizationSettingWords = {
  profile: {
    About: {
      name: "Name",
      description: {
        label: "Description",
        hint: "Shown on the login page. Markdown is supported.",
      },
      org_type: {
        label: "Organization type",
        choices: {
          0: "Unspecified",
          10: "Business",
          20: "Open-source project",
          30: "Education (non-profit)",
          35: "Education (for-profit)",
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
        label: "Allow web-public channels",
        hint: "Anyone can read them without an account.",
      },
    },
  },
  messages: {
    "Editing and deleting": {
      allow_message_editing: "Allow people to edit their messages",
      message_content_edit_limit_seconds: { label: "Time limit for editing", unit: minutes },
      message_content_delete_limit_seconds: { label: "Time limit for deleting", unit: minutes },
      message_edit_history_visibility_policy: {
        label: "Edit history others can see",
        choices: { all: "Everything", moves: "Moves only", none: "Nothing" },
      },
    },
    Moving: {
      move_messages_within_stream_limit_seconds: {
        label: "Time limit for moving messages to other topics",
        unit: daysOfSeconds,
      },
      move_messages_between_streams_limit_seconds: {
        label: "Time limit for moving messages to other channels",
        unit: daysOfSeconds,
      },
    },
    Channels: {
      topics_policy: {
        label: "Messages without a topic",
        choices: { allow_empty_topic: "Allowed", disable_empty_topic: "Not allowed" },
      },
      send_channel_events_messages: "Post notices in channels when their settings change",
      new_stream_announcements_stream_id: { label: "Announce new channels in", choices: { "-1": noChannel } },
      zulip_update_announcements_stream_id: {
        label: "Announce server updates in",
        choices: { "-1": noChannel },
      },
      signup_announcements_stream_id: { label: "Announce new members in", choices: { "-1": noChannel } },
      moderation_request_channel_id: {
        label: "Send reported messages to",
        hint: "Must be a private channel.",
        choices: { "-1": noChannel },
      },
    },
    "Reading and retention": {
      enable_read_receipts: "Enable read receipts",
      inline_image_preview: "Show previews of linked images and videos",
      default_code_block_language: "Default language for code blocks",
      message_retention_days: { label: "Message retention period", unit: days },
      message_content_allowed_in_email_notifications: "Allow message text in notification emails",
      require_e2ee_push_notifications:
        "Only include text in mobile notifications that are end-to-end encrypted",
    },
    Calls: {
      video_chat_provider: {
        label: "Call provider",
        choices: {
          0: "None",
          1: "Jitsi Meet",
          3: "Zoom",
          4: "BigBlueButton",
          5: "Zoom (shared account)",
          6: "Constructor Groups",
          7: "Nextcloud Talk",
          8: "Webex",
          1000: "Galene",
        },
      },
      jitsi_server_url: { label: "Jitsi server URL", hint: "Leave empty to use the server’s default." },
    },
  },
  access: {
    Joining: {
      invite_required: "Require an invitation to join",
      emails_restricted_to_domains: "Only allow email addresses from approved domains",
      disallow_disposable_email_addresses: "Block disposable email addresses",
      waiting_period_threshold: { label: "Waiting period before becoming a full member", unit: days },
      welcome_message_custom_text: {
        label: "Welcome message for new members",
        hint: "Added to the first message they receive.",
      },
    },
    "Names and addresses": {
      name_changes_disabled: "Prevent people from changing their names",
      require_unique_names: "Require unique names",
      email_changes_disabled: "Prevent people from changing their email addresses",
      avatar_changes_disabled: "Prevent people from changing their profile pictures",
      default_avatar_source: {
        label: "Default profile picture",
        choices: { J: "Generated by this server", G: "From Gravatar" },
      },
    },
    Passwords: {
      require_two_factors: "Require two-factor authentication",
      password_min_length: { label: "Minimum password length", unit: ["characters", 1] },
      password_min_guesses: {
        label: "Minimum password strength",
        hint: "The number of guesses a password must withstand. Higher is stronger.",
        unit: ["guesses", 1],
      },
      password_history: { label: "Past passwords that can’t be reused", unit: ["passwords", 1] },
    },
    Sessions: {
      session_idle_hours: { label: "End idle sessions after", unit: hours },
      session_lifetime_hours: { label: "End every session after", unit: hours },
    },
  },
  permissions: {
    People: {
      can_invite_users_group: "Invite people by email",
      create_multiuse_invite_group: "Create invitation links",
      can_access_all_users_group: "See everyone in the organization",
      can_create_groups: "Create groups",
      can_manage_all_groups: "Manage all groups",
      can_create_bots_group: "Create any kind of bot",
      can_create_write_only_bots_group: "Create incoming webhook bots",
      can_add_custom_emoji_group: "Add emoji",
    },
    Channels: {
      can_create_public_channel_group: "Create public channels",
      can_create_private_channel_group: "Create private channels",
      can_create_web_public_channel_group: "Create web-public channels",
      can_add_subscribers_group: "Add others to channels",
      can_set_topics_policy_group: "Choose whether a channel’s messages need a topic",
      can_set_delete_message_policy_group: "Choose who can delete messages in a channel",
    },
    Messages: {
      can_mention_many_users_group: "Use wildcard mentions in large channels",
      can_move_messages_between_topics_group: "Move messages to other topics",
      can_move_messages_between_channels_group: "Move messages to other channels",
      can_resolve_topics_group: "Resolve topics",
      can_summarize_topics_group: "Summarize topics",
      can_delete_own_message_group: "Delete their own messages",
      can_delete_any_message_group: "Delete any message",
      direct_message_initiator_group: "Start direct message conversations",
      direct_message_permission_group: {
        label: "Take part in direct messages",
        hint: "Every conversation needs at least one of these people.",
      },
    },
  },
} as const satisfies SettingSections;
