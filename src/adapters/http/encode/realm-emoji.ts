import { pictureAddress } from "../../../domain/file-key";
import type { RealmEmoji } from "../../../domain/realm-emoji";
import type { RealmState } from "../../../domain/realm-state";
import type { EventReader, Word } from "./event-reader";

const encodeEmoji = (realmId: number, emoji: RealmEmoji): object => ({
  id: String(emoji.id),
  name: emoji.name,
  source_url: pictureAddress(realmId, emoji.image),
  still_url: emoji.stillImage === null ? null : pictureAddress(realmId, emoji.stillImage),
  deactivated: emoji.isDeactivated,
  author_id: emoji.authorId,
  date_created: Math.floor(emoji.createdAt / 1000),
});

/** Every emoji of the organization's own, by id. */
export const encodeRealmEmoji = ({ realm, emoji }: Pick<RealmState, "realm" | "emoji">): object =>
  Object.fromEntries([...emoji.values()].map((one) => [String(one.id), encodeEmoji(realm.id, one)]));

const word = (body: object): readonly Word[] => [
  { category: "emoji", body: { type: "realm_emoji", ...body } },
];

/** Older clients are told of all emoji whenever there is a change. */
const update = (state: RealmState): readonly Word[] =>
  word({ op: "update", realm_emoji: encodeRealmEmoji(state) });

export const emojiAdded = (emoji: RealmEmoji, { state, presentation }: EventReader): readonly Word[] =>
  presentation.individualEmojiChanges
    ? word({ op: "add", emoji: encodeEmoji(state.realm.id, emoji) })
    : update(state);

export const emojiDeactivated = (emojiId: number, { state, presentation }: EventReader): readonly Word[] =>
  presentation.individualEmojiChanges
    ? word({ op: "update_one", emoji_id: String(emojiId), data: { deactivated: true } })
    : update(state);
