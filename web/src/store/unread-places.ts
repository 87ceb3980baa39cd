import { IconCount, TopicPolicy } from "../wire/numbers";
import { isMuted, policyOf } from "./muting";
import type { Place } from "./place";
import type { Store } from "./store";

/** The number of unread messages in a conversation. */
export interface Count {
  readonly place: Place;
  readonly count: number;
  readonly newest: number;
  /** Those that mention the user; in a muted conversation, a wildcard is no mention. */
  readonly mentions: number;
  /** Those that wait for the user: all, or in a muted conversation those that mention them. */
  readonly waiting: number;
}

const countIn = (ids: ReadonlySet<number>, marked: ReadonlySet<number>): number =>
  marked.size === 0 ? 0 : [...ids].filter((id) => marked.has(id)).length;

/** Unread conversations, newest first. */
export const unreadPlaces = (store: Store): readonly Count[] => {
  const { places, mentions, wildcards } = store.unread.value;
  return [...places.values()]
    .map(({ place, ids }) => {
      const muted = isMuted(store, place);
      const here = countIn(ids, mentions) + (muted ? 0 : countIn(ids, wildcards));
      return {
        place,
        count: ids.size,
        // Not Math.max, which takes no more than some 65,000 arguments in some browsers.
        newest: [...ids].reduce((a, b) => Math.max(a, b), 0),
        mentions: here,
        waiting: muted ? here : ids.size,
      };
    })
    .sort((a, b) => b.newest - a.newest);
};

type Sum = Pick<Count, "count" | "mentions">;

/** The numbers of messages by channel that wait for the user, and of mentions among them. */
export const unreadByChannel = (counts: readonly Count[]): ReadonlyMap<number, Sum> => {
  const sums = new Map<number, Sum>();
  for (const { place, waiting, mentions } of counts)
    if (place.kind === "topic" && waiting > 0) {
      const before = sums.get(place.channelId) ?? { count: 0, mentions: 0 };
      sums.set(place.channelId, { count: before.count + waiting, mentions: before.mentions + mentions });
    }
  return sums;
};

/** The number for the window's title and the app's icon, by the user's setting. */
export const badgeOf = (store: Store, counts: readonly Count[]): number => {
  const counted = store.settings.value.desktop_icon_count_display;
  if (counted === IconCount.nothing) return 0;
  return counts.reduce((sum, { place, mentions, waiting }) => {
    const isWhole =
      (counted !== IconCount.followedDirectsAndMentions && counted !== IconCount.directsAndMentions) ||
      place.kind === "direct" ||
      (counted === IconCount.followedDirectsAndMentions &&
        policyOf(store, place.channelId, place.topic) === TopicPolicy.followed);
    return sum + (isWhole ? waiting : mentions);
  }, 0);
};
