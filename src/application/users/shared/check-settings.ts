import { chainW, type Either, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkBounds } from "../../../domain/codec/check-bounds";
import { WholeNumber } from "../../../domain/codec/whole-number";
import type { InputError } from "../../../domain/input-refusals";
import { languageName } from "../../../domain/text/language";
import { secondsIn } from "../../../domain/units/time";
import {
  invalidBatchingPeriod,
  invalidDefaultLanguage,
  invalidNotificationSound,
  type UserError,
} from "../../../domain/users/refusals";
import {
  notificationSounds,
  type UserSettings,
  userSettingBounds,
} from "../../../domain/users/user-settings";

type Settings = Partial<UserSettings>;

/** Validates each setting by itself. */
export const checkSettings = (settings: Settings): Either<InputError | UserError, Settings> =>
  pipe(
    checkBounds(userSettingBounds, settings),
    chainW(checkLanguage),
    chainW(checkSound),
    chainW(checkPeriod),
  );

const checkLanguage = (settings: Settings): Either<UserError, Settings> => {
  const { defaultLanguage } = settings;
  return defaultLanguage !== undefined && languageName(defaultLanguage) === undefined
    ? left(invalidDefaultLanguage)
    : right(settings);
};

const sounds: readonly string[] = [...notificationSounds, "none"];

const checkSound = (settings: Settings): Either<UserError, Settings> => {
  const { notificationSound: sound } = settings;
  return sound !== undefined && !sounds.includes(sound)
    ? left(invalidNotificationSound(sound))
    : right(settings);
};

const periods = new WholeNumber(1, secondsIn.week);

const checkPeriod = (settings: Settings): Either<UserError, Settings> => {
  const { emailNotificationsBatchingPeriodSeconds: period } = settings;
  return period !== undefined && !periods.is(period) ? left(invalidBatchingPeriod(period)) : right(settings);
};
