import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { RelayFailure } from "../../../application/ports/push/push-relay";
import { isTemporaryFailure, type OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import { valueOfJson } from "../../../domain/codec/json-text";
import { millisecondsIn } from "../../../domain/units/time";

/** A request to a push service. */
interface Call {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The response of any status; `retryAfter` is in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: string;
}

/**
 * The longest delay a service may ask for, in milliseconds. Without it, notifications could wait in the queue for
 * years.
 */
const longestWait = millisecondsIn.hour;

/** Milliseconds; the header has seconds or a date. */
export const retryAfterOf = (header: string | undefined, now = Date.now()): number | undefined => {
  if (header === undefined) return undefined;
  const wait = /^\d{1,6}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) || wait <= 0 ? undefined : Math.min(wait, longestWait);
};

/** Posts to a push service. Fails unless the whole response arrives in time. */
export const call = async (
  http: OutgoingHttp,
  { url, headers, body }: Call,
): Promise<Answer | RelayFailure> => {
  const answered = await http.request({ method: "POST", url: url.href, headers, body });
  if (E.isLeft(answered)) {
    const { problem, message } = answered.left;
    return {
      outcome: problem === "forbidden" ? "refused" : "unreachable",
      detail: `${url.host}: ${message}`,
    };
  }
  const answer = answered.right;
  return {
    status: answer.status,
    retryAfter: retryAfterOf(answer.headers["retry-after"]),
    body: answer.body,
  };
};

export const isFailure = (answer: Answer | RelayFailure): answer is RelayFailure => "outcome" in answer;

/** The failure that a response's status means. */
export const failureOf = (service: string, { status, retryAfter, body }: Answer): RelayFailure => ({
  outcome: isTemporaryFailure({ status }) ? "broken" : "refused",
  detail: `${service} answered ${status}: ${body.slice(0, 300)}`,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** The object in a JSON response; empty if there is none. */
export const jsonIn = ({ body }: Pick<Answer, "body">): Readonly<Record<string, unknown>> =>
  valueOfJson(t.UnknownRecord, body) ?? {};
