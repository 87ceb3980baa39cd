import { type RealmEmoji, realmEmojiCodec } from "../emoji/realm-emoji";
import { type EmojiId, emojiIdCodec } from "../ids";
import { eventCodecs, ofFamily } from "./event-family";

/** A change to the organization's custom emoji. */
export type EmojiEvent =
  | { readonly type: "emoji_added"; readonly emoji: RealmEmoji }
  | { readonly type: "emoji_deactivated"; readonly emojiId: EmojiId };

export const emojiEventCodecs = eventCodecs<EmojiEvent>({
  emoji_added: { emoji: realmEmojiCodec },
  emoji_deactivated: { emojiId: emojiIdCodec },
});

/** Whether the event concerns custom emoji. */
export const isAboutEmoji = ofFamily<EmojiEvent>({ emoji_added: true, emoji_deactivated: true });
