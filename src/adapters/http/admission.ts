import type { Request, RequestHandler, Response } from "express";
import { left } from "fp-ts/Either";
import { FairTurns, type Requester, type Turn } from "../../application/admission/fair-turns";
import { requesterOf } from "../../application/admission/requester-of";
import { serverBusy } from "../../domain/errors";
import { networkOf } from "../../domain/network";
import type { SignedIn } from "./authentication";
import { type CostClass, type CostLimits, costLimits } from "./cost-limits";
import { send } from "./send";
import { UnreadAnswers, type UnreadLimits } from "./unread-answers";

const mebibyte = 2 ** 20;
/** Whoever takes no answers gets no more of them. */
const unreadLimits: UnreadLimits = { bytesEach: 32 * mebibyte, bytes: 256 * mebibyte, longest: 120_000 };
/** Who waits longer for a turn comes back rather than holding a connection. */
const longestWait = 10_000;

/** A request on its way: its turns, and whether it does something now. */
interface Visit {
  readonly turns: Turn[];
  isAtWork: boolean;
}

/** Keeps what is under way within what a process can do. */
export interface Admission {
  /** Lets the request go on when it has a turn of its class, or answers that there is no room. */
  turn(classOf: CostClass | ((request: Request) => CostClass)): RequestHandler;
  /** Keeps the request's turns until its work is done, even if its client goes away: what is returned says so. */
  begin(response: Response): () => void;
}

/** Without a login, each network is a user. */
const requesterIn = (request: Request): Requester => {
  const signedIn = request.user as unknown as SignedIn | undefined;
  return signedIn
    ? requesterOf(signedIn.realm.id, signedIn.user)
    : { realm: "", user: networkOf(request.ip ?? "") };
};

/** One for all requests of a process. */
export const admission = (limits: CostLimits = costLimits): Admission => {
  const turnsOf = new Map(Object.entries(limits).map(([name, limit]) => [name, new FairTurns(limit)]));
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
    // Work that has begun goes on without its client, and still costs what it costs.
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
      const turns = turnsOf.get(typeof classOf === "string" ? classOf : classOf(request));
      if (turns === undefined) throw new Error("A class without limits");
      let tooLong: NodeJS.Timeout | undefined;
      const settle = (isAdmitted: boolean): void => {
        clearTimeout(tooLong);
        if (response.closed || response.headersSent) leave(visit);
        else if (isAdmitted) next();
        else refuse();
      };
      const turn = turns.enter(requester, settle);
      visit.turns.push(turn);
      if (turn.state !== "waiting") return settle(turn.state === "running");
      tooLong = setTimeout(refuse, longestWait);
      response.once("close", () => clearTimeout(tooLong));
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
