import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { isInGroup } from "../../domain/permission";
import type { User } from "../../domain/user";
import { privateSettings, type UserSettings } from "../../domain/user-settings";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { changedPart, checkSettings } from "./check-settings";

interface SettingsTargets {
  readonly userIds: readonly number[];
  /** Everyone in these groups too, through subgroups as well. */
  readonly groupIds: readonly number[];
  /** Whether settings stay as they are for those who chose them themselves. */
  readonly skipChosen: boolean;
}

const notForOthers = badRequest("Cannot change this setting for other users.");

/** Changes settings of other people. Administrators only; what is private to a person can't be. */
export const updateOthersSettings =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, targets: SettingsTargets, wanted: Partial<UserSettings>): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const actor = administratorIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      if (targets.userIds.length === 0 && targets.groupIds.length === 0)
        return left(badRequest("Either user_ids or group_ids must be provided."));
      if (Object.keys(wanted).some((name) => privateSettings.has(name as keyof UserSettings)))
        return left(notForOthers);
      const settings = checkSettings(wanted);
      if (isLeft(settings)) return settings;
      const users = targeted(tx, targets);
      if (isLeft(users)) return users;
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
      return right(undefined);
    });

/** People, deactivated ones included: they may come back. Bots have no use for settings. */
const targeted = (
  { state, now }: Transaction,
  { userIds, groupIds }: SettingsTargets,
): Either<ApiError, readonly User[]> => {
  const stranger = userIds.find((id) => !state.users.has(id) || state.users.get(id)?.isSystemBot);
  if (stranger !== undefined) return left(badRequest(`Invalid user ID: ${stranger}`));
  const unknown = groupIds.find((id) => !state.groups.has(id));
  if (unknown !== undefined) return left(badRequest(`Invalid user group ID: ${unknown}`));
  return right(
    [...state.users.values()].filter(
      (user) =>
        user.bot === null &&
        (userIds.includes(user.id) || groupIds.some((id) => isInGroup(state, user, id, now))),
    ),
  );
};
