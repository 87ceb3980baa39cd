import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ProfileFieldId } from "../../../domain/ids";
import { userKnownTo } from "../../../domain/policy/user-access";
import {
  isMarkdownField,
  type ProfileField,
  type ProfileValue,
} from "../../../domain/profile-fields/profile-field";
import { checkProfileValue, type ProfileValueInput } from "../../../domain/profile-fields/profile-value";
import {
  invalidProfileValue,
  noSuchProfileField,
  type ProfileFieldError,
  profileFieldNotEditable,
} from "../../../domain/profile-fields/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** A value for the field with this id. Null, an empty text and an empty list remove the value. API §4.8. */
export interface ProfileInput {
  readonly id: ProfileFieldId;
  readonly value: ProfileValueInput | null;
}

/**
 * The values to store by field id, without unchanged ones; null removes a value. The last input for a field wins.
 * Fails with the first invalid one.
 */
export const checkProfileValues = (
  tx: Transaction,
  { user, by }: { readonly user: User; readonly by: User },
  inputs: readonly ProfileInput[],
): E.Either<ProfileFieldError, Readonly<Record<string, ProfileValue | null>>> => {
  return pipe(
    inputs,
    E.traverseArray((input) =>
      pipe(
        fieldToFill(tx.state, by, input.id),
        E.chain((field) => checkValue(tx, by, field, input.value)),
        E.map((value) => [input.id, value] as const),
      ),
    ),
    E.map((values) => {
      const changes = [...new Map(values)].filter(([id, value]) => user.profile[id]?.value !== value?.value);
      return Object.fromEntries(changes);
    }),
  );
};

const fieldToFill = (
  state: RealmState,
  by: User,
  id: ProfileFieldId,
): E.Either<ProfileFieldError, ProfileField> => {
  const field = state.profileFields.find((one) => one.id === id);
  if (field === undefined) return E.left(noSuchProfileField(id));
  return field.editableByUser || allows(by.role, "administrator")
    ? E.right(field)
    : E.left(profileFieldNotEditable);
};

const checkValue = (
  tx: Transaction,
  by: User,
  field: ProfileField,
  input: ProfileInput["value"],
): E.Either<ProfileFieldError, ProfileValue | null> => {
  if (input === null || input.length === 0) return E.right(null);
  return pipe(
    checkProfileValue(field, input, (userId) => userKnownTo(tx.state, by, userId, tx.now)),
    E.bimap(invalidProfileValue, (value) => ({
      value,
      ...(isMarkdownField(field) && { renderedValue: tx.rendered(value, by).html }),
    })),
  );
};
