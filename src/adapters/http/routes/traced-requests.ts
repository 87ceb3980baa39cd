import type { RequestHandler, Response } from "express";
import type { Span, Tracing } from "../../../application/ports/system/tracing";
import type { AnyEndpoint } from "../declaration/endpoint";

/** Handlers that trace the requests of an endpoint. */
export interface TracedRequests {
  /** Begins a span, named by the declaration: its path names no ids. A trace begins here, whatever the client sent. */
  readonly begin: (declared: Pick<AnyEndpoint, "method" | "at">) => RequestHandler;
  /** Continues it once the body is read, because callbacks of the socket run outside the span. */
  readonly enter: RequestHandler;
}

export const tracedRequests = (tracing: Tracing): TracedRequests => {
  const spans = new WeakMap<Response, Span>();
  return {
    begin: ({ method, at }) => {
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
    },
    enter: (_request, response, next) => {
      const span = spans.get(response);
      if (span === undefined) next();
      else span.within(next);
    },
  };
};
