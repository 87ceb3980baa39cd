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

/** Ids of all folders in order, after one in use went a place up or down among those in use. */
export const orderAfter = (folders: Folders, id: number, step: 1 | -1): readonly number[] => {
  const active = activeFolders(folders).map((one) => one.id);
  const at = active.indexOf(id);
  const other = active[at + step];
  const ids = inOrder(folders).map((one) => one.id);
  if (at < 0 || other === undefined) return ids;
  return ids.map((one) => (one === id ? other : one === other ? id : one));
};
