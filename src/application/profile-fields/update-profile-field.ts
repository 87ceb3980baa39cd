import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import type { ProfileField } from "../../domain/profile-field";
import type { RealmState } from "../../domain/realm-state";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkProfileField, type FieldInput, type GivenFieldData } from "./check-profile-field";
import { noSuchField } from "./check-profile-values";

/** Undefined keeps what is there. */
export type FieldUpdate = { readonly [Name in keyof FieldInput]: FieldInput[Name] | undefined };

const dataOf = ({ choices, externalAccount }: ProfileField): GivenFieldData => {
  if (choices !== null) return choices;
  if (externalAccount === null) return {};
  const { subtype, urlPattern } = externalAccount;
  return { subtype, ...(urlPattern !== undefined && { url_pattern: urlPattern }) };
};

const sameData = (a: GivenFieldData, b: GivenFieldData): boolean => JSON.stringify(a) === JSON.stringify(b);

const isKnownAccount = ({ externalAccount }: ProfileField): boolean =>
  externalAccount !== null && externalAccount.subtype !== "custom";

/** Clients know such an account's name: only where it shows can be changed. */
const changesKnownAccount = (field: ProfileField, { name, hint, data }: FieldUpdate): boolean =>
  isKnownAccount(field) &&
  ((name !== undefined && name !== field.name) ||
    (hint !== undefined && hint !== field.hint) ||
    (data !== undefined && !sameData(data, dataOf(field))));

const merged = (field: ProfileField, update: FieldUpdate): FieldInput => ({
  name: update.name ?? field.name,
  hint: update.hint ?? field.hint,
  data: update.data ?? dataOf(field),
  displayInProfileSummary: update.displayInProfileSummary ?? field.displayInProfileSummary,
  required: update.required ?? field.required,
  editableByUser: update.editableByUser ?? field.editableByUser,
  useForUserMatching: update.useForUserMatching ?? field.useForUserMatching,
});

/** Users whose choice is no more. */
const withLostChoice = (state: RealmState, { id, choices }: ProfileField): readonly number[] =>
  choices === null
    ? []
    : [...state.users.values()].flatMap((user) => {
        const value = user.profile[id]?.value;
        return value !== undefined && !Object.hasOwn(choices, value) ? [user.id] : [];
      });

/** Changes a field, but never its type. Administrators only. API §2.5b. */
export const updateProfileField =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, fieldId: number, update: FieldUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const before = tx.state.profileFields.find(({ id }) => id === fieldId);
      if (before === undefined) return left(noSuchField(fieldId));
      if (changesKnownAccount(before, update))
        return left(badRequest("Default custom field cannot be updated."));
      const checked = checkProfileField(tx.state, fieldId, before.type, merged(before, update));
      if (isLeft(checked)) return checked;
      const field = checked.right;
      if (JSON.stringify(field) === JSON.stringify({ ...field, ...before })) return right(undefined);
      const fields = tx.state.profileFields.map((one) => (one.id === fieldId ? field : one));
      for (const userId of withLostChoice(tx.state, field))
        tx.append({ type: "profile_values_changed", userId, values: { [fieldId]: null } });
      tx.append({ type: "profile_fields_set", fields, removedIds: [] });
      return right(undefined);
    });
