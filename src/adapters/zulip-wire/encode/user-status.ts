import type { EmojiKind } from "../../../domain/emoji/emoji";
import type { UserStatus } from "../../../domain/users/user-status";

/** The API's names of emoji kinds. API §4.21. */
export const reactionTypes = {
  unicode: "unicode_emoji",
  realm: "realm_emoji",
  extra: "zulip_extra_emoji",
} as const satisfies Readonly<Record<EmojiKind, string>>;

/** The changed fields of a status; a removed emoji is empty. */
export const encodeStatusChange = ({ text, emoji, isAway }: Partial<UserStatus>): object => ({
  ...(isAway !== undefined && { away: isAway }),
  ...(text !== undefined && { status_text: text }),
  ...(emoji !== undefined && {
    emoji_name: emoji?.name ?? "",
    emoji_code: emoji?.code ?? "",
    reaction_type: reactionTypes[emoji?.kind ?? "unicode"],
  }),
});

/** The fields of a status that are set; undefined if none is. */
export const encodeStatus = ({ text, emoji, isAway }: UserStatus): object | undefined =>
  text === "" && emoji === null && !isAway
    ? undefined
    : encodeStatusChange({
        ...(isAway && { isAway }),
        ...(text !== "" && { text }),
        ...(emoji && { emoji }),
      });
