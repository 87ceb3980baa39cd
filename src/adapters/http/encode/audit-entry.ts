import type { LoggedAuditEntry } from "../../../domain/audit/audit-entry";

/** A line of the audit log; times are in Unix seconds. */
export const encodeAuditEntry = ({ id, loggedAt, kind, actor, target, before, after }: LoggedAuditEntry) => ({
  id,
  timestamp: Math.floor(loggedAt / 1000),
  kind,
  actor: { user_id: actor.userId, client: actor.client, address: actor.address },
  target,
  before,
  after,
});

/** Who changed which settings: neither what they were nor where the request came from. */
export const encodeSettingChange = ({ loggedAt, kind, actor, target, after }: LoggedAuditEntry) => ({
  timestamp: Math.floor(loggedAt / 1000),
  kind,
  user_id: actor.userId,
  target,
  names: Object.keys(after),
});
