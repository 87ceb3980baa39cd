import type { ServerResponse } from "node:http";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { FairTurns } from "../../../application/admission/fair-turns";
import { requesterOf } from "../../../application/admission/requester-of";
import type { SharedMemory } from "../../../application/admission/shared-memory";
import type { Turn } from "../../../application/admission/turn";
import type { Metrics } from "../../../application/ports/system/metrics";
import type { Requester } from "../../../application/ports/system/requester";
import { serverBusy } from "../../../domain/limit-refusals";
import { networkOf } from "../../../domain/realm/network";
import { bytesIn } from "../../../domain/units/size";
import { type SignedIn, signedInIfAny } from "../authentication/signed-in";
import { type CostClass, type CostLimits, costLimits, readingClasses } from "../declaration/cost-limits";
import { sendError } from "../reply/send";
import { longestUnread, type UnreadLimit } from "../reply/unread-limit";
import { ArrivingBodies } from "./arriving-bodies";
import { spreadOverTurns } from "./spread-over-turns";
import { UnreadAnswers, type UnreadLimits } from "./unread-answers";

/** A client that doesn't read its answers gets no more of them. */
const unreadLimits: UnreadLimits = {
  bytesEach: 32 * bytesIn.mebibyte,
  bytes: 256 * bytesIn.mebibyte,
  longest: longestUnread,
};
/** A request that would wait longer for a turn is refused, so that it doesn't hold its connection. */
const longestWait = 10_000;
/** How often a waiting request checks whether slow bodies hold it up. */
const lookMilliseconds = 500;

const noTurns: readonly Turn[] = [];

/** A request in progress: the turns it holds, and whether its work is running. */
class RequestTurns {
  private turns = noTurns;
  isWorking = false;

  constructor(readonly owner: string) {}

  /** Most requests hold one turn. `push` would reserve room for more, which thousands of waiting polls would keep. */
  add(turn: Turn): void {
    this.turns = this.turns.length === 0 ? [turn] : [...this.turns, turn];
  }

  leave(): void {
    const { turns } = this;
    this.turns = noTurns;
    for (const turn of turns) turn.leave();
  }
}

/** Kept in the response itself: a weak map of all of them would slow down the garbage collector. */
const turnsKey = Symbol("turns");

interface HoldingTurns {
  [turnsKey]?: RequestTurns;
}

/** A request that asks for a turn. */
interface Asking {
  readonly response: Response;
  readonly requester: Requester;
  readonly held: RequestTurns;
}

/** Limits the work in progress to what one process can do. */
export interface Admission {
  /** Passes the request on once it has a turn of its class, or answers that the server is busy. */
  turn(classOf: CostClass | ((request: Request) => CostClass)): RequestHandler;
  /** Holds the request's turns until its work ends, even if its client disconnects. */
  begin(response: Response): void;
  /** Releases the turns: the work has ended. */
  end(response: Response): void;
  readonly unread: UnreadLimit;
}

interface KnownRequester {
  readonly requester: Requester;
  /** The name that unread answers count under. */
  readonly owner: string;
}

const asKnown = (requester: Requester): KnownRequester => ({
  requester,
  owner: `${requester.realm} ${requester.user}`,
});

/** A caller remembered by credentials is the same object in each of their requests. */
const knownBySignIn = new WeakMap<SignedIn, KnownRequester>();

/** A requester without a login is identified by network. */
const requesterIn = (request: Request): KnownRequester => {
  const signedIn = signedInIfAny(request);
  if (signedIn === undefined) return asKnown({ realm: "", user: networkOf(request.ip ?? "") });
  let known = knownBySignIn.get(signedIn);
  if (known === undefined) {
    known = asKnown(requesterOf(signedIn.realm.id, signedIn.user));
    knownBySignIn.set(signedIn, known);
  }
  return known;
};

/** Work that has begun continues without its client, at the same cost. */
const leaveUnlessWorking = function (this: HoldingTurns & Response): void {
  const held = this[turnsKey];
  if (held && !held.isWorking) held.leave();
};

const refuse = (held: RequestTurns, response: Response): void => {
  held.leave();
  sendError(response, serverBusy);
};

const continueIfOpen = (response: Response, next: NextFunction): void => {
  if (!response.closed) next();
};

/** One instance for all requests of a process. */
export const admission = (
  memory: SharedMemory,
  limits: CostLimits = costLimits,
  metrics?: Metrics,
): Admission => {
  const classes = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      { turns: new FairTurns(limit, { memory }), arriving: new ArrivingBodies() },
    ]),
  );
  for (const [name, { turns }] of classes)
    metrics?.gauge("requests_in_progress", { class: name }, () => turns.load.running);
  const unread = new UnreadAnswers(unreadLimits);
  const spread = spreadOverTurns();
  /** Polls and streams only begin to wait, and thousands of them return after one message. */
  const begin = (name: CostClass, response: Response, next: NextFunction): void =>
    name === "poll" || name === "stream"
      ? continueIfOpen(response, next)
      : spread(() => continueIfOpen(response, next));

  const count = (response: HoldingTurns & ServerResponse, longest?: number): void => {
    const held = response[turnsKey];
    if (held) unread.add(held.owner, response, longest);
  };
  const countUnread = function (this: ServerResponse): void {
    count(this);
  };

  const turnsOf = (response: HoldingTurns & Response, owner: string): RequestTurns => {
    const known = response[turnsKey];
    if (known) return known;
    const held = new RequestTurns(owner);
    response[turnsKey] = held;
    response.on("prefinish", countUnread);
    response.on("close", leaveUnlessWorking);
    return held;
  };

  /** Takes a turn of a class as soon as there is one, or answers that the server is busy. */
  const take = (
    name: CostClass,
    { response, requester, held }: Asking,
    begun: (arriving: ArrivingBodies) => void,
  ): void => {
    const admitting = classes.get(name);
    if (admitting === undefined) throw new Error(`Admission class ${name} has no limits`);
    const { turns, arriving } = admitting;
    let stopWaiting: (() => void) | undefined;
    const proceed = (isAdmitted: boolean): void => {
      stopWaiting?.();
      if (response.closed || response.headersSent) held.leave();
      else if (isAdmitted) begun(arriving);
      else refuse(held, response);
    };
    const turn = turns.enter(requester, proceed);
    held.add(turn);
    if (turn.state !== "waiting") {
      proceed(turn.state === "running");
      return;
    }
    const tooLong = setTimeout(() => proceed(false), longestWait);
    const looking = setInterval(() => turn.isHeldUp && arriving.endSlowest(), lookMilliseconds);
    stopWaiting = () => {
      clearTimeout(tooLong);
      clearInterval(looking);
    };
    response.once("close", stopWaiting);
  };

  return {
    turn: (classOf) => (request, response, next) => {
      const { requester, owner } = requesterIn(request);
      const held = turnsOf(response, owner);
      if (unread.hasTooMuch(owner)) return refuse(held, response);
      const name = typeof classOf === "string" ? classOf : classOf(request);
      const asking = { response, requester, held };
      take(name, asking, (arriving) => {
        arriving.add(request, response);
        if (readingClasses.has(name)) take("reading", asking, () => begin(name, response, next));
        else begin(name, response, next);
      });
    },
    begin: (response: HoldingTurns & Response) => {
      const held = response[turnsKey];
      if (held) held.isWorking = true;
    },
    end: (response: HoldingTurns & Response) => {
      const held = response[turnsKey];
      if (held === undefined) return;
      held.isWorking = false;
      held.leave();
    },
    unread: {
      count,
      hasTooMuch: (response: HoldingTurns & ServerResponse) => {
        const held = response[turnsKey];
        return held !== undefined && unread.hasTooMuch(held.owner);
      },
    },
  };
};
