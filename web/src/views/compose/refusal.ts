import type { Place } from "../../store/place";
import { areActive, mayPost } from "../../store/rights";
import type { Store } from "../../store/store";
import { words } from "../../words/en";

/** Why the user can't write to a conversation, if so. */
export const refusalOf = (store: Store, place: Place): string | undefined => {
  if (place.kind === "direct") return areActive(store, place.userIds) ? undefined : words.mayNotWriteTo;
  if (mayPost(store, place.channelId)) return undefined;
  return store.channels.value.known.has(place.channelId) ? words.mayNotWrite : words.noChannel;
};
