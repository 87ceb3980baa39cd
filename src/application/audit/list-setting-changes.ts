import { type Either, isLeft, right } from "fp-ts/Either";
import type { AuditTarget, LoggedAuditEntry } from "../../domain/audit/audit-entry";
import type { SettingKind } from "../../domain/audit/setting-kinds";
import type { ApiError } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { administratorIn, type Caller, callerIn, type Result } from "../caller";
import { channelToAdminister } from "../channels/find-channel";
import { groupToChange } from "../groups/check-group";
import type { AuditLog } from "../ports/audit-log";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly auditLog: Pick<AuditLog, "page">;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

interface SettingChanges {
  readonly kinds: readonly SettingKind[];
  /** Those of everything of the kinds, where none is named. */
  readonly target: AuditTarget | undefined;
  readonly limit: number;
}

/** Whoever may change a channel or a group may know who did; of the rest, administrators may. */
const checkSight = (
  state: RealmState,
  caller: Caller,
  target: AuditTarget | undefined,
  now: number,
): Either<ApiError, unknown> => {
  if (target?.type !== "channel" && target?.type !== "user_group") return administratorIn(state, caller);
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  return target.type === "channel"
    ? channelToAdminister(state, user.right, target.id, now)
    : groupToChange(state, user.right, target.id, ["canManageGroup"], now);
};

/** Who changed settings last, the newest first, for people who may change them too. */
export const listSettingChanges =
  ({ auditLog, directory, clock }: Ports) =>
  (caller: Caller, { kinds, target, limit }: SettingChanges): Result<readonly LoggedAuditEntry[]> =>
  async () => {
    const { realmId } = caller;
    const sight = checkSight(await directory.of(realmId), caller, target, clock.now());
    if (isLeft(sight)) return sight;
    return right(await auditLog.page(realmId, { kinds, target }, undefined, limit));
  };
