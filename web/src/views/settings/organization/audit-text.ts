import type { AuditEntry } from "../../../api/settings";

/** A topic to filter by, and the kinds of entries it covers. */
export const auditTopics = {
  settings: ["realm_property_changed", "realm_default_user_settings_changed", "realm_picture_changed"],
  people: [
    "user_created",
    "user_deactivated",
    "user_reactivated",
    "user_deleted",
    "user_role_changed",
    "user_full_name_changed",
    "user_email_changed",
    "user_email_permission_changed",
    "user_avatar_changed",
    "user_profile_changed",
    "user_setting_changed",
  ],
  logins: [
    "user_logged_in",
    "user_login_refused",
    "user_session_ended",
    "user_password_changed",
    "user_api_key_changed",
    "user_api_key_shown",
    "user_second_factor_added",
    "user_second_factor_removed",
    "user_second_factors_changed",
    "user_recovery_codes_renewed",
    "user_recovery_code_used",
    "user_sign_on_linked",
    "user_sign_on_unlinked",
  ],
  bots: ["bot_owner_changed", "bot_changed"],
  invitations: ["user_invited", "invitation_revoked"],
  groups: [
    "user_group_created",
    "user_group_changed",
    "user_group_deactivated",
    "user_group_reactivated",
    "user_group_members_added",
    "user_group_members_removed",
    "user_group_subgroups_added",
    "user_group_subgroups_removed",
  ],
  channels: [
    "channel_created",
    "channel_property_changed",
    "channel_deactivated",
    "channel_reactivated",
    "channel_folder_created",
    "channel_folder_changed",
    "channel_folders_reordered",
    "realm_default_channels_changed",
    "realm_default_channel_groups_changed",
  ],
  subscriptions: ["subscription_created", "subscription_deactivated"],
  messages: ["messages_deleted", "messages_moved", "messages_restored"],
  tools: [
    "realm_domain_added",
    "realm_domain_changed",
    "realm_domain_removed",
    "realm_linkifier_added",
    "realm_linkifier_changed",
    "realm_linkifier_removed",
    "realm_linkifiers_reordered",
    "realm_playground_added",
    "realm_playground_changed",
    "realm_playground_removed",
    "realm_emoji_added",
    "realm_emoji_removed",
    "custom_profile_field_added",
    "custom_profile_field_changed",
    "custom_profile_field_removed",
    "custom_profile_fields_reordered",
  ],
  organization: ["realm_created", "realm_deactivated", "realm_reactivated"],
} as const;

export type AuditTopic = keyof typeof auditTopics;

const longest = 120;

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** What type of object an id belongs to. */
export type IdOf = "channel" | "user" | "group";

const idKinds: readonly (readonly [RegExp, IdOf])[] = [
  [/channel_ids?$/, "channel"],
  [/(?:user|owner|sender|actor)_ids?$|^(?:direct_)?members$/, "user"],
  [/group_ids?$|^(?:direct_)?subgroups?(?:_ids)?$/, "group"],
];

/** Resolves ids to names, where known. */
type NameOf = (id: number, kind: IdOf) => string | undefined;

/** A logged value in one line. */
export const auditValue = (value: unknown, nameOf: NameOf = () => undefined, name = ""): string => {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return short(value.map((one) => auditValue(one, nameOf, name)).join(", ") || "–");
  if (typeof value === "number") {
    const kind = idKinds.find(([pattern]) => pattern.test(name))?.[1];
    return (kind && nameOf(value, kind)) ?? String(value);
  }
  if (typeof value !== "object") return short(String(value));
  return short(
    Object.entries(value)
      .map(([key, inner]) => `${key.replaceAll("_", " ")}: ${auditValue(inner, nameOf, key)}`)
      .join("; "),
  );
};

/** The fields that differ before and after, by name. */
export interface AuditDifference {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

export const differencesIn = ({ before, after }: AuditEntry): readonly AuditDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // Means nothing to people.
    .filter((name) => name !== "id")
    .map((name) => ({ name, before: before[name], after: after[name] }));

/** Unix seconds of the local start of a date field's day, or of the next day for the end of a range. */
export const dayStart = (date: string, isEnd = false): number | undefined => {
  if (date === "") return undefined;
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, day + (isEnd ? 1 : 0)).getTime() / 1000);
};
