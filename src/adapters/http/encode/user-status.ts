import type { EmojiKind } from "../../../domain/emoji";
import type { UserStatus } from "../../../domain/user-status";

/** Words for where an emoji comes from. API §4.21. */
export const emojiKindWords = {
  unicode: "unicode_emoji",
  realm: "realm_emoji",
  extra: "zulip_extra_emoji",
} as const satisfies Readonly<Record<EmojiKind, string>>;

/** The changed parts of a status; an emoji that was taken away is empty. */
export const encodeStatusChange = ({ text, emoji, isAway }: Partial<UserStatus>): object => ({
  ...(isAway !== undefined && { away: isAway }),
  ...(text !== undefined && { status_text: text }),
  ...(emoji !== undefined && {
    emoji_name: emoji?.name ?? "",
    emoji_code: emoji?.code ?? "",
    reaction_type: emojiKindWords[emoji?.kind ?? "unicode"],
  }),
});

/** What is set of a status; undefined where nothing is. */
export const encodeStatus = ({ text, emoji, isAway }: UserStatus): object | undefined =>
  text === "" && emoji === null && !isAway
    ? undefined
    : encodeStatusChange({
        ...(isAway && { isAway }),
        ...(text !== "" && { text }),
        ...(emoji && { emoji }),
      });
