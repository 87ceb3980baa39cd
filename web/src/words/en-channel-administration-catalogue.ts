import type { SettingGroups } from "./setting-words";

/** Tabs, groups and labels of a channel's settings. */
export const channelSettingWords: Readonly<Record<string, SettingGroups>> = {
  general: {
    General: {
      name: "Name",
      description: { label: "Description", hint: "Markdown is supported." },
      folder_id: "Folder",
    },
    "Who can read it": {
      privacy: {
        label: "Who can read it",
        choices: {
          public: "Public: everyone except guests can join and read its full history.",
          shared: "Private, shared history: added members can also read earlier messages.",
          protected: "Private, protected history: added members can only read messages sent after they join.",
          "web-public": "Web-public: anyone can read it without an account.",
        },
      },
    },
    "New members": {
      is_default_stream: "Subscribe new members to this channel",
      default_push_notifications: "Turn on mobile notifications for new subscribers",
    },
    Messages: {
      topics_policy: {
        label: "Messages without a topic",
        choices: {
          inherit: "Use the organization’s setting",
          allow_empty_topic: "Allowed",
          disable_empty_topic: "Not allowed",
          empty_topic_only: "Messages never have a topic",
        },
      },
      message_retention_days: "Message retention period",
    },
  },
  permissions: {
    "The channel": {
      can_administer_channel_group: "Who can administer this channel",
      can_add_subscribers_group: "Who can add subscribers",
      can_remove_subscribers_group: "Who can remove subscribers",
      can_subscribe_group: {
        label: "Who can join",
        hint: "Applies to private channels. These people can also read the channel.",
      },
    },
    Writing: {
      can_send_message_group: "Who can post",
      can_create_topic_group: "Who can start topics",
    },
    Topics: {
      can_move_messages_within_channel_group: "Who can move messages within this channel",
      can_move_messages_out_of_channel_group: "Who can move messages to other channels",
      can_resolve_topics_group: "Who can resolve topics",
    },
    Deleting: {
      can_delete_own_message_group: "Who can delete their own messages",
      can_delete_any_message_group: "Who can delete any message",
    },
  },
};

/** Groups and labels of a group's settings. */
export const groupSettingWords: Readonly<Record<string, SettingGroups>> = {
  general: {
    General: {
      name: "Name",
      description: "Description",
    },
  },
  permissions: {
    "The group": {
      can_manage_group: "Who can manage this group",
      can_mention_group: "Who can mention this group",
    },
    Members: {
      can_add_members_group: "Who can add members",
      can_remove_members_group: "Who can remove members",
      can_join_group: "Who can join",
      can_leave_group: "Who can leave",
    },
  },
};
