import * as t from "io-ts";
import { dictionary, entity, nullable } from "../codec/codec";
import { type AuditEntryId, auditEntryIdCodec, type UserId, userIdCodec } from "../ids";

/** Types of things an audit entry can be about. */
export const auditTargets = [
  "realm",
  "user",
  "channel",
  "channel_folder",
  "user_group",
  "invitation",
  "domain",
  "linkifier",
  "playground",
  "custom_profile_field",
  "emoji",
  "conversation",
] as const;
export type AuditTargetType = (typeof auditTargets)[number];

/** Kinds of audited changes, named as in Zulip's `RealmAuditLog` where it has the same kind. */
export const auditKinds = [
  "realm_created",
  "realm_deactivated",
  "realm_reactivated",
  "realm_property_changed",
  "realm_default_user_settings_changed",
  "realm_picture_changed",
  "realm_default_channels_changed",
  "realm_default_channel_groups_changed",
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
  "user_password_changed",
  "user_second_factor_added",
  "user_second_factor_removed",
  "user_recovery_codes_renewed",
  "user_api_key_changed",
  "user_api_key_shown",
  "user_second_factors_changed",
  "user_recovery_code_used",
  "user_sign_on_linked",
  "user_sign_on_unlinked",
  "user_logged_in",
  "user_login_refused",
  "user_session_ended",
  "bot_owner_changed",
  "bot_changed",
  "user_invited",
  "invitation_revoked",
  "user_group_created",
  "user_group_changed",
  "user_group_deactivated",
  "user_group_reactivated",
  "user_group_members_added",
  "user_group_members_removed",
  "user_group_subgroups_added",
  "user_group_subgroups_removed",
  "channel_created",
  "channel_property_changed",
  "channel_deactivated",
  "channel_reactivated",
  "channel_folder_created",
  "channel_folder_changed",
  "channel_folders_reordered",
  "subscription_created",
  "subscription_deactivated",
  "messages_deleted",
  "messages_moved",
  "messages_restored",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Any JSON value. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };
export type AuditValues = Readonly<Record<string, AuditValue>>;

export interface AuditTarget {
  readonly type: AuditTargetType;
  readonly id: number;
}

/** Who made a change, if known. */
export interface AuditActor {
  /** Null for the server itself, and for anyone not logged in. */
  readonly userId: UserId | null;
  /** Name of the client program. */
  readonly client: string;
  /** IP address of the request; null if the change came from no request. */
  readonly address: string | null;
}

/** An audited change without its actor. */
export interface AuditRecord {
  readonly kind: AuditKind;
  readonly target: AuditTarget;
  /** Changed values only, before and after the change. */
  readonly before: AuditValues;
  readonly after: AuditValues;
}

/** An audited change with its actor. */
export interface AuditEntry extends AuditRecord {
  readonly actor: AuditActor;
}

/** An entry as stored. `kind` and `target.type` are open: a newer server may have logged ones unknown here. */
export interface LoggedAuditEntry {
  /** Grows within a realm, with gaps. */
  readonly id: AuditEntryId;
  /** Unix milliseconds. */
  readonly loggedAt: number;
  readonly kind: string;
  readonly actor: AuditActor;
  readonly target: { readonly type: string; readonly id: number };
  readonly before: AuditValues;
  readonly after: AuditValues;
}

// Values may be any JSON: a newer server may have logged types unknown here.
const valuesCodec = dictionary(t.unknown) as t.Type<AuditValues, unknown>;

export const loggedAuditEntryCodec = entity<LoggedAuditEntry>({
  id: auditEntryIdCodec,
  loggedAt: t.number,
  kind: t.string,
  actor: entity<AuditActor>({ userId: nullable(userIdCodec), client: t.string, address: nullable(t.string) }),
  target: entity<LoggedAuditEntry["target"]>({ type: t.string, id: t.number }),
  before: valuesCodec,
  after: valuesCodec,
});
