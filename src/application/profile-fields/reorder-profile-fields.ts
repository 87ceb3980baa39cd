import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Puts the fields in another order: all of their ids, each once. Administrators only. API §2.5b. */
export const reorderProfileFields =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly number[]): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { profileFields } = tx.state;
      const fields = order.flatMap((id) => profileFields.find((field) => field.id === id) ?? []);
      if (new Set(fields).size !== profileFields.length || order.length !== profileFields.length)
        return left(badRequest("Invalid order mapping."));
      if (fields.some((field, place) => field !== profileFields[place]))
        tx.append({ type: "profile_fields_set", fields, removedIds: [] });
      return right(undefined);
    });
