import type {
  SnapshotPart,
  SnapshotRequest,
  UserSnapshots,
} from "../../../../application/ports/events/user-snapshots";
import { type UserDataKind, userDataKinds } from "../../../../application/ports/users/user-data-reader";
import type { MessageId } from "../../../../domain/ids";
import { decodedInSlices } from "../database/decode-rows";
import { preparedQuery, rowsAsJson, rowsFromJson, type Sql } from "../database/rows";
import { type RecentRow, recentDirects, toRecent } from "../messages/direct-conversations";
import { newestId } from "../messages/message-reader";
import { toUnread, type UnreadRow, unreadFlags, unreadMessages } from "../messages/unread-reader";
import { ownRows, userLists } from "../users/user-data-reader";

/** One JSON list of ids: there may be very many, and parsing an object for each would take several times as long. */
const starred = `CASE WHEN CAST(:starred AS boolean) THEN (SELECT json_agg(message_id ORDER BY message_id) FROM message_marks
  WHERE realm_id = :realmId AND user_id = :userId AND flag = 'starred') END AS starred`;

/** A column with the rows of a part, if it is requested. */
const column = (part: SnapshotPart, name: string, text: string): string =>
  `CASE WHEN CAST(:${part} AS boolean) THEN ${rowsAsJson(text)} END AS "${name}"`;

/** One statement sees one state of the database, and costs one round trip. PostgreSQL keeps its plan. */
const snapshot = `SELECT h.position,
  ${[
    column("messages", "newest", newestId),
    column("unread", "unread", unreadMessages),
    starred,
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
    const listed = <Kind extends UserDataKind>(kind: Kind) =>
      decodedInSlices(rowsFromJson(row[kind]), userLists[kind].toItem);
    return {
      position: row.position,
      newestMessageId: rowsFromJson<{ id: MessageId | null }>(row.newest)[0]?.id ?? undefined,
      unread: toUnread(rowsFromJson<UnreadRow>(row.unread), mostUnread),
      starred: (row.starred ?? []) as readonly MessageId[],
      directs: await decodedInSlices(rowsFromJson<RecentRow>(row.directs), toRecent),
      drafts: await listed("drafts"),
      snippets: await listed("snippets"),
      scheduled: await listed("scheduled"),
      reminders: await listed("reminders"),
      navigationViews: await listed("navigationViews"),
      seenSteps: await listed("seenSteps"),
      callProviders: await listed("callProviders"),
      userTopics: await listed("topics"),
    };
  },
});
