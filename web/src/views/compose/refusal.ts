import type { Place } from "../../store/place";
import { areActive, mayJoin, mayPost } from "../../store/rights";
import type { Store } from "../../store/store";
import { words } from "../../words/en";

/** Why the user can't write to a conversation, if so. */
export const refusalOf = (store: Store, place: Place): string | undefined => {
  if (place.kind === "direct") return areActive(store, place.userIds) ? undefined : words.mayNotWriteTo;
  if (mayPost(store, place.channelId)) return undefined;
  const { known, subscribed } = store.channels.value;
  const channel = known.get(place.channelId);
  if (channel === undefined) return words.noChannel;
  if (channel.is_archived) return words.isArchived;
  return subscribed.has(place.channelId) || mayJoin(store, channel) ? words.mayNotWrite : words.notInChannel;
};
