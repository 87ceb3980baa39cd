import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileFieldId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import type { ProfileFieldType } from "../../domain/profile-fields/profile-field";
import { invalidProfileFieldType, type ProfileFieldError } from "../../domain/profile-fields/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkProfileField, type FieldInput } from "./internal/check-profile-field";

/** Adds a custom profile field at the end of the list and returns its id. Administrators only. API §4.7. */
export const addProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    type: ProfileFieldType | undefined,
    input: FieldInput,
  ): TaskEither<CallerError | InputError | LimitError | ProfileFieldError, ProfileFieldId> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const room = checkRoom(tx.state, "profileFields", tx.now);
      if (E.isLeft(room)) return room;
      if (type === undefined) return E.left(invalidProfileFieldType);
      const id = tx.newId("profile_field");
      const field = checkProfileField(tx.state, id, type, input);
      if (E.isLeft(field)) return field;
      tx.append({
        type: "profile_fields_set",
        fields: [...tx.state.profileFields, field.right],
        removedIds: [],
      });
      return E.right(id);
    });
