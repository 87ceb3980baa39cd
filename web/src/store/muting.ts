import { TopicPolicy } from "../wire/numbers";
import { keyOf, type Place, topicPlace } from "./place";
import type { Store } from "./store";

/** Whether the user has muted the conversation itself or its channel. */
export const isMuted = (store: Store, place: Place): boolean => {
  if (place.kind === "direct") {
    const others = place.userIds.filter((id) => id !== store.ownId);
    return others.length === 1 && store.mutedUsers.value.has(others[0] ?? 0);
  }
  const policy = policyOf(store, place.channelId, place.topic);
  if (policy !== TopicPolicy.inherit) return policy === TopicPolicy.muted;
  const subscription = store.channels.value.subscribed.get(place.channelId);
  return subscription === undefined || subscription.is_muted;
};

/** The user's policy for a topic, one of `TopicPolicy`. */
export const policyOf = (store: Pick<Store, "topicPolicies">, channelId: number, topic: string): number =>
  store.topicPolicies.value.get(keyOf(topicPlace(channelId, topic)))?.visibility_policy ??
  TopicPolicy.inherit;
