import type { Workings } from "../workings";
import { addEmoji } from "./add-emoji";
import { deactivateEmoji } from "./deactivate-emoji";
import { listEmoji } from "./list-emoji";

/** The organization's own emoji. */
export const emojiUseCases = (workings: Workings) => ({
  add: addEmoji(workings),
  deactivate: deactivateEmoji(workings),
  list: listEmoji(workings),
});
