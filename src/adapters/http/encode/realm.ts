import type { AllowedDomain } from "../../../domain/allowed-domain";
import type { Realm } from "../../../domain/realm";
import type { RealmSettings } from "../../../domain/realm-settings";
import type { RealmState } from "../../../domain/realm-state";
import { settingName } from "../../../domain/setting-name";
import { encodePermissions } from "./group-setting";

/** Names that the wire has other words for. */
const renamed: Readonly<Record<string, string>> = {
  newStreamAnnouncementsChannelId: "new_stream_announcements_stream_id",
  signupAnnouncementsChannelId: "signup_announcements_stream_id",
  serverUpdateAnnouncementsChannelId: "zulip_update_announcements_stream_id",
};

/** The wire's name of a setting. */
export const realmSettingName = (name: string): string => renamed[name] ?? settingName(name);

const wireValue = (name: string, value: unknown): unknown => {
  if (name.endsWith("ChannelId")) return value ?? -1;
  return name === "defaultAvatarSource" ? (value === "gravatar" ? "G" : "J") : value;
};

/** Login methods have a form of their own, which tells what the server offers too; of updates people are told. */
const isToldApart = (name: string): boolean => name === "disabledLoginMethods" || name === "announcedUpdate";

/** Older names of settings that have newer ones. */
const olderTwins = ({
  topicsPolicy,
  messageEditHistoryVisibilityPolicy,
}: Partial<RealmSettings>): object => ({
  ...(topicsPolicy !== undefined && { mandatory_topics: topicsPolicy === "disable_empty_topic" }),
  ...(messageEditHistoryVisibilityPolicy !== undefined && {
    allow_edit_history: messageEditHistoryVisibilityPolicy !== "none",
  }),
});

/** Settings under the wire's names. */
export const encodeRealmSettings = (settings: Partial<RealmSettings>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      isToldApart(name) ? [] : [[realmSettingName(name), wireValue(name, value)]],
    ),
  ),
  ...olderTwins(settings),
});

/** The realm's settings and permissions, each behind a prefix. */
export const encodeRealm = (realm: Realm, state: RealmState, prefix: string): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(encodeRealmSettings(realm.settings)).map(([name, value]) => [`${prefix}${name}`, value]),
  ),
  ...encodePermissions(realm.permissions, state, prefix),
  [`${prefix}name`]: realm.name,
  [`${prefix}description`]: realm.description,
});

/** An allowed domain. API §2.8. */
export const encodeDomain = ({ domain, allowSubdomains }: AllowedDomain): object => ({
  domain,
  allow_subdomains: allowSubdomains,
});
