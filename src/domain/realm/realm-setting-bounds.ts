import * as t from "io-ts";
import { nullable, oneOf } from "../codec/codec";
import { count, WholeNumber } from "../codec/whole-number";
import { passwordLimits } from "../passwords/password";
import { retentionDays } from "../retention/retention";
import { realmSettingFields } from "./realm-settings";

/** The longest idle time of sessions that an organization can allow, in hours. */
export const longestIdleHours = 720;
const hoursInAYear = 8760;

/** The allowed values of settings that are numbers, or limits that can be lifted. */
export const realmSettingNumbers = {
  limitSeconds: new WholeNumber(1, 999_999_999),
  passwordHistory: new WholeNumber(0, passwordLimits.mostRemembered),
  passwordMinGuesses: new WholeNumber(passwordLimits.leastGuesses, passwordLimits.mostGuesses),
  passwordMinLength: new WholeNumber(passwordLimits.shortest, passwordLimits.longest),
  sessionIdleHours: new WholeNumber(1, longestIdleHours),
  sessionLifetimeHours: new WholeNumber(1, hoursInAYear),
} as const;

/** Heights that clients draw previews of media in, in pixels. */
export const mediaPreviewSizes = [100, 150, 200] as const;

const longestUrl = 200;

/** Whether an organization can choose the address for its calls. */
export const isCallServerUrl = (url: unknown): url is string =>
  typeof url === "string" &&
  url.length <= longestUrl &&
  URL.canParse(url) &&
  /^https?:$/.test(new URL(url).protocol);

const callServerUrl = new t.Type<string, unknown>(
  "URL of a call server",
  isCallServerUrl,
  (value, context) => (isCallServerUrl(value) ? t.success(value) : t.failure(value, context)),
  t.identity,
);

const { limitSeconds, passwordHistory, passwordMinGuesses, passwordMinLength, sessionIdleHours } =
  realmSettingNumbers;

/**
 * The values that people can choose for each setting. Stored values may lie outside these bounds: `realmSettingsCodec` still
 * reads an organization after a bound has changed.
 */
export const realmSettingBounds = {
  ...realmSettingFields,
  jitsiServerUrl: nullable(callServerUrl),
  mediaPreviewSize: oneOf<number>(...mediaPreviewSizes),
  messageContentDeleteLimitSeconds: nullable(limitSeconds),
  messageContentEditLimitSeconds: nullable(limitSeconds),
  messageRetentionDays: t.union([retentionDays.ofRealm, t.literal("forever")]),
  moveMessagesBetweenChannelsLimitSeconds: nullable(limitSeconds),
  moveMessagesWithinChannelLimitSeconds: nullable(limitSeconds),
  passwordHistory,
  passwordMinGuesses,
  passwordMinLength,
  sessionIdleHours,
  sessionLifetimeHours: nullable(realmSettingNumbers.sessionLifetimeHours),
  waitingPeriodThreshold: count,
};
