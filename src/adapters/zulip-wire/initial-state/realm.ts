import type { CallService } from "../../../domain/calls/call-service";
import { channelFolderLimits } from "../../../domain/channel-folders/channel-folder";
import { channelLimits, channelPermissionRules } from "../../../domain/channels/channel";
import { type GroupSettingRule, isOpenToGuests } from "../../../domain/groups/group-setting-rule";
import { systemGroupId } from "../../../domain/groups/system-group";
import { groupPermissionRules } from "../../../domain/groups/user-group";
import { messageLimits } from "../../../domain/messages/message";
import { reportReasons } from "../../../domain/messages/message-report";
import { passwordLimits } from "../../../domain/passwords/password";
import { thumbnailFormats } from "../../../domain/pictures/thumbnail";
import { offlineAfterSeconds, presencePingSeconds } from "../../../domain/presence/presence";
import { knownAccounts } from "../../../domain/profile-fields/profile-field";
import { loginMethodsOf } from "../../../domain/realm/login-method";
import { largestPictureMib, type Realm } from "../../../domain/realm/realm";
import { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import { realmPermissionRules } from "../../../domain/realm/realm-permission";
import { reminderLimits } from "../../../domain/reminders/reminder";
import type { Standings } from "../../../domain/state/standings";
import { topicLength } from "../../../domain/topics/topic";
import { encodeRealmLoginMethods } from "../encode/authentication-methods";
import { encodeLinkifier } from "../encode/linkifier";
import { encodeRealmPicture } from "../encode/picture";
import { encodeDomain, encodeRealm } from "../encode/realm";
import { EncodedFields } from "../json";
import { settingName } from "../setting-names";
import { emptyTopicName } from "../topic-name";
import type { StateContext, StatePart } from "./context";

const emojiDataPath = "/static/generated/emoji/emoji_api.json";

const callServiceKeys: Readonly<Record<CallService["name"], string>> = {
  jitsi: "jitsi_meet",
  zoom: "zoom",
  bigBlueButton: "big_blue_button",
  zoomForAll: "zoom_server_to_server",
  constructorGroups: "constructor_groups",
  nextcloudTalk: "nextcloud_talk",
  webex: "webex",
  galene: "galene",
};

const mentionPolicies = new Map<unknown, number>([
  [systemGroupId("role:members"), 2],
  [systemGroupId("role:fullmembers"), 3],
  [systemGroupId("role:administrators"), 5],
  [systemGroupId("role:nobody"), 6],
  [systemGroupId("role:moderators"), 7],
]);

/** Numbers of the legacy policies, for clients that do not know group settings. */
const legacyPolicies: StatePart = ({ state }) => {
  const { permissions } = state.realm;
  const policyOf = (setting: unknown): number =>
    new Map<unknown, number>([
      [systemGroupId("role:administrators"), 2],
      [systemGroupId("role:fullmembers"), 3],
      [systemGroupId("role:moderators"), 4],
      [systemGroupId("role:nobody"), 6],
      [systemGroupId("role:owners"), 7],
    ]).get(setting) ?? 1;
  return {
    realm_create_public_stream_policy: policyOf(permissions.canCreatePublicChannelGroup),
    realm_create_private_stream_policy: policyOf(permissions.canCreatePrivateChannelGroup),
    realm_create_web_public_stream_policy: policyOf(permissions.canCreateWebPublicChannelGroup),
    realm_wildcard_mention_policy: mentionPolicies.get(permissions.canMentionManyUsersGroup) ?? 1,
  };
};

const encodeRules = (
  rules: Readonly<Record<string, GroupSettingRule>>,
  creator: "group_creator" | "channel_creator",
): object =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      settingName(name),
      {
        require_system_group: rule.requiresSystemGroup ?? false,
        allow_internet_group: !rule.refuses.includes("role:internet"),
        allow_nobody_group: !rule.refuses.includes("role:nobody"),
        allow_everyone_group: isOpenToGuests(rule),
        default_group_name: rule.byDefault === "creator" ? creator : rule.byDefault,
        default_for_system_groups: rule.bySystemGroupDefault ?? null,
        allowed_system_groups: rule.allows ?? [],
      },
    ]),
  );

const limits = {
  max_avatar_file_size_mib: largestPictureMib,
  max_icon_file_size_mib: largestPictureMib,
  max_logo_file_size_mib: largestPictureMib,
  max_stream_name_length: channelLimits.nameLength,
  max_stream_description_length: channelLimits.descriptionLength,
  max_topic_length: topicLength,
  max_message_length: messageLimits.contentLength,
  max_channel_folder_name_length: channelFolderLimits.nameLength,
  max_channel_folder_description_length: channelFolderLimits.descriptionLength,
  max_reminder_note_length: reminderLimits.noteLength,
  max_bulk_new_subscription_messages: channelLimits.subscriptionMessages,
};

/** Choices for the rating of GIFs in clients' GIF pickers. */
const gifRatings = {
  disabled: { id: 0, name: "No GIFs" },
  y: { id: 1, name: "GIFs for the very young (Y)" },
  g: { id: 2, name: "GIFs for everyone (G)" },
  pg: { id: 3, name: "GIFs that call for parents' guidance (PG)" },
  "pg-13": { id: 4, name: "GIFs for 13 years and older (PG-13)" },
  r: { id: 5, name: "GIFs for adults (R)" },
};

const serverFields = ({ server, realm, state, calls }: StateContext): Record<string, unknown> => ({
  server_generation: server.startedAt,
  server_emoji_data_url: `${realm.url}${emojiDataPath}`,
  server_thumbnail_formats: thumbnailFormats.map(({ name, maxWidth, maxHeight, format, animated }) => ({
    name,
    max_width: maxWidth,
    max_height: maxHeight,
    format,
    animated,
  })),
  server_supported_permission_settings: {
    realm: encodeRules(realmPermissionRules, "group_creator"),
    stream: encodeRules(channelPermissionRules, "channel_creator"),
    group: encodeRules(groupPermissionRules, "group_creator"),
  },
  server_presence_ping_interval_seconds: presencePingSeconds,
  server_presence_offline_threshold_seconds: offlineAfterSeconds,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_typing_stopped_wait_period_milliseconds: 5000,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_web_public_streams_enabled: true,
  server_needs_upgrade: false,
  server_jitsi_server_url: calls.jitsiUrl,
  server_can_summarize_topics: server.summarizes,
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  server_report_message_types: Object.entries(reportReasons).map(([key, name]) => ({ key, name })),
  event_queue_longpoll_timeout_seconds: 90,
  jitsi_server_url: state.realm.settings.jitsiServerUrl ?? calls.jitsiUrl,
  password_min_length: state.realm.settings.passwordMinLength,
  password_max_length: passwordLimits.longest,
  password_min_guesses: state.realm.settings.passwordMinGuesses,
  gif_rating_policy_options: gifRatings,
  development_environment: server.isDevelopment,
  settings_send_digest_emails: false,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: "",
});

const realmFields: StatePart = (context) => {
  const { state, realm, server } = context;
  const logins = loginMethodsOf(server.offeredLogins, state.realm.settings);
  return {
    ...encodeRealm(state.realm, context, "realm_"),
    ...legacyPolicies(context),
    ...limits,
    max_file_upload_size_mib: server.uploads.fileMib,
    ...serverFields(context),
    realm_authentication_methods: encodeRealmLoginMethods(logins, server.offeredLogins),
    realm_email_auth_enabled: logins.has("Email"),
    realm_password_auth_enabled: logins.has("Email"),
    realm_url: realm.url,
    realm_uri: realm.url,
    realm_uuid: state.realm.uuid,
    realm_bot_domain: realm.host,
    realm_date_created: Math.floor(state.realm.createdAt / 1000),
    realm_default_external_accounts: Object.fromEntries(
      Object.entries(knownAccounts).map(([subtype, { name, text, hint, urlPattern }]) => [
        subtype,
        { name, text, hint, url_pattern: urlPattern },
      ]),
    ),
    realm_available_video_chat_providers: {
      disabled: { name: "None", id: 0 },
      ...Object.fromEntries(
        context.calls.services.map(({ name, title }) => [
          callServiceKeys[name],
          { name: title, id: realmChoiceCodecs.videoChatProvider.numbers[name] },
        ]),
      ),
    },
    realm_empty_topic_display_name: emptyTopicName,
    ...encodeRealmPicture(state.realm, "icon", "realm_"),
    ...encodeRealmPicture(state.realm, "logo", "realm_"),
    ...encodeRealmPicture(state.realm, "nightLogo", "realm_"),
    realm_presence_disabled: false,
    realm_owner_full_content_access: false,
    realm_plan_type: 1,
    realm_push_notifications_enabled: server.sendsPush,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: server.uploads.realmMib,
  };
};

/** The fields in JSON, with what else they depend on. Permissions leave out those who are deactivated. */
interface CachedFields extends Pick<StateContext, "realm" | "server" | "calls"> {
  readonly inactive: Standings["inactive"];
  readonly encoded: EncodedFields;
}

const cachedFields = new WeakMap<Realm, CachedFields>();

const encodedOnce = (context: StateContext): EncodedFields => {
  const { state, realm, server, calls } = context;
  const { inactive } = state.standings;
  const cached = cachedFields.get(state.realm);
  if (
    cached?.inactive === inactive &&
    cached.realm === realm &&
    cached.server === server &&
    cached.calls === calls
  )
    return cached.encoded;
  const encoded = new EncodedFields(realmFields(context));
  cachedFields.set(state.realm, { inactive, realm, server, calls, encoded });
  return encoded;
};

/**
 * The organization's settings and permissions, and the server's limits. They are encoded once for all who see everyone, because encoding
 * them was a seventh of a registration's cost.
 */
export const realmPart: StatePart = (context) =>
  context.isSeen === undefined ? { realm: encodedOnce(context) } : realmFields(context);

export const domainsPart: StatePart = ({ state }) => ({
  realm_domains: [...state.domains.values()].map(encodeDomain),
});

/** Empty for clients that do not know URL templates. */
export const linkifiersPart: StatePart = ({ state, presentation }) => ({
  realm_linkifiers: presentation.linkifierUrlTemplate ? state.linkifiers.map(encodeLinkifier) : [],
});
