import * as t from "io-ts";
import { entity, nullable } from "../codec/codec";
import { type EmojiId, emojiIdCodec, type UserId, userIdCodec } from "../ids";

/** A custom emoji of the organization. A deactivated one still shows where it was already used. */
export interface RealmEmoji {
  readonly id: EmojiId;
  /** Unique among active emoji. */
  readonly name: string;
  readonly authorId: UserId;
  /** File name of the image. */
  readonly image: string;
  /** File name of the first frame of an animated image; null for an image that isn't animated. */
  readonly stillImage: string | null;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export const realmEmojiCodec = entity<RealmEmoji>({
  id: emojiIdCodec,
  name: t.string,
  authorId: userIdCodec,
  image: t.string,
  stillImage: nullable(t.string),
  isDeactivated: t.boolean,
  createdAt: t.number,
});

/** The active emoji with this name, if any. */
export const activeEmoji = (
  emoji: ReadonlyMap<EmojiId, RealmEmoji>,
  name: string,
): RealmEmoji | undefined => {
  for (const candidate of emoji.values())
    if (candidate.name === name && !candidate.isDeactivated) return candidate;
  return undefined;
};

const longestName = 60;

/** Why this is not a valid emoji name; undefined if it is valid. */
export const emojiNameProblem = (name: string): string | undefined => {
  if (name === "") return "Emoji name is missing";
  if (name.length > longestName) return `emoji_name is too long (limit: ${longestName} characters)`;
  if (!/^[0-9a-z_-]+$/.test(name))
    return "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  return /[_-]$/.test(name) ? "Emoji names must end with either a letter or digit." : undefined;
};
