import type { Metrics } from "../../application/ports/system/metrics";
import type { Acquisition, RealmOwnership } from "./realm-ownership";

const kinds: Readonly<Record<Acquisition["kind"], true>> = { own: true, handed: true, unanswered: true };

/** Counts acquisitions by how they came about. */
export const countedOwnership = (ownership: RealmOwnership, metrics: Metrics): RealmOwnership => {
  for (const how of Object.keys(kinds)) metrics.startAtZero("lane_turns_total", { how });
  return {
    acquire: async (realmId) => {
      const acquired = await ownership.acquire(realmId);
      metrics.count("lane_turns_total", { how: acquired.kind });
      return acquired;
    },
    release: (realmId, head) => ownership.release(realmId, head),
  };
};
