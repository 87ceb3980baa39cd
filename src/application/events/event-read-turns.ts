import { isNone } from "fp-ts/Option";
import type { RealmId, UserId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import { FairTurns } from "../admission/fair-turns";
import { requesterOf } from "../admission/requester-of";
import type { Requester } from "../ports/system/requester";

/** Few, so that most connections remain for requests, and sends above all. */
const running = 2;

/** The requester of what is read for all who receive an event. */
export const everybodyIn = (realmId: RealmId): Requester => ({ realm: `${realmId}`, user: "" });

/** The requester of what is read for one user alone. */
export const readerOf = (realmId: RealmId, userId: UserId, step: LogStep | undefined): Requester =>
  requesterOf(realmId, step?.after.users.get(userId) ?? { id: userId, bot: null });

/** Statements for events run a few at a time, and the others wait, however many there are. */
export class EventReadTurns {
  private readonly turns: FairTurns;

  constructor(runningEach: number) {
    this.turns = new FairTurns({
      running,
      runningEach,
      waiting: Number.POSITIVE_INFINITY,
      waitingEach: Number.POSITIVE_INFINITY,
    });
  }

  async take<A>(requester: Requester, work: () => Promise<A>): Promise<A> {
    const done = await this.turns.take(requester, work);
    if (isNone(done)) throw new Error("The line of events that wait to be read has no end");
    return done.value;
  }
}
