import type { InTransaction } from "../transaction";
import { Lane } from "./lane";
import type { LanePorts } from "./lane-ports";

/**
 * Runs each realm's work one after the other, and commits what came in meanwhile together: the commit and its fsync
 * are paid once for all of it.
 */
export const realmLanes = (ports: LanePorts): InTransaction => {
  const lanes = new Map<number, Lane>();
  return (realmId, work) => () => {
    let lane = lanes.get(realmId);
    if (lane === undefined) {
      lane = new Lane(ports, realmId, () => lanes.delete(realmId));
      lanes.set(realmId, lane);
    }
    return lane.run(work);
  };
};
