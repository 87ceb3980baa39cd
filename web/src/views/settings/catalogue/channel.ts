import type { Setting } from "../setting";

/** What the server declares of its settings: `UPDATE_DOCS=1 npm test` writes this. */
export const settings: readonly Setting[] = [
  {
    name: "privacy",
    kind: "sentence",
    choices: ["public", "shared", "protected", "web-public"],
    fallback: "public",
  },
  { name: "name", kind: "text", most: 60, fallback: "" },
  { name: "description", kind: "text", most: 1024, fallback: "" },
  { name: "is_default_stream", kind: "switch", fallback: false },
  { name: "message_retention_days", kind: "retention", fallback: null, forOwners: true },
  {
    name: "topics_policy",
    kind: "choice",
    choices: ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"],
    fallback: "inherit",
  },
  { name: "folder_id", kind: "folder", fallback: null },
  { name: "default_push_notifications", kind: "switch", fallback: false },
  { name: "can_add_subscribers_group", kind: "group", membersOnly: true, fallback: "role:nobody" },
  { name: "can_administer_channel_group", kind: "group", membersOnly: true, fallback: "creator" },
  { name: "can_create_topic_group", kind: "group", fallback: "role:everyone" },
  { name: "can_delete_any_message_group", kind: "group", membersOnly: true, fallback: "role:nobody" },
  { name: "can_delete_own_message_group", kind: "group", fallback: "role:nobody" },
  {
    name: "can_move_messages_out_of_channel_group",
    kind: "group",
    membersOnly: true,
    fallback: "role:nobody",
  },
  { name: "can_move_messages_within_channel_group", kind: "group", fallback: "role:nobody" },
  { name: "can_remove_subscribers_group", kind: "group", membersOnly: true, fallback: "role:administrators" },
  { name: "can_resolve_topics_group", kind: "group", fallback: "role:nobody" },
  { name: "can_send_message_group", kind: "group", fallback: "role:everyone" },
  { name: "can_subscribe_group", kind: "group", membersOnly: true, fallback: "role:nobody" },
];
