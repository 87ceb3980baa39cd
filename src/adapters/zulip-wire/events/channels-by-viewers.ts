import { groupedBy } from "../../../domain/collections/grouped-by";
import type { ChannelId } from "../../../domain/ids";
import { viewersAmong } from "../../../domain/policy/channel-viewers";
import { allPeopleByRights } from "../../../domain/policy/people-by-rights";
import type { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EventReader } from "../encode/event-reader";

/** Channels that the same people see without being subscribed. */
interface ViewerGroup {
  readonly ids: readonly ChannelId[];
  readonly viewers: IdSet;
}

/** Channels in groups, so that finding those of a reader doesn't check each channel. */
export interface ChannelsByViewers {
  readonly groups: readonly ViewerGroup[];
  readonly groupOf: ReadonlyMap<ChannelId, ViewerGroup>;
}

/** Sorts several lists of channels, and finds the viewers of each kind of channel once for all of them. */
export const groupingByViewers = (
  state: RealmState,
  now: number,
): ((channelIds: readonly ChannelId[]) => ChannelsByViewers) => {
  const viewersOf = viewersAmong(state, allPeopleByRights(state), now);
  return (channelIds) => {
    const channels = channelIds.flatMap((id) => state.channels.get(id) ?? []);
    const groups = [...groupedBy(channels, viewersOf)].map(([viewers, some]) => ({
      ids: some.map(({ id }) => id),
      viewers,
    }));
    return { groups, groupOf: new Map(groups.flatMap((one) => one.ids.map((id) => [id, one] as const))) };
  };
};

/** The channels that the reader can see: whole groups, and those of other groups that the reader is in. */
const seenOf = (
  { groups, groupOf }: ChannelsByViewers,
  { user, state }: Pick<EventReader, "user" | "state">,
): { readonly open: readonly ViewerGroup[]; readonly subscribed: readonly ChannelId[] } => ({
  open: groups.filter(({ viewers }) => viewers.has(user.id)),
  subscribed: state.subscriptionsOf(user.id).flatMap(({ channelId, isActive }) => {
    const group = isActive ? groupOf.get(channelId) : undefined;
    return group === undefined || group.viewers.has(user.id) ? [] : [channelId];
  }),
});

/** Which of the channels the reader can see, ascending. */
export const visibleAmong = (
  channels: ChannelsByViewers,
  reader: Pick<EventReader, "user" | "state">,
): readonly ChannelId[] => {
  const { open, subscribed } = seenOf(channels, reader);
  const lists = open.map(({ ids }) => ids);
  const [first = [], ...others] = subscribed.length > 0 ? [...lists, subscribed] : lists;
  return others.length === 0 ? first : [first, ...others].flat().sort((a, b) => a - b);
};

/** A text that is equal only for readers who see the same ones of the channels. Each group is named by its first channel. */
export const visibilityKey = (
  channels: ChannelsByViewers,
  reader: Pick<EventReader, "user" | "state">,
): string => {
  const { open, subscribed } = seenOf(channels, reader);
  return `${open.map(({ ids }) => ids[0]).join()}/${subscribed.join()}`;
};
