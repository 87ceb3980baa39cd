import { isLeft } from "fp-ts/Either";
import type { InTransaction } from "../transaction";
import { Lane } from "./lane";
import type { LanePorts } from "./lane-ports";
import { OutsideWork } from "./outside-work";
import { Turns } from "./turns";

/**
 * Runs each realm's work one after the other, and commits what came in meanwhile together: the commit and its fsync
 * are paid once for all of it. What takes long is made between two runs of the work that needs it, while others go on.
 */
export const realmLanes = (ports: LanePorts): InTransaction => {
  const lanes = new Map<number, Lane>();
  const laneOf = (realmId: number): Lane => {
    let lane = lanes.get(realmId);
    if (lane === undefined) {
      lane = new Lane(ports, realmId, () => lanes.delete(realmId));
      lanes.set(realmId, lane);
    }
    return lane;
  };
  const turns = new Turns();
  return (by, work) => async () => {
    const { realmId } = by;
    const outside = new OutsideWork();
    const runUntilMade = async (mostRuns: number) => {
      for (let count = 0; count < mostRuns; count += 1) {
        const outcome = await laneOf(realmId).run(by, work, outside);
        const isFinal = isLeft(outcome) ? !outside.isRefusalOpen : !outside.isMissed;
        if (isFinal) return outcome;
        await outside.makeMissed();
      }
      return undefined;
    };
    // Work that names what it makes, by an id that others took meanwhile, would miss again and again: it takes turns.
    const patiently = async () => {
      const made = await runUntilMade(runsInTurn);
      if (made !== undefined) return made;
      outside.giveUp();
      const outcome = await runUntilMade(1);
      if (outcome === undefined) throw new Error(`Realm ${realmId} never held still for a change`);
      return outcome;
    };
    return (await runUntilMade(freeRuns)) ?? turns.take(realmId, patiently);
  };
};

/** One that finds out what is missing, and one that has it, unless a name has changed meanwhile. */
const freeRuns = 2;
/** Other nodes can still come in between. After so many runs work does without what is dispensable. */
const runsInTurn = 20;
