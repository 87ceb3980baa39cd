import * as t from "io-ts";
import { entity, nullable } from "./codec";
import { type EmojiReference, emojiReferenceCodec } from "./emoji";

/** What a person says of themselves for the moment: a few words, an emoji, or both. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: EmojiReference | null;
  /** The old way to ask for invisibility; clients still show it. */
  readonly isAway: boolean;
}

/** The status of whoever set none. */
export const noStatus: UserStatus = { text: "", emoji: null, isAway: false };

export const userStatusCodec = entity<UserStatus>({
  text: t.string,
  emoji: nullable(emojiReferenceCodec),
  isAway: t.boolean,
});

/** In code points. */
export const longestStatusText = 60;
