import type { SettingGroups } from "../views/settings/setting";

/** Where each setting of a channel is, and what it is called: parts, groups, settings. */
export const channelSettingWords: Readonly<Record<string, SettingGroups>> = {
  general: {
    "What it is": {
      name: "Name",
      description: { label: "What it is for", hint: "It may have Markdown." },
      folder_id: "Folder",
    },
    "Who may read it": {
      privacy: {
        label: "Who may read it",
        choices: {
          public: "Everyone but guests can join and read all of it.",
          shared: "Only people who are added can read it, also what was written before they came.",
          protected: "Only people who are added can read it, from when they came.",
          "web-public": "Anyone on the web can read it, without an account.",
        },
      },
    },
    Newcomers: {
      is_default_stream: "New people of the organization come into this channel",
      default_push_notifications: "Whoever joins gets notifications of it on their phone at first",
    },
    Messages: {
      topics_policy: {
        label: "Messages without a topic",
        choices: {
          inherit: "As the organization has it",
          allow_empty_topic: "Allowed",
          disable_empty_topic: "Not allowed",
          empty_topic_only: "All messages are without a topic",
        },
      },
      message_retention_days: "For how long messages are kept",
    },
  },
  permissions: {
    "The channel": {
      can_administer_channel_group: "These people administer this channel",
      can_add_subscribers_group: "These people may add others to it",
      can_remove_subscribers_group: "These people may remove others from it",
      can_subscribe_group: {
        label: "These people may join by themselves",
        hint: "Where the channel is private; then they may read it, too.",
      },
    },
    Writing: {
      can_send_message_group: "These people may write here",
      can_create_topic_group: "These people may begin topics",
    },
    "Order among topics": {
      can_move_messages_within_channel_group: "These people may move messages to other topics here",
      can_move_messages_out_of_channel_group: "These people may move messages to other channels",
      can_resolve_topics_group: "These people may resolve topics",
    },
    Deleting: {
      can_delete_own_message_group: "These people may delete their own messages",
      can_delete_any_message_group: "These people may delete any message",
    },
  },
};

/** The same of a group’s. */
export const groupSettingWords: Readonly<Record<string, SettingGroups>> = {
  general: {
    "What it is": {
      name: "Name",
      description: "What it is for",
    },
  },
  permissions: {
    "The group": {
      can_manage_group: "These people manage this group",
      can_mention_group: "These people may mention it",
    },
    Members: {
      can_add_members_group: "These people may add members",
      can_remove_members_group: "These people may remove members",
      can_join_group: "These people may join by themselves",
      can_leave_group: "These people may leave by themselves",
    },
  },
};
