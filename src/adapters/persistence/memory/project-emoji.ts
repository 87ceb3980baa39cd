import type { EmojiEvent } from "../../../domain/realm-emoji";
import type { RealmTables } from "./tables";
import { insert, refuseTaken } from "./unique";

/** Changes the rows of the organization's own emoji. */
export const projectEmoji = ({ emoji }: RealmTables, event: EmojiEvent): void => {
  if (event.type === "emoji_added") {
    const names = [...emoji.values()].flatMap(({ name, isDeactivated }) => (isDeactivated ? [] : [name]));
    refuseTaken("emoji name", event.emoji.name, names);
    insert("emoji", emoji, event.emoji.id, event.emoji);
    return;
  }
  const one = emoji.get(event.emojiId);
  if (one) emoji.set(one.id, Object.freeze({ ...one, isDeactivated: true }));
};
