import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type * as t from "io-ts";
import type { CallFailure } from "../../application/ports/calls/call-provider";
import {
  type OutgoingAnswer,
  OutgoingFailure,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../application/ports/system/outgoing-http";

const mostShown = 200;

export const isOk = ({ status }: OutgoingAnswer): boolean => status >= 200 && status < 300;

/** The response of any status, or the failure to get one. */
export const ask = async (
  http: OutgoingHttp,
  request: OutgoingRequest,
): Promise<E.Either<CallFailure, OutgoingAnswer>> => {
  try {
    return E.right(await http.request(request));
  } catch (error) {
    if (error instanceof OutgoingFailure) return E.left({ kind: "unreachable", reason: error.message });
    throw error;
  }
};

/** The response, which must have a status of success. */
export const askFor = async (
  http: OutgoingHttp,
  request: OutgoingRequest,
): Promise<E.Either<CallFailure, OutgoingAnswer>> =>
  pipe(
    await ask(http, request),
    E.filterOrElse(
      isOk,
      ({ status, body }): CallFailure => ({
        kind: "unreachable",
        reason: `HTTP ${status}: ${body.slice(0, mostShown)}`,
      }),
    ),
  );

/** The JSON document in a response, if it has the expected shape. */
export const documentIn = <A>(shape: t.Type<A, unknown, unknown>, { body }: OutgoingAnswer): A | undefined =>
  pipe(
    E.tryCatch(
      () => JSON.parse(body),
      () => undefined,
    ),
    E.chainW(shape.decode),
    E.getOrElseW(() => undefined),
  );

/** The provider answered something else than the API says. */
export const failed: CallFailure = { kind: "failed" };

/** The JSON document in a response, which must have the expected shape. */
export const expectDocument =
  <A>(shape: t.Type<A, unknown, unknown>) =>
  (answer: OutgoingAnswer): E.Either<CallFailure, A> =>
    E.fromNullable(failed)(isOk(answer) ? documentIn(shape, answer) : undefined);

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
