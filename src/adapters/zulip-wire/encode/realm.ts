import type { AllowedDomain } from "../../../domain/domains/allowed-domain";
import type { Realm } from "../../../domain/realm/realm";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import type { RetentionDays } from "../../../domain/retention/retention";
import { settingNumber } from "../codecs/setting-numbers";
import { settingName } from "../setting-names";
import { encodePermissions } from "./group-setting";
import { encodeRetentionDays } from "./retention-days";
import type { View } from "./visible-members";

const wireValue = (name: string, value: unknown): unknown => {
  if (name.endsWith("ChannelId")) return value ?? -1;
  // The name determines the value's type.
  if (name === "messageRetentionDays") return encodeRetentionDays(value as RetentionDays);
  if (name === "defaultAvatarSource") return value === "gravatar" ? "G" : "J";
  return settingNumber(name, value);
};

/** Settings not sent under their name: login methods have their own form, and announced updates are internal. */
const isOmitted = (name: string): boolean => name === "disabledLoginMethods" || name === "announcedUpdate";

/** Settings under their legacy names. */
const legacySettings = ({
  topicsPolicy,
  messageEditHistoryVisibilityPolicy,
}: Partial<RealmSettings>): object => ({
  ...(topicsPolicy !== undefined && { mandatory_topics: topicsPolicy === "disable_empty_topic" }),
  ...(messageEditHistoryVisibilityPolicy !== undefined && {
    allow_edit_history: messageEditHistoryVisibilityPolicy !== "none",
  }),
});

/** Settings under their wire names, including legacy ones. */
export const encodeRealmSettings = (settings: Partial<RealmSettings>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      isOmitted(name) ? [] : [[settingName(name), wireValue(name, value)]],
    ),
  ),
  ...legacySettings(settings),
});

/** The realm's settings and permissions under their wire names, with a prefix. */
export const encodeRealm = (realm: Realm, view: View, prefix: string): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(encodeRealmSettings(realm.settings)).map(([name, value]) => [`${prefix}${name}`, value]),
  ),
  ...encodePermissions(realm.permissions, view, prefix),
  [`${prefix}name`]: realm.name,
  [`${prefix}description`]: realm.description,
});

/** An allowed domain. API §2.8. */
export const encodeDomain = ({ domain, allowSubdomains }: AllowedDomain): object => ({
  domain,
  allow_subdomains: allowSubdomains,
});
