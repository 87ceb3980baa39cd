import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileFieldId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { ProfileField } from "../../domain/profile-fields/profile-field";
import {
  knownAccountNotUpdatable,
  noSuchProfileField,
  type ProfileFieldError,
} from "../../domain/profile-fields/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { EntityUpdate } from "../entity-update";
import type { InTransaction } from "../transaction";
import { emptyProfileFieldJob } from "./empty-profile-field";
import { checkProfileField, type FieldDataInput, type FieldInput } from "./internal/check-profile-field";
import { valuesToRemove } from "./internal/values-to-remove";

export type FieldUpdate = EntityUpdate<FieldInput, never>;

const fieldData = ({ choices, externalAccount }: ProfileField): FieldDataInput => {
  if (choices !== null) return choices;
  if (externalAccount === null) return {};
  const { subtype, urlPattern } = externalAccount;
  return { subtype, ...(urlPattern !== undefined && { url_pattern: urlPattern }) };
};

const sameData = (a: FieldDataInput, b: FieldDataInput): boolean => JSON.stringify(a) === JSON.stringify(b);

const isKnownAccount = ({ externalAccount }: ProfileField): boolean =>
  externalAccount !== null && externalAccount.subtype !== "custom";

/** Whether the update changes fixed parts of an account known to clients. Only its display options may change. */
const changesKnownAccount = (field: ProfileField, { name, hint, data }: FieldUpdate): boolean =>
  isKnownAccount(field) &&
  ((name !== undefined && name !== field.name) ||
    (hint !== undefined && hint !== field.hint) ||
    (data !== undefined && !sameData(data, fieldData(field))));

const mergeUpdate = (field: ProfileField, update: FieldUpdate): FieldInput => ({
  name: update.name ?? field.name,
  hint: update.hint ?? field.hint,
  data: update.data ?? fieldData(field),
  displayInProfileSummary: update.displayInProfileSummary ?? field.displayInProfileSummary,
  required: update.required ?? field.required,
  editableByUser: update.editableByUser ?? field.editableByUser,
  useForUserMatching: update.useForUserMatching ?? field.useForUserMatching,
});

/**
 * Changes a custom profile field; its type stays. Removes values whose choice no longer exists; if many people have one, jobs
 * remove the rest. Administrators only. API §2.5b.
 */
export const updateProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    fieldId: ProfileFieldId,
    update: FieldUpdate,
  ): TaskEither<CallerError | InputError | ProfileFieldError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const before = tx.state.profileFields.find(({ id }) => id === fieldId);
      if (before === undefined) return E.left(noSuchProfileField(fieldId));
      if (changesKnownAccount(before, update)) return E.left(knownAccountNotUpdatable);
      const checked = checkProfileField(tx.state, fieldId, before.type, mergeUpdate(before, update));
      if (E.isLeft(checked)) return checked;
      const field = checked.right;
      if (JSON.stringify(field) === JSON.stringify({ ...field, ...before })) return E.right(undefined);
      const fields = tx.state.profileFields.map((one) => (one.id === fieldId ? field : one));
      const { userIds, areAll } = valuesToRemove(tx.state, fieldId, field);
      for (const userId of userIds)
        tx.append({ type: "profile_values_changed", userId, values: { [fieldId]: null } });
      tx.append({ type: "profile_fields_set", fields, removedIds: [] });
      if (!areAll) tx.enqueue(emptyProfileFieldJob(fieldId, tx.now));
      return E.right(undefined);
    });
