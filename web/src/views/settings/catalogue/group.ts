import type { Setting } from "../setting";

/** What the server declares of its settings: `UPDATE_DOCS=1 npm test` writes this. */
export const settings: readonly Setting[] = [
  { name: "name", kind: "text", most: 100, fallback: "" },
  { name: "description", kind: "text", fallback: "" },
  { name: "can_add_members_group", kind: "group", membersOnly: true, fallback: "creator" },
  { name: "can_join_group", kind: "group", membersOnly: true, fallback: "role:nobody" },
  { name: "can_leave_group", kind: "group", fallback: "role:everyone" },
  { name: "can_manage_group", kind: "group", membersOnly: true, fallback: "creator" },
  {
    name: "can_mention_group",
    kind: "group",
    choices: [
      "role:everyone",
      "role:members",
      "role:fullmembers",
      "role:moderators",
      "role:administrators",
      "role:nobody",
    ],
    fallback: "role:everyone",
  },
  { name: "can_remove_members_group", kind: "group", membersOnly: true, fallback: "role:nobody" },
];
