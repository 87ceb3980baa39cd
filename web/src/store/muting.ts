import { keyOf, type Place, topicPlace } from "./place";
import type { Store } from "./store";

/** Unread messages that count: mentions and people always, topics unless they are muted. */
export const countUnread = (store: Store): number => {
  let count = 0;
  for (const { place, ids } of store.unread.value.places.values())
    if (!isMuted(store, place)) count += ids.size;
  return count;
};

/** Whether the reader has muted the conversation, by itself or with its channel. */
export const isMuted = (store: Store, place: Place): boolean => {
  if (place.kind === "direct") {
    const others = place.userIds.filter((id) => id !== store.ownId);
    return others.length === 1 && store.mutedUsers.value.has(others[0] ?? 0);
  }
  const policy = policyOf(store, place.channelId, place.topic);
  if (policy !== 0) return policy === 1;
  const subscription = store.channels.value.subscribed.get(place.channelId);
  return subscription === undefined || subscription.is_muted;
};

/** What the reader does with a topic: 0 as its channel, 1 muted, 2 unmuted, 3 followed. */
export const policyOf = (store: Pick<Store, "topicPolicies">, channelId: number, topic: string): number =>
  store.topicPolicies.value.get(keyOf(topicPlace(channelId, topic)))?.visibility_policy ?? 0;
