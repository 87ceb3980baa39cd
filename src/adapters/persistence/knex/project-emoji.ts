import type { EmojiEvent } from "../../../domain/realm-emoji";
import { insertRows, type Sql, toRow, updateRow } from "./rows";

/** Changes the rows of the organization's own emoji. */
export const projectEmoji = (sql: Sql, realmId: number, event: EmojiEvent): Promise<void> =>
  event.type === "emoji_added"
    ? insertRows(sql, "realm_emoji", [{ realm_id: realmId, ...toRow(event.emoji) }])
    : updateRow(sql, "realm_emoji", realmId, event.emojiId, { isDeactivated: true });
