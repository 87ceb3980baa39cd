import type { Metrics } from "../../application/ports/system/metrics";
import type { LaneTurns, Taken } from "./lane-turns";

const kinds: Readonly<Record<Taken["kind"], true>> = { own: true, handed: true, unanswered: true };

/** Wraps the turns to count them by how they begin. */
export const countedTurns = (turns: LaneTurns, metrics: Metrics): LaneTurns => {
  for (const how of Object.keys(kinds)) metrics.startAtZero("lane_turns_total", { how });
  return {
    take: async (realmId) => {
      const taken = await turns.take(realmId);
      metrics.count("lane_turns_total", { how: taken.kind });
      return taken;
    },
    end: (realmId, head) => turns.end(realmId, head),
  };
};
