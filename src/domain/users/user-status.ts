import * as t from "io-ts";
import { entity, nullable } from "../codec/codec";
import { type EmojiReference, emojiReferenceCodec } from "../emoji/emoji";

/** A user's current status: a few words, an emoji, or both. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: EmojiReference | null;
  /** The legacy way to appear away; clients still show it. */
  readonly isAway: boolean;
}

/** The status of a user who set none. */
export const noStatus: UserStatus = { text: "", emoji: null, isAway: false };

export const userStatusCodec = entity<UserStatus>({
  text: t.string,
  emoji: nullable(emojiReferenceCodec),
  isAway: t.boolean,
});

/** In code points. */
export const longestStatusText = 60;
