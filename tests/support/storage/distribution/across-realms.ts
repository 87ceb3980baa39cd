/** Beginnings of the statements that read rows of several realms, and why each may. */
export const acrossRealms: Readonly<Record<string, string>> = {
  "SELECT realm_id, position FROM realm_heads WHERE realm_id = ANY(":
    "Every few seconds for all realms that the process holds; a look-up in each node's index.",
  "SELECT realm_id FROM event_queues WHERE": "Finds realms with idle queues, once a minute, by an index.",
  "SELECT realm_id FROM sessions WHERE": "Finds realms with idle sessions, once a minute, by an index.",
  "SELECT realm_id FROM archived_messages WHERE": "Finds realms with old archived messages, by an index.",
  "SELECT realm_id FROM audit_log WHERE": "Finds realms with old entries, by an index.",
  "SELECT realm_id, path FROM upload_reservations WHERE": "Finds uploads that were given up, by an index.",
  "SELECT h.realm_id, coalesce(passed.up_to": "Finds logs that can be shortened, once a minute, by an index.",
  "WITH retained AS ( SELECT h.realm_id,":
    "Finds expired messages once an hour; each subquery stays in its realm.",
  "SELECT c.realm_id, c.id FROM channels c WHERE c.is_recently_active":
    "Finds quiet channels once a day; each subquery stays in its realm.",
  "SELECT realm_id FROM messages WHERE renderer_version <": "Finds a realm to render again, by an index.",
  "SELECT realm_id, max(id) AS id FROM (":
    "Finds the next rows whose new column lacks a value, after an upgrade; in the order of their key.",
  "SELECT a.realm_id FROM attachments a WHERE": "Finds a realm with files that nobody shares, by an index.",
};
