import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InputError } from "../../domain/input-refusals";
import type { UserError } from "../../domain/users/refusals";
import type { UserSettings } from "../../domain/users/user-settings";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import { changedPart } from "../entity-update";
import type { InTransaction } from "../transaction";
import { checkSettings } from "../users/shared/check-settings";

/** Changes the initial settings of new users. Administrators only. */
export const updateUserDefaults =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, input: Partial<UserSettings>): TaskEither<CallerError | InputError | UserError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const settings = checkSettings(input);
      if (E.isLeft(settings)) return settings;
      const userDefaults = changedPart(tx.state.realm.userDefaults, settings.right);
      if (Object.keys(userDefaults).length > 0)
        tx.append({ type: "realm_changed", change: { userDefaults } });
      return E.right(undefined);
    });
