import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { keysOf } from "../../domain/collections/keys-of";
import { type GroupError, invalidGroupId } from "../../domain/groups/refusals";
import type { GroupId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { membersAmong } from "../../domain/policy/group-members";
import { allPeopleByRights } from "../../domain/policy/people-by-rights";
import { IdSet } from "../../domain/state/id-set";
import {
  invalidUserIdInList,
  noSettingsTarget,
  settingIsPrivate,
  type UserError,
} from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { privateSettings, type UserSettings } from "../../domain/users/user-settings";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import { changedPart } from "../entity-update";
import type { InTransaction, Transaction } from "../transaction";
import { checkSettings } from "../users/shared/check-settings";

interface SettingsTargets {
  readonly userIds: readonly UserId[];
  /** Also everyone in these groups and their subgroups. */
  readonly groupIds: readonly GroupId[];
  /** Whether to keep settings that a user chose. */
  readonly skipChosen: boolean;
}

/** Changes the settings of other people. Administrators only; private settings can't be changed. */
export const updateSettingsOfUsers =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    targets: SettingsTargets,
    input: Partial<UserSettings>,
  ): TaskEither<CallerError | GroupError | InputError | UserError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      if (targets.userIds.length === 0 && targets.groupIds.length === 0) return E.left(noSettingsTarget);
      if (keysOf(input).some((name) => privateSettings.has(name))) return E.left(settingIsPrivate);
      const settings = checkSettings(input);
      if (E.isLeft(settings)) return settings;
      const users = targeted(tx, targets);
      if (E.isLeft(users)) return users;
      for (const user of users.right) {
        const chosen = targets.skipChosen ? user.chosenSettings : [];
        const open = Object.fromEntries(
          Object.entries(settings.right).filter(([name]) => !chosen.includes(name)),
        );
        const change = changedPart(user.settings, open);
        if (Object.keys(change).length > 0)
          tx.append({
            type: "user_settings_changed",
            userId: user.id,
            change,
            isOwnChoice: false,
          });
      }
      return E.right(undefined);
    });

/** Includes deactivated people, who may come back. Bots have no use for settings. */
const targeted = (
  { state, now }: Transaction,
  { userIds, groupIds }: SettingsTargets,
): E.Either<GroupError | UserError, readonly User[]> => {
  const stranger = userIds.find((id) => !state.users.has(id) || state.users.get(id)?.isSystemBot);
  if (stranger !== undefined) return E.left(invalidUserIdInList(stranger));
  const unknown = groupIds.find((id) => !state.groups.has(id));
  if (unknown !== undefined) return E.left(invalidGroupId(unknown));
  const membersOf = membersAmong(state, allPeopleByRights(state), now);
  const chosen = IdSet.union([IdSet.of(userIds), ...groupIds.map(membersOf)]);
  return E.right([...chosen].flatMap((id) => state.users.get(id) ?? []).filter(({ bot }) => bot === null));
};
