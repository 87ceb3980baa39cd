import * as E from "fp-ts/Either";
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
export const checkSettings = (settings: Settings): E.Either<InputError | UserError, Settings> =>
  pipe(
    checkBounds(userSettingBounds, settings),
    E.chainW(checkLanguage),
    E.chainW(checkSound),
    E.chainW(checkPeriod),
  );

const checkLanguage = (settings: Settings): E.Either<UserError, Settings> => {
  const { defaultLanguage } = settings;
  return defaultLanguage !== undefined && languageName(defaultLanguage) === undefined
    ? E.left(invalidDefaultLanguage)
    : E.right(settings);
};

const sounds: readonly string[] = [...notificationSounds, "none"];

const checkSound = (settings: Settings): E.Either<UserError, Settings> => {
  const { notificationSound: sound } = settings;
  return sound !== undefined && !sounds.includes(sound)
    ? E.left(invalidNotificationSound(sound))
    : E.right(settings);
};

const periods = new WholeNumber(1, secondsIn.week);

const checkPeriod = (settings: Settings): E.Either<UserError, Settings> => {
  const { emailNotificationsBatchingPeriodSeconds: period } = settings;
  return period !== undefined && !periods.is(period)
    ? E.left(invalidBatchingPeriod(period))
    : E.right(settings);
};
