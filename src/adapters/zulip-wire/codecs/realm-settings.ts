import * as E from "fp-ts/Either";
import { recordOf } from "../../../domain/codec/record-of";
import type { WholeNumber } from "../../../domain/codec/whole-number";
import { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import {
  isCallServerUrl,
  mediaPreviewSizes,
  realmSettingNumbers as numbers,
} from "../../../domain/realm/realm-setting-bounds";
import {
  editHistoryVisibilities,
  type RealmSettings,
  realmTopicsPolicies,
} from "../../../domain/realm/realm-settings";
import { retentionDays } from "../../../domain/retention/retention";
import { optional, type Parameter } from "./parameter";
import { schemaOf } from "./schema";
import { choiceAsNumber } from "./setting-numbers";
import { oneOfValues, quotedText } from "./user-settings";
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

const readWithin =
  (number: WholeNumber) =>
  (value: string, name: string): E.Either<string, number> =>
    /^\d{1,15}$/.test(value) && number.is(Number(value))
      ? E.right(Number(value))
      : E.left(`Bad value for '${name}': ${value}`);

/** A whole number within bounds. */
const within = (number: WholeNumber): WireType<number> =>
  wireType({ ...int, schema: schemaOf(number) }, readWithin(number));

/** A limit, or the word "unlimited". */
const limitOr = <A>(none: A, number: WholeNumber): WireType<number | A> =>
  orKeyword(
    wireType(
      { schema: { oneOf: [schemaOf(number), { const: "unlimited" }] }, isJson: false, longest: 100 },
      readWithin(number),
    ),
    { unlimited: none, '"unlimited"': none },
  );

const seconds = limitOr(null, numbers.limitSeconds);

/** A choice that requests write as a number. The message of a failure repeats the number. */
const choiceAsRepeatedNumber = <Choice extends string>(
  numbers: Readonly<Record<Choice, number>>,
): WireType<Choice> => {
  const choices = Object.values<number>(numbers);
  const number = refined(
    int,
    (value, name) => (choices.includes(value) ? E.right(value) : E.left(`Invalid ${name} ${value}`)),
    oneOfValues(int, choices),
  );
  return choiceAsNumber(number, numbers);
};

const jitsiUrl: WireType<string | null> = refined(quotedText, (url, name) => {
  if (url === "default") return E.right(null);
  return isCallServerUrl(url) ? E.right(url) : E.left(`${name} is not an allowed_type`);
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
  ...recordOf(bools, () => bool),
  defaultAvatarSource: avatarSource,
  defaultCodeBlockLanguage: text,
  defaultLanguage: quotedText,
  digestWeekday: choiceAsNumber(int, realmChoiceCodecs.digestWeekday.numbers),
  gifRatingPolicy: choiceAsRepeatedNumber(realmChoiceCodecs.gifRatingPolicy.numbers),
  jitsiServerUrl: jitsiUrl,
  mediaPreviewSize: oneOfValues(int, mediaPreviewSizes),
  messageContentDeleteLimitSeconds: seconds,
  messageContentEditLimitSeconds: seconds,
  messageEditHistoryVisibilityPolicy: oneOf(...editHistoryVisibilities),
  messageRetentionDays: limitOr("forever" as const, retentionDays.ofRealm),
  moderationRequestChannelId: channelId,
  moveMessagesBetweenChannelsLimitSeconds: seconds,
  moveMessagesWithinChannelLimitSeconds: seconds,
  newChannelAnnouncementsChannelId: channelId,
  orgType: choiceAsNumber(int, realmChoiceCodecs.orgType.numbers),
  passwordHistory: within(numbers.passwordHistory),
  passwordMinGuesses: within(numbers.passwordMinGuesses),
  passwordMinLength: within(numbers.passwordMinLength),
  serverUpdateAnnouncementsChannelId: channelId,
  sessionIdleHours: within(numbers.sessionIdleHours),
  sessionLifetimeHours: limitOr(null, numbers.sessionLifetimeHours),
  signupAnnouncementsChannelId: channelId,
  topicsPolicy: oneOf(...realmTopicsPolicies),
  videoChatProvider: choiceAsRepeatedNumber(realmChoiceCodecs.videoChatProvider.numbers),
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
  input: Readonly<Record<string, unknown>>,
): Partial<RealmSettings> =>
  Object.fromEntries(
    Object.keys(types).flatMap((name) => {
      const value = input[wireName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
