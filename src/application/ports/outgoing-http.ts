/** A request to a server of somebody else's. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What another server answered. */
export interface OutgoingAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why there is no answer. */
export type OutgoingProblem =
  /** The address is not one to call. */
  | "forbidden"
  /** No answer in time, the last byte included. */
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  /** No connection, one that broke off, or an answer that isn't HTTP. */
  | "unreachable";

/** No answer came, or none that is taken. */
export class OutgoingFailure extends Error {
  constructor(
    readonly problem: OutgoingProblem,
    /** What went wrong, for people. */
    detail: string,
  ) {
    super(detail);
  }
}

/** Calls other people's servers over HTTP, within limits of time and size. Redirects are followed. */
export interface OutgoingHttp {
  /** Rejects with an OutgoingFailure where no answer comes; any status is an answer. */
  request(request: OutgoingRequest): Promise<OutgoingAnswer>;
}
