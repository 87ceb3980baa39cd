import type { RequestHandler } from "express";
import { unreadable } from "../reply/http-error";
import { sendError } from "../reply/send";

/** Refuses HTTP/1.1 requests that don't name a host, as RFC 9112, section 3.2, demands. Node alone would answer without a body. */
export const requireHost: RequestHandler = (request, response, next) => {
  if (request.headers.host !== undefined || request.httpVersion !== "1.1") return next();
  sendError(response, unreadable(400, "Missing Host header"));
};
