import type { AuditKind } from "./audit-entry";

/** Kinds of entries about settings of the organization, its channels and groups. */
export const settingKinds = [
  "realm_property_changed",
  "realm_default_user_settings_changed",
  "realm_picture_changed",
  "realm_default_channels_changed",
  "realm_default_channel_groups_changed",
  "realm_linkifier_added",
  "realm_linkifier_changed",
  "realm_linkifier_removed",
  "realm_linkifiers_reordered",
  "realm_playground_added",
  "realm_playground_changed",
  "realm_playground_removed",
  "custom_profile_field_added",
  "custom_profile_field_changed",
  "custom_profile_field_removed",
  "custom_profile_fields_reordered",
  "user_group_created",
  "user_group_changed",
  "channel_property_changed",
  "channel_folder_created",
  "channel_folder_changed",
  "channel_folders_reordered",
] as const satisfies readonly AuditKind[];
export type SettingKind = (typeof settingKinds)[number];
