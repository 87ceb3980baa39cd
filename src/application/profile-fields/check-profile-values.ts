import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { isMarkdownField, type ProfileValue } from "../../domain/profile-field";
import { checkProfileValue, type GivenValue } from "../../domain/profile-value";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import { userKnownTo } from "../../domain/user-access";
import type { Transaction } from "../transaction";

/** A value for a field by its id; null, an empty text and an empty list remove what is there. API §4.8. */
export interface ProfileInput {
  readonly id: number;
  readonly value: GivenValue | null;
}

export const noSuchField = (id: number): ApiError => badRequest(`Field id ${id} not found.`);

const notEditable = badRequest(
  "You are not allowed to change this field. Contact an administrator to update it.",
);

/**
 * The values that change, as they are kept; null for those that go. Of two for a field the later holds. Fails for
 * the first that can't be.
 */
export const checkProfileValues = (
  tx: Transaction,
  { user, by }: { readonly user: User; readonly by: User },
  inputs: readonly ProfileInput[],
): Either<ApiError, Readonly<Record<string, ProfileValue | null>>> => {
  const { state, now } = tx;
  const isAdministrator = allows(by.role, "administrator");
  const wanted = new Map<number, ProfileValue | null>();
  for (const { id, value } of inputs) {
    const field = state.profileFields.find((one) => one.id === id);
    if (field === undefined) return left(noSuchField(id));
    if (!field.editableByUser && !isAdministrator) return left(notEditable);
    if (value === null || value.length === 0) {
      wanted.set(id, null);
      continue;
    }
    const checked = checkProfileValue(field, value, (userId) => userKnownTo(state, by, userId, now));
    if (isLeft(checked)) return left(badRequest(checked.left));
    wanted.set(id, {
      value: checked.right,
      ...(isMarkdownField(field) && { renderedValue: tx.rendered(checked.right).html }),
    });
  }
  const changes = [...wanted].filter(([id, value]) => user.profile[id]?.value !== value?.value);
  return right(Object.fromEntries(changes));
};
