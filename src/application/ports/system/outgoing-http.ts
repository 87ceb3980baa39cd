import type { Either } from "fp-ts/Either";
/** A request to a server outside Parley's control. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The other server's answer. */
export interface OutgoingAnswer {
  readonly status: number;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whether the other server did what it was asked for. */
export const isSuccess = ({ status }: Pick<OutgoingAnswer, "status">): boolean =>
  status >= 200 && status < 300;

/** Whether a retry may help: the other server is overloaded or restarting. */
export const isTemporaryFailure = ({ status }: Pick<OutgoingAnswer, "status">): boolean =>
  status >= 500 || status === 429 || status === 408;

/** Why there is no answer. */
export type OutgoingProblem =
  /** The address must not be called. */
  | "forbidden"
  /** The answer wasn't complete in time. */
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  /** No connection, a broken connection, or an answer that isn't HTTP. */
  | "unreachable";

/** There was no usable answer. It is an Error because sockets pass it on and traces name it; nothing throws it at a caller. */
export class OutgoingFailure extends Error {
  constructor(
    readonly problem: OutgoingProblem,
    /** A description for people. */
    detail: string,
  ) {
    super(detail);
  }
}

/** Calls external servers over HTTP, with limits on time and size. Follows redirects. */
export interface OutgoingHttp {
  /** Any status is an answer. */
  request(request: OutgoingRequest): Promise<Either<OutgoingFailure, OutgoingAnswer>>;
}
