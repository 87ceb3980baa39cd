import type { LaneTurns } from "../../application/ports/events/lane-turns";
import type { Metrics } from "../../application/ports/system/metrics";

/** Wraps the turns to count them by how they begin. */
export const countedTurns = (turns: LaneTurns, metrics: Metrics): LaneTurns => ({
  take: async (realmId) => {
    const taken = await turns.take(realmId);
    metrics.count("lane_turns_total", { how: taken.kind });
    return taken;
  },
  end: (realmId, head) => turns.end(realmId, head),
});
