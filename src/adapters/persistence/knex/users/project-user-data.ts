import type { UserDataEvent } from "../../../../domain/events/user-data-event";
import type { RealmId } from "../../../../domain/ids";
import { insertRows, run, type Sql, toRow } from "../database/rows";
import { projectAttachments } from "../files/project-attachments";
import { setTopicPolicies } from "./project-topics";

/** Updates the tables of users' private data. */
export const projectUserData = (sql: Sql, realmId: RealmId, event: UserDataEvent): Promise<void> => {
  const owner = { user_id: event.userId };
  const whose = [realmId, event.userId] as const;
  switch (event.type) {
    case "drafts_added":
      return insertRows(
        sql,
        "drafts",
        realmId,
        event.drafts.map((draft) => ({ ...owner, ...toRow(draft) })),
      );
    case "draft_changed":
      return insertRows(
        sql,
        "drafts",
        realmId,
        [{ ...owner, ...toRow(event.draft) }],
        `ON CONFLICT (realm_id, user_id, id) DO UPDATE SET
           place = excluded.place, content = excluded.content, edited_at = excluded.edited_at`,
      );
    case "draft_removed":
      return run(sql, "DELETE FROM drafts WHERE realm_id = ? AND user_id = ? AND id = ?", [
        ...whose,
        event.draftId,
      ]);
    case "snippet_added":
    case "snippet_changed":
      return insertRows(
        sql,
        "saved_snippets",
        realmId,
        [{ ...owner, ...toRow(event.snippet) }],
        `ON CONFLICT (realm_id, user_id, id) DO UPDATE SET title = excluded.title, content = excluded.content`,
      );
    case "snippet_removed":
      return run(sql, "DELETE FROM saved_snippets WHERE realm_id = ? AND user_id = ? AND id = ?", [
        ...whose,
        event.snippetId,
      ]);
    case "scheduled_set":
      return insertRows(
        sql,
        "scheduled_messages",
        realmId,
        [{ ...owner, ...toRow(event.scheduled) }],
        `ON CONFLICT (realm_id, user_id, id) DO UPDATE SET place = excluded.place, content = excluded.content,
           rendered_content = excluded.rendered_content, deliver_at = excluded.deliver_at,
           client = excluded.client, read_by_sender = excluded.read_by_sender, failure = excluded.failure`,
      );
    case "scheduled_removed":
      return run(sql, "DELETE FROM scheduled_messages WHERE realm_id = ? AND user_id = ? AND id = ?", [
        ...whose,
        event.scheduledId,
      ]);
    case "reminder_added":
      return insertRows(
        sql,
        "reminders",
        realmId,
        [{ ...owner, ...toRow(event.reminder) }],
        `ON CONFLICT (realm_id, user_id, id) DO UPDATE SET message_id = excluded.message_id, content = excluded.content,
           rendered_content = excluded.rendered_content, note = excluded.note, remind_at = excluded.remind_at`,
      );
    case "reminder_removed":
      return run(sql, "DELETE FROM reminders WHERE realm_id = ? AND user_id = ? AND id = ?", [
        ...whose,
        event.reminderId,
      ]);
    case "navigation_view_added":
    case "navigation_view_changed":
    case "navigation_view_removed":
      return projectNavigationView(sql, realmId, event);
    case "onboarding_step_seen":
      return insertRows(
        sql,
        "seen_onboarding_steps",
        realmId,
        [{ ...owner, step: event.step }],
        "ON CONFLICT (realm_id, user_id, step) DO NOTHING",
      );
    // The token is stored separately from the event.
    case "call_token_changed":
      return Promise.resolve();
    case "topic_policy_set":
      return setTopicPolicies(sql, realmId, event, event.setAt, [
        { userIds: [event.userId], policy: event.policy },
      ]);
    case "attachment_added":
    case "attachment_sharing_changed":
    case "attachment_removed":
      return projectAttachments(sql, realmId, event);
  }
};

type NavigationViewEvent = Extract<
  UserDataEvent,
  { type: "navigation_view_added" | "navigation_view_changed" | "navigation_view_removed" }
>;

const projectNavigationView = (sql: Sql, realmId: RealmId, event: NavigationViewEvent): Promise<void> => {
  const owner = { user_id: event.userId };
  if (event.type === "navigation_view_added")
    return insertRows(
      sql,
      "navigation_views",
      realmId,
      [{ ...owner, ...toRow(event.view) }],
      `ON CONFLICT (realm_id, user_id, fragment) DO UPDATE SET
         is_pinned = excluded.is_pinned, name = excluded.name`,
    );
  const whose = [realmId, event.userId, event.fragment] as const;
  const where = "WHERE realm_id = ? AND user_id = ? AND fragment = ?";
  if (event.type === "navigation_view_removed")
    return run(sql, `DELETE FROM navigation_views ${where}`, [...whose]);
  const changes = Object.entries(toRow(event.change));
  return run(
    sql,
    `UPDATE navigation_views SET ${changes.map(([column]) => `${column} = ?`).join(", ")} ${where}`,
    [...changes.map(([, value]) => value), ...whose],
  );
};
