import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { whenStalled } from "../../application/when-stalled";

/** How long requests wait for S3, and how many connections they share. */
export interface S3Limits {
  /** Milliseconds until a request has a connection, even if all are in use. */
  readonly connectWithin: number;
  /** Milliseconds without an answer, or without progress. A transfer that progresses may take any time. */
  readonly silence: number;
  /** Connections that read files. Each is in use for as long as its reader takes. */
  readonly reads: number;
  /** Connections for everything else, so that slow readers never hold it up. */
  readonly others: number;
}

/** S3 didn't answer in time. The SDK would try again after a timeout; it doesn't know this code. */
const tooLate = (why: string): Error =>
  Object.assign(new Error(`S3 was too slow: ${why}`), { code: "ECONNABORTED" });

/** The SDK also calls a connection that was reset a timeout. */
const isTimeout = (error: unknown): error is Error =>
  error instanceof Error &&
  error.name === "TimeoutError" &&
  (!("code" in error) || error.code === undefined || error.code === "ETIMEDOUT");

/** Makes attempts fail at their first timeout: three attempts would take a caller three times as long. */
const withoutLateAttempts = (client: S3Client): void =>
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        throw isTimeout(error) ? tooLate(error.message) : error;
      }
    },
    // Within the attempts, which are made at a high priority of the same step.
    { step: "finalizeRequest", priority: "low", name: "withoutLateAttempts" },
  );

/** Ends all requests, and refuses new ones, once the signal aborts. Each part of an upload is a request that the SDK makes by itself. */
const endWith = ({ config: { requestHandler } }: S3Client, abortSignal: AbortSignal): void => {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => handle(request, { ...options, abortSignal });
};

/** Clients of S3 whose requests end within the limits. */
export const s3Clients = (
  newClient: (config: S3ClientConfig) => S3Client,
  config: S3ClientConfig,
  { connectWithin, silence, reads, others }: S3Limits,
) => {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const open = (maxSockets: number, timeouts: object): S3Client => {
    const agent = { maxSockets };
    const requestHandler = {
      connectionTimeout: connectWithin,
      httpAgent: agent,
      httpsAgent: agent,
      ...timeouts,
    };
    const client = newClient({ ...config, requestHandler });
    withoutLateAttempts(client);
    endWith(client, closing.signal);
    return client;
  };
  // Only until the answer begins: after that, a socket is also quiet while its reader pauses.
  const reading = open(reads, { requestTimeout: connectWithin + silence, throwOnRequestTimeout: true });
  const other = open(others, { socketTimeout: silence });
  return {
    reading,
    other,
    /** Ends the requests in progress. */
    close: (): void => {
      closing.abort();
      for (const client of [reading, other]) client.destroy();
    },
  };
};

/** Ends a body once S3 owes its reader more of it, and sends nothing. */
export const endIfSilent = (body: IncomingMessage, { silence }: Pick<S3Limits, "silence">): void => {
  const { socket } = body;
  const watched = {
    progress: () => socket.bytesRead,
    isOwed: () => !body.complete && body.readableLength < body.readableHighWaterMark,
    within: silence,
  };
  body.once(
    "close",
    whenStalled(watched, () => body.destroy(tooLate("it stopped in the middle of a file"))),
  );
};
