import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { languageName } from "../../domain/language";
import { notificationSounds, settingChoices, type UserSettings } from "../../domain/user-settings";

const aWeek = 7 * 24 * 3600;

/** Settings that make sense each by itself. */
export const checkSettings = (settings: Partial<UserSettings>): Either<ApiError, Partial<UserSettings>> => {
  for (const [name, choices] of Object.entries(settingChoices)) {
    const value = settings[name as keyof typeof settingChoices];
    if (value !== undefined && !(choices as readonly unknown[]).includes(value))
      return left(badRequest(`Invalid value for ${name}`));
  }
  const { defaultLanguage, notificationSound, emailNotificationsBatchingPeriodSeconds: period } = settings;
  if (defaultLanguage !== undefined && languageName(defaultLanguage) === undefined)
    return left(badRequest("Invalid default_language"));
  const sounds: readonly string[] = [...notificationSounds, "none"];
  if (notificationSound !== undefined && !sounds.includes(notificationSound))
    return left(badRequest(`Invalid notification sound '${notificationSound}'`));
  if (period !== undefined && (period <= 0 || period > aWeek))
    return left(badRequest(`Invalid email batching period: ${period} seconds`));
  return right(settings);
};

/** The part that differs from what is there. */
export const changedPart = <Settings extends object>(
  current: Settings,
  wanted: Partial<Settings>,
): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && value !== current[name as keyof Settings],
    ),
  ) as Partial<Settings>;
