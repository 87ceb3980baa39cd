import type { ProfileFieldId, UserId } from "../../../domain/ids";
import type { ProfileField } from "../../../domain/profile-fields/profile-field";
import type { RealmState } from "../../../domain/state/realm-state";

/** The people whose values of a field are removed in one commit. */
interface ValuesToRemove {
  readonly userIds: readonly UserId[];
  /** Whether nobody else has such a value. */
  readonly areAll: boolean;
}

/** Values in one commit, whose undo data holds them: people, and characters of values with their HTML. */
const mostPeople = 1000;
const mostCharacters = 1_000_000;
/** Fewer if the field stays, because then clients are notified of each person. */
const mostPeopleHeard = 250;

/**
 * The people whose values of the field are removed next, as many as fit in one commit. A removed field loses all its values; a
 * dropdown, those that are no longer choices.
 */
export const valuesToRemove = (
  { users }: RealmState,
  fieldId: ProfileFieldId,
  field: ProfileField | undefined,
): ValuesToRemove => {
  const most = field === undefined ? mostPeople : mostPeopleHeard;
  const choices = field?.choices ?? null;
  const userIds: UserId[] = [];
  let characters = 0;
  for (const { id, profile } of users.values()) {
    const held = profile[fieldId];
    if (held === undefined) continue;
    const isGone = field === undefined || (choices !== null && !Object.hasOwn(choices, held.value));
    if (!isGone) continue;
    if (userIds.length >= most || characters >= mostCharacters) return { userIds, areAll: false };
    userIds.push(id);
    characters += held.value.length + (held.renderedValue?.length ?? 0);
  }
  return { userIds, areAll: true };
};
