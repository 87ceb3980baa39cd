import { settingName } from "../../../domain/setting-name";
import { type EmailVisibility, emailVisibilities, type UserSettings } from "../../../domain/user-settings";

/** The number that stands for who may see an address. */
const encodeEmailVisibility = (visibility: EmailVisibility): number =>
  emailVisibilities.indexOf(visibility) + 1;

/** Personal settings under the wire's names. */
export const encodeUserSettings = (settings: Partial<UserSettings>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      settingName(name),
      name === "emailAddressVisibility" ? encodeEmailVisibility(value as EmailVisibility) : value,
    ]),
  );
