import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkProfileValues, type ProfileInput } from "./check-profile-values";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Changes the caller's own values of profile fields; all of them or none. API §2.5b. */
export const changeOwnProfile =
  ({ inTransaction }: Ports) =>
  (caller: Caller, inputs: readonly ProfileInput[]): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const values = checkProfileValues(tx, { user: user.right, by: user.right }, inputs);
      if (isLeft(values)) return values;
      if (Object.keys(values.right).length > 0)
        tx.append({ type: "profile_values_changed", userId: caller.userId, values: values.right });
      return right(undefined);
    });
