import type { Workings } from "../workings";
import { addLinkifier } from "./add-linkifier";
import { listLinkifiers } from "./list-linkifiers";
import { removeLinkifier } from "./remove-linkifier";
import { reorderLinkifiers } from "./reorder-linkifiers";
import { updateLinkifier } from "./update-linkifier";

/** Linkifiers: text that becomes links. */
export const linkifierUseCases = (workings: Workings) => ({
  add: addLinkifier(workings),
  list: listLinkifiers(workings),
  remove: removeLinkifier(workings),
  reorder: reorderLinkifiers(workings),
  update: updateLinkifier(workings),
});
