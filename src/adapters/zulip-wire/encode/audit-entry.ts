import type { LoggedAuditEntry } from "../../../domain/audit/audit-entry";

/** An entry of the audit log. */
export const encodeAuditEntry = ({ id, loggedAt, kind, actor, target, before, after }: LoggedAuditEntry) => ({
  id,
  timestamp: Math.floor(loggedAt / 1000),
  kind,
  actor: { user_id: actor.userId, client: actor.client, address: actor.address },
  target,
  before,
  after,
});

/** A change of settings, without the values and the request's address. */
export const encodeSettingChange = ({ loggedAt, kind, actor, target, after }: LoggedAuditEntry) => ({
  timestamp: Math.floor(loggedAt / 1000),
  kind,
  user_id: actor.userId,
  target,
  names: Object.keys(after),
});
