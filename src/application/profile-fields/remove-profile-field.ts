import { isLeft, left, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { noSuchField } from "./check-profile-values";

/** Removes a field, and everyone's values of it. Administrators only. API §2.5b. */
export const removeProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fieldId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const fields = tx.state.profileFields.filter(({ id }) => id !== fieldId);
      if (fields.length === tx.state.profileFields.length) return left(noSuchField(fieldId));
      tx.append({ type: "profile_fields_set", fields, removedIds: [fieldId] });
      return right(undefined);
    });
