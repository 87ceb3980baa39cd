import type {
  SnapshotPart,
  SnapshotRequest,
  UserSnapshots,
} from "../../../../application/ports/events/user-snapshots";
import { type UserDataKind, userDataKinds } from "../../../../application/ports/users/user-data-reader";
import type { MessageId } from "../../../../domain/ids";
import { preparedQuery, rowsAsJson, rowsFromJson, type Sql } from "../database/rows";
import { type RecentRow, recentDirects, toRecent } from "../messages/direct-conversations";
import { newestId } from "../messages/message-reader";
import { toUnread, type UnreadRow, unreadFlags, unreadMessages } from "../messages/unread-reader";
import { ownRows, userLists } from "../users/user-data-reader";

const starred = `SELECT message_id FROM message_marks
  WHERE realm_id = :realmId AND user_id = :userId AND flag = 'starred' ORDER BY message_id`;

/** A column with the rows of a part, if it is requested. */
const column = (part: SnapshotPart, name: string, text: string): string =>
  `CASE WHEN CAST(:${part} AS boolean) THEN ${rowsAsJson(text)} END AS "${name}"`;

/** One statement sees one state of the database, and costs one round trip. PostgreSQL keeps its plan. */
const snapshot = `SELECT h.position,
  ${[
    column("messages", "newest", newestId),
    column("unread", "unread", unreadMessages),
    column("starred", "starred", starred),
    column("directs", "directs", recentDirects),
    ...userDataKinds.map((kind) => column(kind, kind, ownRows(userLists[kind]))),
  ].join(",\n  ")}
  FROM realm_heads h WHERE h.realm_id = :realmId`;

type SnapshotRow = Readonly<Record<"newest" | "unread" | "starred" | "directs" | UserDataKind, unknown>> & {
  readonly position: number;
};

export const knexUserSnapshots = (sql: Sql): UserSnapshots => ({
  read: async (realmId, userId, { parts, mostUnread, mostDirects }: SnapshotRequest) => {
    const [row] = await preparedQuery<SnapshotRow>(sql, "user_snapshot", snapshot, {
      realmId,
      userId,
      mostUnread,
      mostDirects,
      ...parts,
      ...unreadFlags,
    });
    if (row === undefined) throw new Error(`There is no realm ${realmId}`);
    return {
      position: row.position,
      newestMessageId: rowsFromJson<{ id: MessageId | null }>(row.newest)[0]?.id ?? undefined,
      unread: toUnread(rowsFromJson<UnreadRow>(row.unread), mostUnread),
      starred: rowsFromJson<{ message_id: MessageId }>(row.starred).map(({ message_id }) => message_id),
      directs: rowsFromJson<RecentRow>(row.directs).map(toRecent),
      drafts: rowsFromJson(row.drafts).map(userLists.drafts.toItem),
      snippets: rowsFromJson(row.snippets).map(userLists.snippets.toItem),
      scheduled: rowsFromJson(row.scheduled).map(userLists.scheduled.toItem),
      reminders: rowsFromJson(row.reminders).map(userLists.reminders.toItem),
      navigationViews: rowsFromJson(row.navigationViews).map(userLists.navigationViews.toItem),
      seenSteps: rowsFromJson(row.seenSteps).map(userLists.seenSteps.toItem),
      callProviders: rowsFromJson(row.callProviders).map(userLists.callProviders.toItem),
      userTopics: rowsFromJson(row.topics).map(userLists.topics.toItem),
    };
  },
});
