import type { Workings } from "../workings";
import { createFolder } from "./create-folder";
import { listFolders } from "./list-folders";
import { reorderFolders } from "./reorder-folders";
import { updateFolder } from "./update-folder";

/** Folders of channels. */
export const channelFolderUseCases = (workings: Workings) => ({
  create: createFolder(workings),
  list: listFolders(workings),
  reorder: reorderFolders(workings),
  update: updateFolder(workings),
});
