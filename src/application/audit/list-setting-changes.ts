import { type Either, isLeft, right } from "fp-ts/Either";
import type { AuditTarget, LoggedAuditEntry } from "../../domain/audit/audit-entry";
import type { SettingKind } from "../../domain/audit/setting-kinds";
import type { CallerError } from "../../domain/caller-refusals";
import type { Channel } from "../../domain/channels/channel";
import type { ChannelError } from "../../domain/channels/refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { UserGroup } from "../../domain/groups/user-group";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelToAdminister } from "../access/find-channel";
import { administratorIn, type Caller, callerIn, type Result } from "../caller";
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
  caller: Caller,
  target: AuditTarget | undefined,
  now: number,
): Either<CallerError | ChannelError | GroupError, User | Channel | UserGroup> => {
  if (target?.type !== "channel" && target?.type !== "user_group") return administratorIn(state, caller);
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  return target.type === "channel"
    ? channelToAdminister(state, user.right, target.id, now)
    : groupToChange(state, user.right, target.id, ["canManageGroup"], now);
};

/** Lists recent changes of settings, newest first. For users who may change those settings themselves. */
export const listSettingChanges =
  ({ auditLog, directory, clock }: Ports) =>
  (
    caller: Caller,
    { kinds, target, limit }: SettingChangeFilter,
  ): Result<readonly LoggedAuditEntry[], CallerError | ChannelError | GroupError> =>
  async () => {
    const { realmId } = caller;
    const allowed = checkMaySee(await directory.stateOf(realmId), caller, target, clock.now());
    if (isLeft(allowed)) return allowed;
    return right(await auditLog.page(realmId, { kinds, target }, undefined, limit));
  };
