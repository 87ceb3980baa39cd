import type { InvitationEvent } from "../../../../domain/events/invitation-event";
import type { RealmId } from "../../../../domain/ids";
import { insertRows, run, type Sql, toRow } from "../database/rows";

/** Updates the rows of invitations after an event. */
export const projectInvitations = (sql: Sql, realmId: RealmId, event: InvitationEvent): Promise<void> => {
  switch (event.type) {
    case "invitations_made":
      return insertRows(sql, "invitations", realmId, event.invitations.map(toRow));
    case "invitation_mailed":
      return run(sql, "UPDATE invitations SET mailed_at = ?::jsonb WHERE realm_id = ? AND id = ?", [
        JSON.stringify(event.mailedAt),
        realmId,
        event.invitationId,
      ]);
    case "invitations_closed":
      return run(sql, "UPDATE invitations SET status = ? WHERE realm_id = ? AND id = ANY(?)", [
        event.status,
        realmId,
        [...event.invitationIds],
      ]);
  }
};
