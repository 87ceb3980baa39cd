import type { LoggedAuditEntry } from "../../domain/audit/audit-entry";
import type { RealmId } from "../../domain/ids";
import type { AuditFilter, AuditLog } from "../ports/realm/audit-log";

const pageSize = 1000;

/** Yields all matching audit entries, newest first, read page by page. For operators of the server. */
export const exportAuditLog = ({ auditLog }: { readonly auditLog: Pick<AuditLog, "page"> }) =>
  async function* (realmId: RealmId, filter: AuditFilter): AsyncGenerator<LoggedAuditEntry> {
    let last: number | undefined;
    do {
      const page: readonly LoggedAuditEntry[] = await auditLog.page(realmId, filter, last, pageSize);
      yield* page;
      last = page.length === pageSize ? page.at(-1)?.id : undefined;
    } while (last !== undefined);
  };
