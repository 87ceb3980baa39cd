import * as t from "io-ts";
import { entity, nullable } from "./codec";
import { eventCodecs, ofFamily } from "./event-family";

/** An emoji of the organization's own. One that was taken out of use stays where it was used. */
export interface RealmEmoji {
  readonly id: number;
  /** Of those in use, no two have the same. */
  readonly name: string;
  readonly authorId: number;
  /** The name of its image, and that of one that stands still; null where the image itself does. */
  readonly image: string;
  readonly stillImage: string | null;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export const realmEmojiCodec = entity<RealmEmoji>({
  id: t.number,
  name: t.string,
  authorId: t.number,
  image: t.string,
  stillImage: nullable(t.string),
  isDeactivated: t.boolean,
  createdAt: t.number,
});

/** A change of the organization's own emoji. */
export type EmojiEvent =
  | { readonly type: "emoji_added"; readonly emoji: RealmEmoji }
  | { readonly type: "emoji_deactivated"; readonly emojiId: number };

export const emojiEventCodecs = eventCodecs<EmojiEvent>({
  emoji_added: { emoji: realmEmojiCodec },
  emoji_deactivated: { emojiId: t.number },
});

/** Whether the event is about the organization's own emoji. */
export const isAboutEmoji = ofFamily<EmojiEvent>({ emoji_added: true, emoji_deactivated: true });

/** The emoji in use under a name. */
export const activeEmoji = (emoji: ReadonlyMap<number, RealmEmoji>, name: string): RealmEmoji | undefined => {
  for (const one of emoji.values()) if (one.name === name && !one.isDeactivated) return one;
  return undefined;
};

const longestName = 60;

/** Why no emoji may be called so; undefined where one may. */
export const emojiNameProblem = (name: string): string | undefined => {
  if (name === "") return "Emoji name is missing";
  if (name.length > longestName) return `emoji_name is too long (limit: ${longestName} characters)`;
  if (!/^[0-9a-z_-]+$/.test(name))
    return "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  return /[_-]$/.test(name) ? "Emoji names must end with either a letter or digit." : undefined;
};
