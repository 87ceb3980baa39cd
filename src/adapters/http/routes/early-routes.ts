import type { Request, RequestHandler, Response } from "express";
import type { EarlyHandler } from "../reply/express-listener";
import { chainHandlers } from "./chain-handlers";

interface RouteOptions {
  /** Handlers that run first for every request, as in Express. */
  readonly before: readonly RequestHandler[];
  readonly failed: (error: unknown, request: Request, response: Response) => void;
}

/**
 * Answers fixed paths below a base with the handlers that Express would reach, without Express's own
 * overhead. Any other request takes the usual way.
 */
export const earlyRoutes = (
  base: string,
  fixed: ReadonlyMap<string, RequestHandler>,
  { before, failed }: RouteOptions,
): EarlyHandler => {
  const routes = new Map<string, RequestHandler>();
  for (const [route, handler] of fixed) {
    const [method, path] = route.split(" ");
    routes.set(`${method} ${base}${path}`, chainHandlers([...before, handler]));
  }
  return (request, response) => {
    const { url } = request;
    const end = url.indexOf("?");
    const handler = routes.get(`${request.method} ${end < 0 ? url : url.slice(0, end)}`);
    // A fragment isn't valid in a request: leave its interpretation to Express.
    if (handler === undefined || url.includes("#")) return false;
    request.res = response;
    response.req = request;
    handler(request, response, (error?: unknown) => failed(error, request, response));
    return true;
  };
};
