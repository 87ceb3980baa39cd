import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
import { left } from "fp-ts/Either";
import type { Logger } from "pino";
import type { Metrics } from "../../application/ports/metrics";
import { ReadTookTooLong } from "../../application/ports/read-took-too-long";
import type { Needs } from "../../application/together";
import { admission } from "./admission";
import {
  type BrowserCredentials,
  basicAuthentication,
  eitherAuthentication,
  type Refuse,
  sessionAuthentication,
} from "./authentication";
import { callPages } from "./call-pages";
import { limitProxied } from "./connection-limits";
import type { CostLimits } from "./cost-limits";
import { earlyRoutes } from "./early-routes";
import { allEndpoints, pageEndpoints, rootEndpoints } from "./endpoints/all";
import { listenerOf } from "./express-messages";
import { type Health, healthRoutes, sendUnavailable } from "./health";
import { openApi } from "./openapi";
import { type CallLimit, limitCalls } from "./rate-limit";
import { bodyErrors } from "./request-body";
import type { ServerFacts } from "./request-context";
import { endpointRouter, noSuchEndpoint, type RouterServices } from "./router";
import { send, sendJson } from "./send";
import { staticRoutes } from "./static-routes";
import { isStorageOutage } from "./storage-outage";
import { timedRequests } from "./timed-requests";
import { resumableUploads } from "./tus";

interface HttpOptions extends Health {
  readonly server: ServerFacts;
  readonly limit: CallLimit;
  /** How much is done at once. */
  readonly costs?: CostLimits;
  /** Addresses of proxies that say truly on whose request they are. */
  readonly trustedProxies: readonly string[];
  /** How many requests of one network such a proxy may bring at a time; 0 for any number. */
  readonly connectionsPerNetwork: number;
  /** Names by code, for clients to fetch. */
  readonly emoji: { readonly namesByCode: Readonly<Record<string, readonly string[]>> };
  /** Pages, and the sessions that they begin. */
  readonly browsers: BrowserCredentials & { readonly pages: RequestHandler };
  /** The web client. */
  readonly web: RequestHandler;
  readonly logger: Pick<Logger, "error">;
  /** Takes how long requests take. */
  readonly metrics?: Metrics;
  /** Whether fixed paths of the API are answered before Express sees them; absent for yes. */
  readonly skipsExpress?: boolean;
}

type EndpointServices = Needs<
  (ReturnType<typeof allEndpoints | typeof pageEndpoints>[number] | (typeof rootEndpoints)[number])["use"]
>;

/** All that the endpoints, and what stands beside them, need. */
export type HttpServices = EndpointServices &
  RouterServices &
  Parameters<typeof basicAuthentication>[0] &
  Parameters<typeof sessionAuthentication>[0] &
  Parameters<typeof resumableUploads>[0] &
  Parameters<typeof callPages>[0];

/** The whole HTTP side of the server. */
export const httpServer = (
  services: HttpServices,
  {
    server,
    limit,
    costs,
    trustedProxies,
    connectionsPerNetwork: perNetwork,
    emoji,
    browsers,
    web,
    logger,
    metrics,
    skipsExpress,
    askDatabase,
    unfitness,
  }: HttpOptions,
): RequestListener => {
  const endpoints = allEndpoints(server.isDevelopment);
  const http = express();
  http.disable("x-powered-by");
  http.set("etag", false);
  http.enable("case sensitive routing");
  http.set("trust proxy", trustedProxies);
  const onlySecurely = server.url.startsWith("https:") ? [sayOnlySecurely] : [];
  const counted = limitProxied({ perNetwork, trustedProxies });
  for (const handler of onlySecurely) http.use(handler);
  http.get("/api/v1/openapi.json", (_request, response) => {
    sendJson(response, openApi(endpoints, server.url));
  });
  http.use(healthRoutes({ askDatabase, ...(unfitness && { unfitness }) }));
  http.use(counted);
  http.use(web);
  const limited = limitCalls(limit);
  const admitted = admission(costs);
  // Who guesses keys is told so only as often as the limit allows.
  const refuse: Refuse = (request, response, error) =>
    limited(request, response, (failure?: unknown) =>
      failure === undefined ? void send(response, left(error)) : response.destroy(),
    );
  const byKey = basicAuthentication(services, server, refuse);
  const bySession = sessionAuthentication(services, server, browsers, refuse);
  // The protocol's header can't be sent by pages of other servers: that is proof enough.
  const byOpenSession = sessionAuthentication(
    services,
    server,
    { ...browsers, forgery: () => undefined },
    refuse,
  );
  const protocols = [resumableUploads(services, eitherAuthentication(byKey, byOpenSession))];
  const { startSession } = browsers;
  const timed = metrics && timedRequests(metrics);
  const routing = { timed, limited, refuse, admission: admitted, startSession, otherwise: noSuchEndpoint };
  const api = endpointRouter(services, server, endpoints, { ...routing, authentication: byKey, protocols });
  http.use("/api/v1", api.handler);
  http.use(
    "/json",
    endpointRouter(services, server, pageEndpoints(server.isDevelopment), {
      ...routing,
      authentication: bySession,
    }).handler,
  );
  http.use(
    endpointRouter(services, server, rootEndpoints, {
      ...routing,
      authentication: eitherAuthentication(byKey, bySession),
      otherwise: (_request, _response, next) => next(),
    }).handler,
  );
  // Forms of pages log in and choose passwords.
  http.use(admitted.turn(({ method }) => (method === "POST" ? "password" : "anonymous")));
  http.use(callPages(services, server, [byKey, bySession]));
  http.use(browsers.pages);
  http.use(staticRoutes(services, server, emoji.namesByCode, [byKey, bySession]));
  http.use((_request, response) => {
    sendJson(response.status(404), { result: "error", msg: "Not found", code: "NOT_FOUND" });
  });
  const failed = unexpected(logger);
  http.use(bodyErrors, failed);
  if (skipsExpress === false) return listenerOf(http);
  const early = earlyRoutes("/api/v1", api.fixed, {
    before: [...onlySecurely, counted],
    failed: (error, request, response) =>
      bodyErrors(error, request, response, (other) => failed(other, request, response, () => {})),
  });
  return listenerOf(http, early);
};

const yearSeconds = 31_536_000;
/** Browsers that came once by HTTPS come no other way. */
const sayOnlySecurely: RequestHandler = (_request, response, next) => {
  response.set("Strict-Transport-Security", `max-age=${yearSeconds}`);
  next();
};

/** The same again would take as long: it is the request that has to ask for less. */
const sendTooLong = (response: Response): void => {
  sendJson(response.status(400), {
    result: "error",
    msg: "Finding this takes too long. Ask for less: a channel, a sender, fewer words.",
    code: "READ_TOOK_TOO_LONG",
  });
};

/** A bug of ours, logged with an id that the caller is told; or a read too large; or the storage, which comes back. */
const unexpected =
  (logger: Pick<Logger, "error">): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const requestId = randomUUID();
    logger.error({ err: error, requestId, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return void response.destroy();
    if (error instanceof ReadTookTooLong) return sendTooLong(response);
    if (isStorageOutage(error)) return sendUnavailable(response);
    sendJson(response.status(500), {
      result: "error",
      msg: `Internal server error (request ${requestId})`,
      code: "INTERNAL_SERVER_ERROR",
    });
  };
