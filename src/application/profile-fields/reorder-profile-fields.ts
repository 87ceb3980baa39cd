import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileFieldId } from "../../domain/ids";
import { type InputError, incompleteOrder } from "../../domain/input-refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Reorders the custom profile fields. `order` has the id of each exactly once. Administrators only. API §2.5b. */
export const reorderProfileFields =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly ProfileFieldId[]): TaskEither<CallerError | InputError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const { profileFields } = tx.state;
      const fields = order.flatMap((id) => profileFields.find((field) => field.id === id) ?? []);
      if (new Set(fields).size !== profileFields.length || order.length !== profileFields.length)
        return E.left(incompleteOrder);
      if (fields.some((field, place) => field !== profileFields[place]))
        tx.append({ type: "profile_fields_set", fields, removedIds: [] });
      return E.right(undefined);
    });
