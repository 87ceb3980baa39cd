import type { Cost } from "./costs";
import { less } from "./load";

/** Splits what a message costs in commits of one and in larger ones into the commit's part and its own. */
export const splitSend = (
  alone: Cost,
  together: Cost,
  batch: number,
): { readonly commit: Cost; readonly message: Cost } => {
  const share = (one: number, many: number): number =>
    Math.min(one, Math.max(0, (one - many) / (1 - 1 / batch)));
  const commit = {
    node: share(alone.node, together.node),
    database: share(alone.database, together.database),
  };
  return { commit, message: less(alone, commit) };
};
