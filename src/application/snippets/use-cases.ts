import type { Workings } from "../workings";
import { addSnippet, listSnippets, removeSnippet, updateSnippet } from "./keep-snippets";

/** People's saved snippets. */
export const snippetUseCases = (workings: Workings) => ({
  add: addSnippet(workings),
  list: listSnippets(workings),
  remove: removeSnippet(workings),
  update: updateSnippet(workings),
});
