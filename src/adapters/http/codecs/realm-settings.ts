import { isLeft, left, right } from "fp-ts/Either";
import { callServices } from "../../../domain/call-service";
import { passwordLimits } from "../../../domain/password";
import type { RealmSettings } from "../../../domain/realm-settings";
import { longestIdleHours } from "../../../domain/session";
import { optional, type Parameter } from "./parameter";
import { among, quotedText } from "./user-settings";
import { bool, count, int, oneOf, text, type WireType } from "./wire-type";

/** A number above zero, or the word for no limit. */
const limitOr = <A>(none: A, most = 999_999_999): WireType<number | A> => ({
  decode: (value, name) => {
    if (value === "unlimited" || value === '"unlimited"') return right(none);
    return /^\d{1,9}$/.test(value) && Number(value) > 0 && Number(value) <= most
      ? right(Number(value))
      : left(`Bad value for '${name}': ${value}`);
  },
  schema: { oneOf: [{ type: "integer", minimum: 1, maximum: most }, { const: "unlimited" }] },
  isJson: false,
  longest: 100,
});

const seconds = limitOr(null);

/** A whole number from one to another. */
const between = (least: number, most: number): WireType<number> => ({
  ...int,
  decode: (value, name) =>
    /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? right(Number(value))
      : left(`Bad value for '${name}': ${value}`),
  schema: { type: "integer", minimum: least, maximum: most },
});

const yearHours = 8760;

/** Numbers with a message that names the wrong one. */
const numbered = (...choices: readonly number[]): WireType<number> => ({
  ...among(int, choices),
  decode: (value, name) => {
    const decoded = int.decode(value, name);
    if (isLeft(decoded)) return decoded;
    return choices.includes(decoded.right) ? decoded : left(`Invalid ${name} ${decoded.right}`);
  },
});

const longestUrl = 200;

const jitsiUrl: WireType<string | null> = {
  ...quotedText,
  decode: (value, name) => {
    const decoded = quotedText.decode(value, name);
    if (isLeft(decoded)) return decoded;
    const url = decoded.right;
    if (url === "default") return right(null);
    const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && url.length <= longestUrl;
    return isUrl ? right(url) : left(`${name} is not an allowed_type`);
  },
};

/** A channel's id; -1 for none. */
const channelId: WireType<number | null> = {
  ...int,
  decode: (value, name) => {
    const decoded = int.decode(value, name);
    return isLeft(decoded) ? decoded : right(decoded.right < 0 ? null : decoded.right);
  },
};

const avatarSource: WireType<"generated" | "gravatar"> = {
  ...quotedText,
  decode: (value, name) => {
    if (value === "G") return right("gravatar");
    return value === "J" ? right("generated") : left(`Invalid ${name}`);
  },
  longest: 100,
  schema: { type: "string", enum: ["G", "J"] },
};

const bools = [
  "allowMessageEditing",
  "avatarChangesDisabled",
  "digestEmailsEnabled",
  "disallowDisposableEmailAddresses",
  "emailChangesDisabled",
  "emailsRestrictedToDomains",
  "enableGuestUserDmWarning",
  "enableGuestUserIndicator",
  "enableReadReceipts",
  "enableSpectatorAccess",
  "inlineImagePreview",
  "inlineUrlEmbedPreview",
  "inviteRequired",
  "messageContentAllowedInEmailNotifications",
  "nameChangesDisabled",
  "requireE2eePushNotifications",
  "requireTwoFactors",
  "requireUniqueNames",
  "sendChannelEventsMessages",
  "sendWelcomeEmails",
  "wantAdvertiseInCommunitiesDirectory",
] as const satisfies readonly (keyof RealmSettings)[];

/** Kept by the server, or set by a parameter of another form. */
type Untouchable = "announcedUpdate" | "disabledLoginMethods" | "pushNotificationsEnabled";
type Settable = Exclude<keyof RealmSettings, Untouchable>;

const types: { readonly [Name in Settable]: WireType<RealmSettings[Name]> } = {
  ...(Object.fromEntries(bools.map((name) => [name, bool])) as Record<
    (typeof bools)[number],
    WireType<boolean>
  >),
  defaultAvatarSource: avatarSource,
  defaultCodeBlockLanguage: text,
  defaultLanguage: quotedText,
  digestWeekday: among(int, [0, 1, 2, 3, 4, 5, 6]),
  gifRatingPolicy: numbered(0, 1, 2, 3, 4, 5),
  jitsiServerUrl: jitsiUrl,
  mediaPreviewSize: among(int, [100, 150, 200]),
  messageContentDeleteLimitSeconds: seconds,
  messageContentEditLimitSeconds: seconds,
  messageEditHistoryVisibilityPolicy: oneOf("all", "moves", "none"),
  messageRetentionDays: limitOr(-1),
  moderationRequestChannelId: channelId,
  moveMessagesBetweenStreamsLimitSeconds: seconds,
  moveMessagesWithinStreamLimitSeconds: seconds,
  newStreamAnnouncementsChannelId: channelId,
  orgType: among(int, [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000]),
  passwordHistory: between(0, passwordLimits.mostRemembered),
  passwordMinGuesses: between(passwordLimits.leastGuesses, passwordLimits.mostGuesses),
  passwordMinLength: between(passwordLimits.shortest, passwordLimits.longest),
  serverUpdateAnnouncementsChannelId: channelId,
  sessionIdleHours: between(1, longestIdleHours),
  sessionLifetimeHours: limitOr(null, yearHours),
  signupAnnouncementsChannelId: channelId,
  topicsPolicy: oneOf("allow_empty_topic", "disable_empty_topic"),
  videoChatProvider: numbered(0, ...Object.values(callServices).map(({ id }) => id)),
  waitingPeriodThreshold: count,
  welcomeMessageCustomText: text,
};

/** Parameters for the organization's settings. */
export const realmSettingParameters = (
  wireName: (name: string) => string,
): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [wireName(name), optional<unknown>(type)]));

/** The settings that a request carries. */
export const givenRealmSettings = (
  wireName: (name: string) => string,
  given: Readonly<Record<string, unknown>>,
): Partial<RealmSettings> =>
  Object.fromEntries(
    Object.keys(types).flatMap((name) => {
      const value = given[wireName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
