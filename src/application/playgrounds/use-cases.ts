import type { Workings } from "../workings";
import { addPlayground } from "./add-playground";
import { removePlayground } from "./remove-playground";

/** Playgrounds: where code in messages can be run. */
export const playgroundUseCases = (workings: Workings) => ({
  add: addPlayground(workings),
  remove: removePlayground(workings),
});
