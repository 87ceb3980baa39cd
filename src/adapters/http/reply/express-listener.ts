import type { RequestListener } from "node:http";
import type { Express, Request, Response } from "express";
import { ExpressRequest, ExpressResponse } from "./express-messages";
import { unreadable } from "./http-error";
import { sendError } from "./send";

/** Answers a request before Express sees it; returns false for one it doesn't handle. */
export type EarlyHandler = (request: Request, response: Response) => boolean;

/**
 * Passes requests to Express at a lower cost. Express changes the prototype of each request and response, so that V8
 * discards its optimizations for them, which costs most of the time of a request through Express. `ExpressRequest` and
 * `ExpressResponse` leave Express nothing to change. A pipelined request begins only once the earlier request on its
 * connection is answered: if it began sooner and the connection ended, its response would never be closed, and would
 * hold turns and files for good. `begun` learns of each request, whatever answers it.
 */
export const listenerOf = (
  application: Express,
  early: EarlyHandler = () => false,
  begun: (request: Request, response: Response) => void = () => {},
): RequestListener => {
  // Their types are those of Node's classes; their prototypes are Express's.
  application.request = ExpressRequest.prototype as Request;
  application.response = ExpressResponse.prototype as unknown as Response;
  const begin = (request: Request, response: Response): void => {
    // Bytes that arrived after the request that ended its connection.
    if (request.socket.destroyed) return;
    begun(request, response);
    // Express would answer other targets with a page of its own.
    if (!request.url.startsWith("/")) sendError(response, unreadable(400));
    else if (!early(request, response)) application(request, response);
  };
  return (received, answer) => {
    // Node creates an `ExpressRequest`, which has Express's methods.
    const request = received as Request;
    const response = answer as Response;
    // Express finds its settings through prototypes, which all applications share here.
    request.app = application;
    response.app = application;
    if (response.socket === null) response.once("socket", () => begin(request, response));
    else begin(request, response);
  };
};
