import * as E from "fp-ts/Either";
import type { ProfileFieldId } from "../../../domain/ids";
import { userKnownTo } from "../../../domain/policy/user-access";
import { isMarkdownField, type ProfileValue } from "../../../domain/users/profile-field";
import {
  invalidProfileValue,
  noSuchProfileField,
  type ProfileFieldError,
  profileFieldNotEditable,
} from "../../../domain/users/profile-field-refusals";
import { checkProfileValue, type ProfileValueInput } from "../../../domain/users/profile-value";
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
  const { state, now } = tx;
  const isAdministrator = allows(by.role, "administrator");
  const stored = new Map<ProfileFieldId, ProfileValue | null>();
  for (const { id, value } of inputs) {
    const field = state.profileFields.find((one) => one.id === id);
    if (field === undefined) return E.left(noSuchProfileField(id));
    if (!field.editableByUser && !isAdministrator) return E.left(profileFieldNotEditable);
    if (value === null || value.length === 0) {
      stored.set(id, null);
      continue;
    }
    const checked = checkProfileValue(field, value, (userId) => userKnownTo(state, by, userId, now));
    if (E.isLeft(checked)) return E.left(invalidProfileValue(checked.left));
    stored.set(id, {
      value: checked.right,
      ...(isMarkdownField(field) && { renderedValue: tx.rendered(checked.right, by).html }),
    });
  }
  const changes = [...stored].filter(([id, value]) => user.profile[id]?.value !== value?.value);
  return E.right(Object.fromEntries(changes));
};
