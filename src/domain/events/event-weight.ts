import { idsIn } from "../collections/compact-ids";
import type { ChannelId } from "../ids";
import type { RealmEvent } from "./event";

/** Deeper lists, such as the words of a text, aren't rows. */
const deepest = 3;
/** Where events have sets of ids, which may be bitmaps. */
const idSets = new Set(["readBy", "userIds"]);

const entriesIn = (value: unknown, name: string, depth: number): number => {
  if (typeof value === "string") return idSets.has(name) ? idsIn(value).length : 0;
  if (typeof value !== "object" || value === null) return 0;
  // What a list holds is as small as one row.
  if (Array.isArray(value) && value.length > 0) return value.length;
  if (depth === deepest) return 0;
  let sum = 0;
  for (const [part, inside] of Object.entries(value)) sum += entriesIn(inside, part, depth + 1);
  return sum;
};

/** Who is subscribed to channels. */
interface Subscribers {
  subscribers(channelId: ChannelId): { readonly size: number };
}

/** Each of them may have a row of received ids and a row of read ids. */
const rowsOfSubscribers = (event: RealmEvent, state: Subscribers): number =>
  event.type === "messages_moved" && event.from.conversation.id !== event.to.conversation.id
    ? 2 * state.subscribers(event.to.conversation.channelId).size
    : 0;

/**
 * About how many rows an event writes: one, and one for each entry of the lists in it, such as the people whom a message mentions, or for
 * each subscriber of the channel that messages move to. It needs only be right within a factor of a few.
 */
export const weightOf = (event: RealmEvent, state: Subscribers): number =>
  1 + entriesIn(event, "", 0) + rowsOfSubscribers(event, state);
