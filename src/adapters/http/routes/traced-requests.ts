import type { RequestHandler, Response } from "express";
import type { Span, Tracing } from "../../../application/ports/system/tracing";
import type { MeasuredAs } from "./undeclared-requests";

/** Handlers that trace requests. */
export interface TracedRequests {
  /** Begins a span, named by the declaration: its path names no ids. A trace begins here, whatever the client sent. */
  readonly begin: (declared: MeasuredAs) => RequestHandler;
  /** Does so for requests that no endpoint answers, if they have a name. */
  readonly beginUndeclared: (
    nameOf: (method?: string, url?: string) => MeasuredAs | undefined,
  ) => RequestHandler;
  /** Continues it once the body is read, because callbacks of the socket run outside the span. */
  readonly enter: RequestHandler;
}

export const tracedRequests = (tracing: Tracing): TracedRequests => {
  const spans = new WeakMap<Response, Span>();
  const begin: TracedRequests["begin"] = ({ method, at }) => {
    const verb = method.toUpperCase();
    const attributes = { "http.request.method": verb, "http.route": at };
    return (_request, response, next) => {
      const span = tracing.begin({ name: `${verb} ${at}`, kind: "server", attributes });
      spans.set(response, span);
      response.once("close", () => {
        const { statusCode } = response;
        span.end({ "http.response.status_code": statusCode }, statusCode >= 500 ? statusCode : undefined);
      });
      span.within(next);
    };
  };
  return {
    begin,
    beginUndeclared: (nameOf) => (request, response, next) => {
      const name = nameOf(request.method, request.url);
      if (name === undefined) next();
      else begin(name)(request, response, next);
    },
    enter: (_request, response, next) => {
      const span = spans.get(response);
      if (span === undefined) next();
      else span.within(next);
    },
  };
};
