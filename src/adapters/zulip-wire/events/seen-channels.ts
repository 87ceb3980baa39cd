import type { ChannelId } from "../../../domain/ids";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EventReader } from "../encode/event-reader";
import {
  type ChannelsByViewers,
  groupingByViewers,
  visibilityKey,
  visibleAmong,
} from "./channels-by-viewers";

type Viewer = Pick<EventReader, "user" | "state" | "now">;

/** Each of so few is looked at for each reader; more are sorted once for all of them. */
const few = 10;

/** Sorted channels, by the list of their ids: an event's list is the same for each of its readers. */
const known = new WeakMap<
  readonly ChannelId[],
  { readonly state: RealmState; readonly sorted: ChannelsByViewers }
>();

const sortedFor = (ids: readonly ChannelId[], { state, now }: Viewer): ChannelsByViewers => {
  const found = known.get(ids);
  if (found?.state === state) return found.sorted;
  const sorted = groupingByViewers(state, now)(ids);
  known.set(ids, { state, sorted });
  return sorted;
};

const seenOfFew = (ids: readonly ChannelId[], { state, user, now }: Viewer): readonly ChannelId[] =>
  ids.filter((id) => {
    const channel = state.channels.get(id);
    return channel !== undefined && canSeeChannel(state, user, channel, now);
  });

/** Those of an event's channels that the reader sees, in the event's order. */
export const seenChannels = (ids: readonly ChannelId[], reader: Viewer): readonly ChannelId[] => {
  if (ids.length <= few) return seenOfFew(ids, reader);
  const seen = new Set(visibleAmong(sortedFor(ids, reader), reader));
  return ids.filter((id) => seen.has(id));
};

/** A text that is equal only for readers who see the same ones of an event's channels. */
export const seenChannelsKey = (ids: readonly ChannelId[], reader: Viewer): string =>
  ids.length <= few ? seenOfFew(ids, reader).join() : visibilityKey(sortedFor(ids, reader), reader);
