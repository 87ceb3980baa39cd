import { groupedBy } from "../../../../src/domain/collections/grouped-by";
import type { Store } from "../../store/store";
import { sortedByName } from "../../ui/by-name";
import { matchRank } from "../../ui/ranking";
import type { ChannelFolder, Subscription } from "../../wire/wire";
import { words } from "../../words/en";

/** A part of the sidebar's channels: the pinned ones, a folder, or the others. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly channels: readonly Subscription[];
}

/** The channels that match a filter, in the order of the sidebar. */
export const groupsOf = (
  subscribed: Iterable<Subscription>,
  known: Iterable<ChannelFolder>,
  filter: string,
): readonly Group[] => {
  const matching = [...subscribed].filter(
    ({ is_archived, name }) => !is_archived && matchRank(name, filter) !== undefined,
  );
  const channels = sortedByName(matching, ({ name }) => name).toSorted(
    (a, b) => Number(a.is_muted) - Number(b.is_muted),
  );
  const folders = [...known].sort((a, b) => a.order - b.order);
  const ids = new Set(folders.map(({ id }) => id));
  const keyOf = ({ pin_to_top, folder_id }: Subscription): string =>
    pin_to_top ? "pinned" : ids.has(folder_id ?? 0) ? `folder ${folder_id}` : "others";
  const inside = groupedBy(channels, keyOf);
  const group = (key: string, title: string): Group => ({ key, title, channels: inside.get(key) ?? [] });
  const groups: readonly Group[] = [
    group("pinned", words.pinned),
    ...folders.map(({ id, name }) => group(`folder ${id}`, name)),
    group("others", words.channels),
  ];
  return groups.filter(({ key, channels: inside }) => inside.length > 0 || key === "others");
};

interface Order {
  readonly folders: ReadonlyMap<number, ChannelFolder>;
  readonly ids: readonly number[];
}
const orders = new WeakMap<ReadonlyMap<number, Subscription>, Order>();

/** The ids of the user's channels in the order of the sidebar. Sorted again only when channels or folders change. */
export const channelsInOrder = ({
  channels,
  folders,
}: Pick<Store, "channels" | "folders">): readonly number[] => {
  const { subscribed } = channels.value;
  const known = folders.value;
  const before = orders.get(subscribed);
  if (before?.folders === known) return before.ids;
  const groups = groupsOf(subscribed.values(), known.values(), "");
  const ids = groups.flatMap((group) => group.channels.map(({ stream_id }) => stream_id));
  orders.set(subscribed, { folders: known, ids });
  return ids;
};
