import type { RequestHandler } from "express";
import { CallWindows } from "../../../application/admission/call-windows";
import { allowanceOf } from "../../../application/admission/requester-of";
import { tooManyTries } from "../../../domain/limit-refusals";
import { networkOf } from "../../../domain/realm/network";
import { millisecondsIn } from "../../../domain/units/time";
import { signedInIfAny } from "../authentication/signed-in";
import { addHeaders } from "../reply/express-messages";
import { sendError } from "../reply/send";

/** Shares call counts with other nodes. */
interface OtherNodes {
  count(caller: string): void;
  /** Subscribes to calls counted at other nodes. */
  onOthers(notify: (caller: string, calls: number) => void): void;
}

/** The most calls per minute of one user, of all bots of one owner, or of one address without a valid key; 0 for no limit. */
export interface CallLimit {
  readonly callsPerMinute: number;
  /** Absent for a single process, or without a store that nodes share. */
  readonly otherNodes?: OtherNodes | undefined;
}

/**
 * Counts the calls of a user, of all bots of one owner, or of an address without a user; refuses those beyond the limit with 429.
 */
export const limitCalls = ({ callsPerMinute, otherNodes }: CallLimit): RequestHandler => {
  if (callsPerMinute === 0) return (_request, _response, next) => next();
  const windows = new CallWindows(millisecondsIn.minute, Date.now);
  otherNodes?.onOthers((caller, calls) => void windows.add(caller, calls));
  return (request, response, next) => {
    const caller = signedInIfAny(request);
    const key = caller ? allowanceOf(caller.realm.id, caller.user) : `at ${networkOf(request.ip ?? "")}`;
    otherNodes?.count(key);
    const { calls, endsAt } = windows.add(key, 1);
    addHeaders(response, [
      "X-RateLimit-Limit",
      callsPerMinute,
      "X-RateLimit-Remaining",
      Math.max(0, callsPerMinute - calls),
      "X-RateLimit-Reset",
      Math.ceil(endsAt / 1000),
    ]);
    if (calls > callsPerMinute) sendError(response, tooManyTries(endsAt - Date.now()));
    else next();
  };
};
