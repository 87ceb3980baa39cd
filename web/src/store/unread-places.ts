import { isMuted } from "./muting";
import type { Place } from "./place";
import type { Store } from "./store";

/** The number of unread messages in a conversation. */
export interface Count {
  readonly place: Place;
  readonly count: number;
  readonly newest: number;
  readonly isMuted: boolean;
  readonly hasMention: boolean;
}

/** Unread conversations, newest first. */
export const unreadPlaces = (store: Store): readonly Count[] => {
  const { places, mentions } = store.unread.value;
  return [...places.values()]
    .map(({ place, ids }) => ({
      place,
      count: ids.size,
      // Not Math.max, which takes no more than some 65,000 arguments in some browsers.
      newest: [...ids].reduce((a, b) => Math.max(a, b), 0),
      isMuted: isMuted(store, place),
      hasMention: mentions.size > 0 && [...ids].some((id) => mentions.has(id)),
    }))
    .sort((a, b) => b.newest - a.newest);
};

/** The number of unread messages by channel, without muted ones. */
export const unreadByChannel = (counts: readonly Count[]): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const { place, count, isMuted: muted } of counts)
    if (place.kind === "topic" && !muted) sums.set(place.channelId, (sums.get(place.channelId) ?? 0) + count);
  return sums;
};
