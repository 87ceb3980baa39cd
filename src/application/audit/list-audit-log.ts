import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { LoggedAuditEntry } from "../../domain/audit/audit-entry";
import type { CallerError } from "../../domain/caller-refusals";
import type { AuditEntryId } from "../../domain/ids";
import { readAsOwner } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { AuditFilter, AuditLog } from "../ports/realm/audit-log";

interface Ports {
  readonly auditLog: Pick<AuditLog, "page">;
  readonly directory: RealmDirectory;
}

/** A page of the audit log. */
interface AuditPage {
  readonly filter: AuditFilter;
  /** Id of an entry; only older entries match. */
  readonly olderThan: AuditEntryId | undefined;
  readonly limit: number;
}

/** Lists entries of the realm's audit log, newest first. Owners only. */
export const listAuditLog =
  ({ auditLog, directory }: Ports) =>
  (
    caller: Caller,
    { filter, olderThan, limit }: AuditPage,
  ): TaskEither<CallerError, readonly LoggedAuditEntry[]> =>
    readAsOwner(directory, caller, async () =>
      E.right(await auditLog.page(caller.realmId, filter, olderThan, limit)),
    );
