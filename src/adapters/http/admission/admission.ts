import type { Request, RequestHandler, Response } from "express";
import { left } from "fp-ts/Either";
import { FairTurns, type Turn } from "../../../application/admission/fair-turns";
import { requesterOf } from "../../../application/admission/requester-of";
import type { Requester } from "../../../application/ports/login/requester";
import { serverBusy } from "../../../domain/errors";
import { networkOf } from "../../../domain/realm/network";
import { bytesIn } from "../../../domain/units/size";
import type { SignedIn } from "../authentication/signed-in";
import { type CostClass, type CostLimits, costLimits } from "../declaration/cost-limits";
import { send } from "../reply/send";
import { ArrivingBodies } from "./arriving-bodies";
import { UnreadAnswers, type UnreadLimits } from "./unread-answers";

/** A client that reads no answers gets no more of them. */
const unreadLimits: UnreadLimits = {
  bytesEach: 32 * bytesIn.mebibyte,
  bytes: 256 * bytesIn.mebibyte,
  longest: 120_000,
};
/** A request that would wait longer for a turn is refused rather than hold its connection. */
const longestWait = 10_000;
/** How often a request that waits looks whether slow bodies hold it up. */
const lookMilliseconds = 500;

/** A request in progress: the turns it holds, and whether its work is running. */
interface Visit {
  readonly turns: Turn[];
  isAtWork: boolean;
}

/** Limits the work in progress to what one process can do. */
export interface Admission {
  /** Passes the request on once it has a turn of its class, or answers that the server is busy. */
  turn(classOf: CostClass | ((request: Request) => CostClass)): RequestHandler;
  /**
   * Holds the request's turns until its work ends, even if its client disconnects. Call the returned function
   * at the end.
   */
  begin(response: Response): () => void;
}

/** A requester without a login is identified by network. */
const requesterIn = (request: Request): Requester => {
  const signedIn = request.user as unknown as SignedIn | undefined;
  return signedIn
    ? requesterOf(signedIn.realm.id, signedIn.user)
    : { realm: "", user: networkOf(request.ip ?? "") };
};

/** One instance for all requests of a process. */
export const admission = (limits: CostLimits = costLimits): Admission => {
  const classes = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      { turns: new FairTurns(limit), arriving: new ArrivingBodies() },
    ]),
  );
  const unread = new UnreadAnswers(unreadLimits);
  const visits = new WeakMap<Response, Visit>();

  const leave = ({ turns }: Visit): void => {
    for (const turn of turns.splice(0)) turn.leave();
  };

  const visitOf = (response: Response, owner: string): Visit => {
    const known = visits.get(response);
    if (known) return known;
    const visit: Visit = { turns: [], isAtWork: false };
    visits.set(response, visit);
    response.on("prefinish", () => unread.add(owner, response));
    // Work that has begun continues without its client, at the same cost.
    response.on("close", () => visit.isAtWork || leave(visit));
    return visit;
  };

  return {
    turn: (classOf) => (request, response, next) => {
      const requester = requesterIn(request);
      const owner = `${requester.realm} ${requester.user}`;
      const visit = visitOf(response, owner);
      const refuse = (): void => {
        leave(visit);
        void send(response, left(serverBusy));
      };
      if (unread.hasTooMuch(owner)) return refuse();
      const name = typeof classOf === "string" ? classOf : classOf(request);
      const admitting = classes.get(name);
      if (admitting === undefined) throw new Error(`Admission class ${name} has no limits`);
      const { turns, arriving } = admitting;
      let tooLong: NodeJS.Timeout | undefined;
      let looking: NodeJS.Timeout | undefined;
      const stopWaiting = (): void => {
        clearTimeout(tooLong);
        clearInterval(looking);
      };
      const settle = (isAdmitted: boolean): void => {
        stopWaiting();
        if (response.closed || response.headersSent) leave(visit);
        else if (!isAdmitted) refuse();
        else {
          arriving.add(request, response);
          next();
        }
      };
      const turn = turns.enter(requester, settle);
      visit.turns.push(turn);
      if (turn.state !== "waiting") return settle(turn.state === "running");
      tooLong = setTimeout(() => {
        stopWaiting();
        refuse();
      }, longestWait);
      looking = setInterval(() => turn.isHeldUp && arriving.endSlowest(), lookMilliseconds);
      response.once("close", stopWaiting);
    },
    begin: (response) => {
      const visit = visits.get(response);
      if (visit === undefined) return () => {};
      visit.isAtWork = true;
      return () => {
        visit.isAtWork = false;
        leave(visit);
      };
    },
  };
};
