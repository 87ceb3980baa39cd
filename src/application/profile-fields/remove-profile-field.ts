import { left, right } from "fp-ts/Either";
import type { ProfileFieldId } from "../../domain/ids";
import { noSuchProfileField } from "../../domain/users/profile-field-refusals";
import { asAdministrator } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes a custom profile field and everyone's values for it. Administrators only. API §2.5b. */
export const removeProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fieldId: ProfileFieldId): Result<void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const fields = tx.state.profileFields.filter(({ id }) => id !== fieldId);
      if (fields.length === tx.state.profileFields.length) return left(noSuchProfileField(fieldId));
      tx.append({ type: "profile_fields_set", fields, removedIds: [fieldId] });
      return right(undefined);
    });
