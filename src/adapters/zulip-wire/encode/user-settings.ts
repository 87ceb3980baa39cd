import type { UserSettings } from "../../../domain/users/user-settings";
import { settingNumber } from "../codecs/setting-numbers";
import { settingName } from "../setting-names";

/** Personal settings under the API's names. */
export const encodeUserSettings = (settings: Partial<UserSettings>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [settingName(name), settingNumber(name, value)]),
  );
