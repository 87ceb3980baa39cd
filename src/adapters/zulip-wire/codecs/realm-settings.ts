import { left, right } from "fp-ts/Either";
import { longestIdleHours } from "../../../domain/login/session";
import { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import { passwordLimits } from "../../../domain/users/password";
import { optional, type Parameter } from "./parameter";
import { sentAsNumber } from "./setting-numbers";
import { among, quotedText } from "./user-settings";
import {
  bool,
  count,
  int,
  mapped,
  oneOf,
  orKeyword,
  refined,
  text,
  type WireType,
  wireType,
} from "./wire-type";

/** A positive number, or the word "unlimited". */
const limitOr = <A>(none: A, most = 999_999_999): WireType<number | A> =>
  orKeyword(
    wireType(
      {
        schema: { oneOf: [{ type: "integer", minimum: 1, maximum: most }, { const: "unlimited" }] },
        isJson: false,
        longest: 100,
      },
      (value, name) =>
        /^\d{1,9}$/.test(value) && Number(value) > 0 && Number(value) <= most
          ? right(Number(value))
          : left(`Bad value for '${name}': ${value}`),
    ),
    { unlimited: none, '"unlimited"': none },
  );

const seconds = limitOr(null);

/** A whole number from `least` to `most`, inclusive. */
const between = (least: number, most: number): WireType<number> =>
  wireType({ ...int, schema: { type: "integer", minimum: least, maximum: most } }, (value, name) =>
    /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? right(Number(value))
      : left(`Bad value for '${name}': ${value}`),
  );

const yearHours = 8760;

/** A word that requests write as a number. The message of a failure repeats the number. */
const wordAmong = <Word extends string>(numbers: Readonly<Record<Word, number>>): WireType<Word> => {
  const choices = Object.values<number>(numbers);
  const number = refined(
    int,
    (value, name) => (choices.includes(value) ? right(value) : left(`Invalid ${name} ${value}`)),
    among(int, choices),
  );
  return sentAsNumber(number, numbers);
};

const longestUrl = 200;

const jitsiUrl: WireType<string | null> = refined(quotedText, (url, name) => {
  if (url === "default") return right(null);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && url.length <= longestUrl;
  return isUrl ? right(url) : left(`${name} is not an allowed_type`);
});

/** A channel's id; -1 for none. */
const channelId = mapped(int, (id) => (id < 0 ? null : id));

const avatarSource = mapped(oneOf("G", "J"), (letter) => (letter === "G" ? "gravatar" : "generated"));

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

/** Settings that the server maintains itself, or that have a parameter of another form. */
type NotAParameter = "announcedUpdate" | "disabledLoginMethods" | "pushNotificationsEnabled";
type Settable = Exclude<keyof RealmSettings, NotAParameter>;

const types: { readonly [Name in Settable]: WireType<RealmSettings[Name]> } = {
  ...(Object.fromEntries(bools.map((name) => [name, bool])) as Record<
    (typeof bools)[number],
    WireType<boolean>
  >),
  defaultAvatarSource: avatarSource,
  defaultCodeBlockLanguage: text,
  defaultLanguage: quotedText,
  digestWeekday: sentAsNumber(int, realmChoiceCodecs.digestWeekday.numbers),
  gifRatingPolicy: wordAmong(realmChoiceCodecs.gifRatingPolicy.numbers),
  jitsiServerUrl: jitsiUrl,
  mediaPreviewSize: among(int, [100, 150, 200]),
  messageContentDeleteLimitSeconds: seconds,
  messageContentEditLimitSeconds: seconds,
  messageEditHistoryVisibilityPolicy: oneOf("all", "moves", "none"),
  messageRetentionDays: limitOr("forever" as const),
  moderationRequestChannelId: channelId,
  moveMessagesBetweenChannelsLimitSeconds: seconds,
  moveMessagesWithinChannelLimitSeconds: seconds,
  newChannelAnnouncementsChannelId: channelId,
  orgType: sentAsNumber(int, realmChoiceCodecs.orgType.numbers),
  passwordHistory: between(0, passwordLimits.mostRemembered),
  passwordMinGuesses: between(passwordLimits.leastGuesses, passwordLimits.mostGuesses),
  passwordMinLength: between(passwordLimits.shortest, passwordLimits.longest),
  serverUpdateAnnouncementsChannelId: channelId,
  sessionIdleHours: between(1, longestIdleHours),
  sessionLifetimeHours: limitOr(null, yearHours),
  signupAnnouncementsChannelId: channelId,
  topicsPolicy: oneOf("allow_empty_topic", "disable_empty_topic"),
  videoChatProvider: wordAmong(realmChoiceCodecs.videoChatProvider.numbers),
  waitingPeriodThreshold: count,
  welcomeMessageCustomText: text,
};

/** Parameters for the organization's settings. */
export const realmSettingParameters = (
  wireName: (name: string) => string,
): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [wireName(name), optional<unknown>(type)]));

/** The settings in a request. */
export const realmSettingsIn = (
  wireName: (name: string) => string,
  given: Readonly<Record<string, unknown>>,
): Partial<RealmSettings> =>
  Object.fromEntries(
    Object.keys(types).flatMap((name) => {
      const value = given[wireName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
