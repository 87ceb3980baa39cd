import { none, type Option, some } from "fp-ts/Option";
import type { FairTurns } from "../../application/admission/fair-turns";
import type { Requester } from "../../application/ports/system/requester";

/** Does the work in a turn; none if no turn begins within the longest wait, in milliseconds. */
export const inTurn = <A>(
  turns: FairTurns,
  longestWait: number,
  requester: Requester,
  work: () => Promise<A>,
): Promise<Option<A>> =>
  new Promise((resolve, reject) => {
    let isOver = false;
    const settle = (done: Option<A>): void => {
      isOver = true;
      clearTimeout(tooLong);
      resolve(done);
    };
    const go = (isAdmitted: boolean): void => {
      clearTimeout(tooLong);
      if (isOver) return;
      if (!isAdmitted) {
        settle(none);
        return;
      }
      work()
        .finally(() => turn.leave())
        .then((done) => settle(some(done)), reject);
    };
    let tooLong: NodeJS.Timeout | undefined;
    const turn = turns.enter(requester, go);
    if (turn.state !== "waiting") go(turn.state === "running");
    else
      tooLong = setTimeout(() => {
        turn.leave();
        settle(none);
      }, longestWait);
  });
