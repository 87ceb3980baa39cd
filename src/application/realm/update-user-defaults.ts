import { isLeft, right } from "fp-ts/Either";
import type { UserSettings } from "../../domain/user-settings";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { changedPart, checkSettings } from "../users/check-settings";

/** Changes the settings that new users begin with. Administrators only. */
export const updateUserDefaults =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: Partial<UserSettings>): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const settings = checkSettings(wanted);
      if (isLeft(settings)) return settings;
      const userDefaults = changedPart(tx.state.realm.userDefaults, settings.right);
      if (Object.keys(userDefaults).length > 0)
        tx.append({ type: "realm_changed", change: { userDefaults } });
      return right(undefined);
    });
