import type { RealmEmoji } from "../../../domain/emoji/realm-emoji";
import { pictureAddress } from "../../../domain/files/file-key";
import type { EmojiId, RealmId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import type { Encoded } from "./encoded";
import type { EventEntry, EventReader } from "./event-reader";

const encodeEmoji = (
  realmId: RealmId,
  emoji: RealmEmoji,
): Encoded<RealmEmoji, "image" | "stillImage" | "isDeactivated" | "createdAt"> => ({
  id: String(emoji.id),
  name: emoji.name,
  source_url: pictureAddress(realmId, emoji.image),
  still_url: emoji.stillImage === null ? null : pictureAddress(realmId, emoji.stillImage),
  deactivated: emoji.isDeactivated,
  author_id: emoji.authorId,
  date_created: Math.floor(emoji.createdAt / 1000),
});

/** All custom emoji by id. */
export const encodeRealmEmoji = ({ realm, emoji }: Pick<RealmState, "realm" | "emoji">): object =>
  Object.fromEntries([...emoji.values()].map((one) => [String(one.id), encodeEmoji(realm.id, one)]));

const entry = (body: object): readonly EventEntry[] => [
  { category: "emoji", body: { type: "realm_emoji", ...body } },
];

/** Older clients get the whole list with each change. */
const update = (state: RealmState): readonly EventEntry[] =>
  entry({ op: "update", realm_emoji: encodeRealmEmoji(state) });

export const emojiAdded = (emoji: RealmEmoji, { state, presentation }: EventReader): readonly EventEntry[] =>
  presentation.individualEmojiChanges
    ? entry({ op: "add", emoji: encodeEmoji(state.realm.id, emoji) })
    : update(state);

export const emojiDeactivated = (
  emojiId: EmojiId,
  { state, presentation }: EventReader,
): readonly EventEntry[] =>
  presentation.individualEmojiChanges
    ? entry({ op: "update_one", emoji_id: String(emojiId), data: { deactivated: true } })
    : update(state);
