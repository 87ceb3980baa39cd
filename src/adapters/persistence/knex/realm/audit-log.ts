import type { AuditFilter, AuditLog } from "../../../../application/ports/realm/audit-log";
import { type AuditEntry, loggedAuditEntryCodec } from "../../../../domain/audit/audit-entry";
import type { AuditEntryId, RealmId, UserId } from "../../../../domain/ids";
import { removeOld } from "../database/by-realm";
import { decoded, insertRows, query, type Sql } from "../database/rows";

interface AuditRow {
  readonly id: AuditEntryId;
  readonly logged_at: number;
  readonly kind: string;
  readonly actor_id: UserId | null;
  readonly client: string;
  readonly address: string | null;
  readonly target_type: string;
  readonly target_id: number;
  readonly before: unknown;
  readonly after: unknown;
}

const source = { table: "audit_log", key: ["id"] };

const toEntry = (row: AuditRow) => {
  const { id, logged_at, kind, actor_id, client, address, target_type, target_id, before, after } = row;
  const entry = {
    id,
    loggedAt: logged_at,
    kind,
    before,
    after,
    actor: { userId: actor_id, client, address },
    target: { type: target_type, id: target_id },
  };
  return decoded(loggedAuditEntryCodec, entry, row, source);
};

/** SQL conditions with their bindings. */
const matching = (
  { actorId, kinds, target, since, until }: AuditFilter,
  { realmId, olderThan }: { readonly realmId: RealmId; readonly olderThan: number | undefined },
): readonly (readonly [condition: string, ...bindings: readonly unknown[]])[] => [
  ...(actorId === undefined ? [] : [["actor_id = ?", actorId] as const]),
  ...(kinds === undefined ? [] : [["kind = ANY(?)", kinds] as const]),
  ...(target === undefined ? [] : [["target_type = ? AND target_id = ?", target.type, target.id] as const]),
  ...(since === undefined ? [] : [["logged_at >= ?", since] as const]),
  ...(until === undefined ? [] : [["logged_at < ?", until] as const]),
  ...(olderThan === undefined
    ? []
    : [
        [
          "(logged_at, id) < (SELECT logged_at, id FROM audit_log WHERE realm_id = ? AND id = ?)",
          realmId,
          olderThan,
        ] as const,
      ]),
];

export const knexAuditLog = (sql: Sql): AuditLog => ({
  page: async (realmId, filter, olderThan, limit) => {
    const conditions = matching(filter, { realmId, olderThan });
    const rows = await query<AuditRow>(
      sql,
      `SELECT * FROM audit_log WHERE realm_id = ? ${conditions.map(([text]) => `AND ${text}`).join(" ")}
       ORDER BY logged_at DESC, id DESC LIMIT ?`,
      [realmId, ...conditions.flatMap(([, ...bindings]) => bindings), limit],
    );
    return rows.map(toEntry);
  },

  removeBefore: async (time, limit) =>
    (await removeOld(sql, { table: "audit_log", age: "logged_at", before: time, limit })).length,
});

/** Writes entries. Runs in the transaction of the commit they describe. */
export const writeAudit = (
  sql: Sql,
  { realmId, loggedAt }: { readonly realmId: RealmId; readonly loggedAt: number },
  entries: readonly AuditEntry[],
): Promise<void> =>
  insertRows(
    sql,
    "audit_log",
    realmId,
    entries.map(({ kind, actor, target, before, after }) => ({
      logged_at: loggedAt,
      kind,
      before,
      after,
      actor_id: actor.userId,
      client: actor.client,
      address: actor.address,
      target_type: target.type,
      target_id: target.id,
    })),
  );
