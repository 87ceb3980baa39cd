import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type * as t from "io-ts";
import type { CallFailure } from "../../application/ports/calls/call-provider";
import {
  isSuccess,
  type OutgoingAnswer,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../application/ports/system/outgoing-http";
import { valueOfJson } from "../../domain/codec/json-text";

const mostShown = 200;

/** The response of any status, or the failure to get one. */
export const ask = async (
  http: OutgoingHttp,
  request: OutgoingRequest,
): Promise<E.Either<CallFailure, OutgoingAnswer>> =>
  pipe(
    await http.request(request),
    E.mapLeft(({ message }) => ({ kind: "unreachable", reason: message })),
  );

/** The response, which must have a status of success. */
export const askFor = async (
  http: OutgoingHttp,
  request: OutgoingRequest,
): Promise<E.Either<CallFailure, OutgoingAnswer>> =>
  pipe(
    await ask(http, request),
    E.filterOrElse(
      (answer) => isSuccess(answer),
      ({ status, body }): CallFailure => ({
        kind: "unreachable",
        reason: `HTTP ${status}: ${body.slice(0, mostShown)}`,
      }),
    ),
  );

/** The provider's answer doesn't have the form that its API promises. */
export const failed: CallFailure = { kind: "failed" };

/** The JSON document in a response, which must have the expected shape. */
export const expectDocument =
  <A>(shape: t.Type<A, unknown, unknown>) =>
  (answer: OutgoingAnswer): E.Either<CallFailure, A> =>
    pipe(isSuccess(answer) ? valueOfJson(shape, answer.body) : undefined, E.fromNullable(failed));

/** A Basic Authorization header. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** A request with a JSON body. */
export const posting = (
  url: string,
  document: object,
  headers: Readonly<Record<string, string>>,
): OutgoingRequest => ({
  method: "POST",
  url,
  body: JSON.stringify(document),
  headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
});
