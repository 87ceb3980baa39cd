import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { AuditTarget, LoggedAuditEntry } from "../../domain/audit/audit-entry";
import type { SettingKind } from "../../domain/audit/setting-kinds";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelToAdminister } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import { type Caller, checkRole } from "../caller";
import { groupToChange } from "../groups/shared/check-group";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { AuditLog } from "../ports/realm/audit-log";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly auditLog: Pick<AuditLog, "page">;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

interface SettingChangeFilter {
  readonly kinds: readonly SettingKind[];
  /** Undefined for any target. */
  readonly target: AuditTarget | undefined;
  readonly limit: number;
}

/** Users who may change a channel or group may see who changed it. All other changes are for administrators. */
const checkMaySee = (
  state: RealmState,
  user: User,
  target: AuditTarget | undefined,
  now: number,
): E.Either<CallerError | ChannelError | GroupError, unknown> => {
  switch (target?.type) {
    case "channel":
      return channelToAdminister(state, user, target.id, now);
    case "user_group":
      return groupToChange(state, user, target.id, ["canManageGroup"], now);
    default:
      return checkRole(user, "administrator");
  }
};

/** Lists recent changes of settings, newest first. For users who may change those settings themselves. */
export const listSettingChanges =
  ({ auditLog, directory, clock }: Ports) =>
  (
    caller: Caller,
    { kinds, target, limit }: SettingChangeFilter,
  ): TaskEither<CallerError | ChannelError | GroupError, readonly LoggedAuditEntry[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const allowed = checkMaySee(state, user, target, clock.now());
      if (E.isLeft(allowed)) return allowed;
      return E.right(await auditLog.page(caller.realmId, { kinds, target }, undefined, limit));
    });
