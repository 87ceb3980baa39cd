import type { ChannelFolder } from "../../../wire/wire";

type Folders = ReadonlyMap<number, ChannelFolder>;

const inOrder = (folders: Folders): readonly ChannelFolder[] =>
  [...folders.values()].sort((a, b) => a.order - b.order);

/** Active folders, in order. */
export const activeFolders = (folders: Folders): readonly ChannelFolder[] =>
  inOrder(folders).filter(({ is_archived }) => !is_archived);

/** Archived folders, in order. */
export const archivedFolders = (folders: Folders): readonly ChannelFolder[] =>
  inOrder(folders).filter(({ is_archived }) => is_archived);

/** The ids of all folders in order, after reordering the active ones. */
export const orderWith = (folders: Folders, active: readonly number[]): readonly number[] => {
  const inUse = new Set(active);
  const rest = [...active];
  return inOrder(folders).map(({ id }) => (inUse.has(id) ? (rest.shift() ?? id) : id));
};
