import * as E from "fp-ts/Either";
import { changesTakeTooLong } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { answerableId } from "../../domain/users/user";
import type { Acting, Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { KeyedTurns } from "./keyed-turns";
import { Lane } from "./lane";
import type { LanePorts } from "./lane-ports";
import { LaneTimes } from "./lane-times";
import { PreparedContent } from "./prepared-content";

/**
 * Runs the work of each realm one piece after another, and commits together whatever arrived meanwhile, with one fsync.
 * If work needs slow content, it is prepared outside the lane while other work continues, and the work then runs again.
 */
export const realmLanes = (ports: LanePorts): InTransaction => {
  const lanes = new Map<RealmId, Lane>();
  const times = new LaneTimes((realmId, userId) => {
    const user = ports.directory.peek(realmId)?.users.get(userId);
    return user === undefined ? userId : answerableId(user);
  });
  ports.metrics.gauge("lane_waiting", {}, () =>
    [...lanes.values()].reduce((sum, { depth }) => sum + depth, 0),
  );
  ports.metrics.startAtZero("commit_conflicts_total", {});
  ports.metrics.startAtZero("commit_events", {});
  const laneOf = (realmId: RealmId): Lane => {
    let lane = lanes.get(realmId);
    if (lane === undefined) {
      lane = new Lane(ports, realmId, times, () => lanes.delete(realmId));
      lanes.set(realmId, lane);
    }
    return lane;
  };
  const turns = new KeyedTurns();
  return async (by, work) => {
    const { realmId } = by;
    times.arrived(by);
    const excess = isRequest(by) ? (lanes.get(realmId)?.excessOf(by) ?? 0) : 0;
    if (excess > 0) return E.left(changesTakeTooLong(excess));
    const content = new PreparedContent();
    const runUntilContentReady = async (mostRuns: number) => {
      for (let count = 0; count < mostRuns; count += 1) {
        const outcome = await laneOf(realmId).run(by, work, content);
        const isFinal = E.isLeft(outcome) ? !content.isRefusalOpen : !content.isMissing;
        if (isFinal) return outcome;
        await content.prepareMissing();
      }
      return undefined;
    };
    // Content that contains a new message's id must be rendered again if other work takes that id first. Such work
    // therefore runs one at a time.
    const runExclusively = async () => {
      const made = await runUntilContentReady(mostExclusiveRuns);
      if (made !== undefined) return made;
      content.giveUp();
      const outcome = await runUntilContentReady(1);
      if (outcome === undefined)
        throw new Error(`Realm ${realmId} changed too often for this change to commit`);
      return outcome;
    };
    return (await runUntilContentReady(mostSharedRuns)) ?? turns.take(realmId, runExclusively);
  };
};

/** Work that was accepted earlier, such as a job, can't be asked to come again. */
const isRequest = (by: Acting | Caller): boolean =>
  ("apiKeyVersion" in by && by.apiKeyVersion !== undefined) ||
  ("sessionId" in by && by.sessionId !== undefined);

/** The first run finds what must be prepared, and the second uses it, unless a name changes in between. */
const mostSharedRuns = 2;
/** Other nodes can still interfere. After this many runs, work proceeds without dispensable content. */
const mostExclusiveRuns = 20;
