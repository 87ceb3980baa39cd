import { randomUUID } from "node:crypto";
import type { ErrorRequestHandler, Request } from "express";
import type { Logger } from "pino";
import { ReadTookTooLong } from "../../../application/ports/messages/read-took-too-long";
import { codeOf } from "../../../domain/codec/caught";
import { Repetitions } from "../../../domain/collections/repetitions";
import { millisecondsIn } from "../../../domain/units/time";
import { internalError, readTookTooLong, unavailable } from "./http-error";
import { sendError } from "./send";
import { isStorageOutage } from "./storage-outage";

/** How long an outage isn't logged again: anybody can make requests that fail because of it. */
const outageSilence = millisecondsIn.minute;

/** Outages are distinguished by the error's code; storage has a few dozen codes. */
const mostOutages = 100;

const requestIdHeader = "X-Request-Id";

/** An id that is safe in a header and in a log, even if a client chose it. */
const plainId = /^[\w.:-]{1,64}$/;

interface Options {
  readonly logger: Pick<Logger, "error">;
  readonly now: () => number;
  readonly noteOutage: (error: unknown) => void;
  /** Whether an address belongs to a proxy whose headers are trusted. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Answers a thrown error: a read that took too long, a storage outage, or a bug. If it is logged, then with an id that the caller
 * receives: the one that a trusted proxy gave the request, or a new one.
 */
export const unexpectedError = ({ logger, now, noteOutage, isProxy }: Options): ErrorRequestHandler => {
  const outages = new Repetitions<string>(outageSilence, mostOutages);
  const isNews = (error: unknown): boolean =>
    !isStorageOutage(error) || outages.note(codeOf(error) ?? "", now()) !== undefined;
  const idOf = ({ headers, socket }: Request): string => {
    const given = headers["x-request-id"];
    return typeof given === "string" && plainId.test(given) && isProxy(socket.remoteAddress ?? "")
      ? given
      : randomUUID();
  };
  return (error, request, response, _next) => {
    const requestId = idOf(request);
    const isLogged = isNews(error);
    if (isLogged)
      logger.error({ err: error, requestId, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return void response.destroy();
    if (isLogged) response.setHeader(requestIdHeader, requestId);
    if (error instanceof ReadTookTooLong) return sendError(response, readTookTooLong);
    noteOutage(error);
    if (isStorageOutage(error)) return sendError(response, unavailable());
    sendError(response, internalError(requestId));
  };
};
