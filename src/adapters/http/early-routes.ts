import type { Request, RequestHandler, Response } from "express";
import type { Early } from "./express-messages";
import { inTurn } from "./in-turn";

interface Way {
  /** What every request passes first, as it would in Express. */
  readonly before: readonly RequestHandler[];
  readonly failed: (error: unknown, request: Request, response: Response) => void;
}

/**
 * Answers fixed paths below a base by the handlers that Express would come to, without what Express does on its way
 * there. Whatever isn't exactly one of them goes that way.
 */
export const earlyRoutes = (
  base: string,
  fixed: ReadonlyMap<string, RequestHandler>,
  { before, failed }: Way,
): Early => {
  const routes = new Map<string, RequestHandler>();
  for (const [route, handler] of fixed) {
    const [method, path] = route.split(" ");
    routes.set(`${method} ${base}${path}`, inTurn([...before, handler]));
  }
  return (request, response) => {
    const { url } = request;
    const end = url.indexOf("?");
    const handler = routes.get(`${request.method} ${end < 0 ? url : url.slice(0, end)}`);
    // A fragment has no place in a request: how it is read is Express's affair.
    if (handler === undefined || url.includes("#")) return false;
    request.res = response;
    response.req = request;
    const fail = (error?: unknown): void => failed(error, request, response);
    try {
      const outcome: unknown = handler(request, response, fail);
      if (outcome instanceof Promise) outcome.catch(fail);
    } catch (error) {
      fail(error);
    }
    return true;
  };
};
