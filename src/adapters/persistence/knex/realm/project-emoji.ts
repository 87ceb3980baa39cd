import type { EmojiEvent } from "../../../../domain/events/emoji-event";
import type { RealmId } from "../../../../domain/ids";
import { insertRows, type Sql, toRow, updateRow } from "../database/rows";

/** Updates the rows of custom emoji after an event. */
export const projectEmoji = (sql: Sql, realmId: RealmId, event: EmojiEvent): Promise<void> =>
  event.type === "emoji_added"
    ? insertRows(sql, "realm_emoji", realmId, [toRow(event.emoji)])
    : updateRow(sql, "realm_emoji", realmId, event.emojiId, { isDeactivated: true });
