import { type Either, left, right } from "fp-ts/Either";
import { languageName } from "../../../domain/text/language";
import { secondsIn } from "../../../domain/units/time";
import {
  invalidBatchingPeriod,
  invalidDefaultLanguage,
  invalidNotificationSound,
  invalidSettingValue,
  type UserError,
} from "../../../domain/users/refusals";
import { notificationSounds, settingChoices, type UserSettings } from "../../../domain/users/user-settings";

/** Validates each setting by itself. */
export const checkSettings = (settings: Partial<UserSettings>): Either<UserError, Partial<UserSettings>> => {
  for (const [name, choices] of Object.entries(settingChoices)) {
    const value = settings[name as keyof typeof settingChoices];
    if (value !== undefined && !(choices as readonly unknown[]).includes(value))
      return left(invalidSettingValue(name));
  }
  const { defaultLanguage, notificationSound, emailNotificationsBatchingPeriodSeconds: period } = settings;
  if (defaultLanguage !== undefined && languageName(defaultLanguage) === undefined)
    return left(invalidDefaultLanguage);
  const sounds: readonly string[] = [...notificationSounds, "none"];
  if (notificationSound !== undefined && !sounds.includes(notificationSound))
    return left(invalidNotificationSound(notificationSound));
  if (period !== undefined && (period <= 0 || period > secondsIn.week))
    return left(invalidBatchingPeriod(period));
  return right(settings);
};
