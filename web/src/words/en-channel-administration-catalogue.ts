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
          public: "Public: everyone but guests can join and read all of it.",
          shared: "Private: people are added, and read what was written before, too.",
          protected: "Private: people are added, and read what is written from then on.",
          "web-public": "Open to the web: anyone can read it, without an account.",
        },
      },
    },
    "New members": {
      is_default_stream: "Subscribe new members of the organization to this channel",
      default_push_notifications:
        "People who subscribe get notifications on phones until they choose otherwise",
    },
    Messages: {
      topics_policy: {
        label: "Messages without a topic",
        choices: {
          inherit: "As the organization has it",
          allow_empty_topic: "Allowed",
          disable_empty_topic: "Not allowed",
          empty_topic_only: "No message has a topic",
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
        hint: "This matters where the channel is private. They can read it as well.",
      },
    },
    Writing: {
      can_send_message_group: "These people may write here",
      can_create_topic_group: "These people may start topics",
    },
    Topics: {
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
