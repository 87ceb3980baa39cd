import type { Workings } from "../workings";
import { addDrafts, listDrafts, removeDraft, updateDraft } from "./keep-drafts";

/** People's drafts. */
export const draftUseCases = (workings: Workings) => ({
  add: addDrafts(workings),
  list: listDrafts(workings),
  remove: removeDraft(workings),
  update: updateDraft(workings),
});
