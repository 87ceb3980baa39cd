import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { profileFieldTypes } from "../../domain/profile-field";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkProfileField, type FieldInput } from "./check-profile-field";

/** Adds a field after the others; answers with its id. Administrators only. API §4.7. */
export const addProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, typeNumber: number, input: FieldInput): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const type = profileFieldTypes[typeNumber - 1];
      if (type === undefined) return left(badRequest("Invalid field type."));
      const id = tx.newId("profile_field");
      const field = checkProfileField(tx.state, id, type, input);
      if (isLeft(field)) return field;
      tx.append({
        type: "profile_fields_set",
        fields: [...tx.state.profileFields, field.right],
        removedIds: [],
      });
      return right(id);
    });
