import type { ChannelFolder } from "../../api/wire";

type Folders = ReadonlyMap<number, ChannelFolder>;

const inOrder = (folders: Folders): readonly ChannelFolder[] =>
  [...folders.values()].sort((a, b) => a.order - b.order);

/** Folders in use, in their order. */
export const activeFolders = (folders: Folders): readonly ChannelFolder[] =>
  inOrder(folders).filter(({ is_archived }) => !is_archived);

/** Archived folders, in their order. */
export const archivedFolders = (folders: Folders): readonly ChannelFolder[] =>
  inOrder(folders).filter(({ is_archived }) => is_archived);

/** Ids of all folders in order, with those in use in another order among themselves. */
export const orderWith = (folders: Folders, active: readonly number[]): readonly number[] => {
  const inUse = new Set(active);
  const rest = [...active];
  return inOrder(folders).map(({ id }) => (inUse.has(id) ? (rest.shift() ?? id) : id));
};
