import { isLeft, right } from "fp-ts/Either";
import type { LoggedAuditEntry } from "../../domain/audit/audit-entry";
import { type Caller, ownerIn, type Result } from "../caller";
import type { AuditFilter, AuditLog } from "../ports/audit-log";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly auditLog: Pick<AuditLog, "page">;
  readonly directory: RealmDirectory;
}

/** Which part of the audit log is asked for. */
interface AuditPage {
  readonly filter: AuditFilter;
  /** The id of an entry: only what came before it. */
  readonly olderThan: number | undefined;
  readonly limit: number;
}

/** Who did what in the realm, the newest first. Owners only. */
export const listAuditLog =
  ({ auditLog, directory }: Ports) =>
  (caller: Caller, { filter, olderThan, limit }: AuditPage): Result<readonly LoggedAuditEntry[]> =>
  async () => {
    const { realmId } = caller;
    const owner = ownerIn(await directory.of(realmId), caller);
    return isLeft(owner) ? owner : right(await auditLog.page(realmId, filter, olderThan, limit));
  };
