import { isLeft } from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import type { InTransaction } from "../transaction";
import { Lane } from "./lane";
import type { LanePorts } from "./lane-ports";
import { PreparedContent } from "./prepared-content";
import { Turns } from "./turns";

/**
 * Runs each realm's work one after the other, and commits what arrived meanwhile together: all of it costs
 * one commit and fsync. Slow content is prepared between two runs of the work that needs it, while other work
 * continues.
 */
export const realmLanes = (ports: LanePorts): InTransaction => {
  const lanes = new Map<number, Lane>();
  const laneOf = (realmId: RealmId): Lane => {
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
    const content = new PreparedContent();
    const runUntilMade = async (mostRuns: number) => {
      for (let count = 0; count < mostRuns; count += 1) {
        const outcome = await laneOf(realmId).run(by, work, content);
        const isFinal = isLeft(outcome) ? !content.isRefusalOpen : !content.isMissing;
        if (isFinal) return outcome;
        await content.prepareMissing();
      }
      return undefined;
    };
    // Work that puts an id into its content would lack it again whenever others take that id meanwhile: it
    // takes turns.
    const patiently = async () => {
      const made = await runUntilMade(runsInTurn);
      if (made !== undefined) return made;
      content.giveUp();
      const outcome = await runUntilMade(1);
      if (outcome === undefined)
        throw new Error(`Realm ${realmId} kept moving, so a change could not commit`);
      return outcome;
    };
    return (await runUntilMade(freeRuns)) ?? turns.take(realmId, patiently);
  };
};

/** One run to find out what is missing, and one that has it, unless a name has changed meanwhile. */
const freeRuns = 2;
/** Other nodes can still interfere. After this many runs, work does without dispensable content. */
const runsInTurn = 20;
