import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileFieldId } from "../../domain/ids";
import { noSuchProfileField, type ProfileFieldError } from "../../domain/profile-fields/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { emptyProfileFieldJob } from "./empty-profile-field";
import { valuesToRemove } from "./internal/values-to-remove";

/**
 * Removes a custom profile field and everyone's values for it. If many people have one, jobs remove the rest. Administrators
 * only. API §2.5b.
 */
export const removeProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fieldId: ProfileFieldId): TaskEither<CallerError | ProfileFieldError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const fields = tx.state.profileFields.filter(({ id }) => id !== fieldId);
      if (fields.length === tx.state.profileFields.length) return E.left(noSuchProfileField(fieldId));
      const { userIds, areAll } = valuesToRemove(tx.state, fieldId, undefined);
      tx.append({
        type: "profile_fields_set",
        fields,
        removedIds: [fieldId],
        ...(!areAll && { ofUsers: userIds }),
      });
      if (!areAll) tx.enqueue(emptyProfileFieldJob(fieldId, tx.now));
      return E.right(undefined);
    });
