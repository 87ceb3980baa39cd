import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileFieldError } from "../../domain/profile-fields/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkProfileValues, type ProfileInput } from "./shared/check-profile-values";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Changes the caller's values of profile fields, all or none. API §2.5b. */
export const changeOwnProfile =
  ({ inTransaction }: Ports) =>
  (caller: Caller, inputs: readonly ProfileInput[]): TaskEither<CallerError | ProfileFieldError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const values = checkProfileValues(tx, { user, by: user }, inputs);
      if (E.isLeft(values)) return values;
      if (Object.keys(values.right).length > 0)
        tx.append({ type: "profile_values_changed", userId: caller.userId, values: values.right });
      return E.right(undefined);
    });
