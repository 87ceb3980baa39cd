import type { Clock } from "../ports/clock";
import type { EventStore } from "../ports/event-store";
import type { Wakeup } from "../ports/wakeup";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction, Readers } from "../transaction";
import { Lane } from "./lane";

/** What lanes need. */
export interface LanePorts extends Readers {
  readonly eventStore: EventStore;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  /** Called after a commit that had mail in it. */
  readonly mailPosted: () => void;
}

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
