import type { RequestListener } from "node:http";
import express, { type RequestHandler } from "express";
import type { Logger } from "pino";
import type { SharedMemory } from "../../application/admission/shared-memory";
import type { Needs } from "../../application/bind-use-cases";
import type { Metrics } from "../../application/ports/system/metrics";
import type { Tracing } from "../../application/ports/system/tracing";
import { secondsIn } from "../../domain/units/time";
import type { ServerInfo } from "../zulip-wire/server-info";
import { admission } from "./admission/admission";
import { afterOthers } from "./admission/after-others";
import { limitProxied, proxiesAmong } from "./admission/connection-limits";
import { type CallLimit, limitCalls } from "./admission/rate-limit";
import {
  type BrowserCredentials,
  basicAuthentication,
  eitherAuthentication,
  sessionAuthentication,
} from "./authentication/authentication";
import type { Refuse } from "./authentication/by-strategy";
import type { CostLimits } from "./declaration/cost-limits";
import { allEndpoints, pageEndpoints, rootEndpoints } from "./endpoints/all";
import { type Health, healthRoutes } from "./health";
import { listenerOf } from "./reply/express-listener";
import { addHeaders } from "./reply/express-messages";
import { pathNotFound } from "./reply/http-error";
import { QuietStreams } from "./reply/quiet-streams";
import { sendError } from "./reply/send";
import { isFullDisk } from "./reply/storage-outage";
import { unexpectedError } from "./reply/unexpected-error";
import { bodyErrors, hasLargeBody, readPageForm } from "./request/request-body";
import { callPages } from "./routes/call-pages";
import { chainHandlers } from "./routes/chain-handlers";
import { earlyRoutes } from "./routes/early-routes";
import { openApiRoute } from "./routes/openapi";
import { refuseStrangeHosts } from "./routes/refuse-strange-hosts";
import { requireHost } from "./routes/require-host";
import { endpointRouter, noSuchEndpoint, type RouterServices } from "./routes/router";
import { staticRoutes } from "./routes/static-routes";
import { timedRequests } from "./routes/timed-requests";
import { tracedRequests } from "./routes/traced-requests";
import { resumableUploads } from "./routes/tus";
import { measuredAsAmong, plainKinds, servedKinds } from "./routes/undeclared-requests";

interface HttpOptions extends Health {
  readonly server: ServerInfo;
  readonly limit: CallLimit;
  /** How much work runs at once. */
  readonly costs?: CostLimits;
  /** Addresses of proxies trusted to name the client of a request. */
  readonly trustedProxies: readonly string[];
  /** The most requests in progress of one network through such a proxy; 0 for no limit. */
  readonly connectionsPerNetwork: number;
  /** Names by code, for clients to download. */
  readonly emoji: { readonly namesByCode: Readonly<Record<string, readonly string[]>> };
  /** The pages, their paths, and authentication by the sessions they start. */
  readonly browsers: BrowserCredentials & {
    readonly pages: RequestHandler;
    readonly pagePaths: readonly string[];
  };
  /** The web client. */
  readonly web: RequestHandler;
  readonly logger: Pick<Logger, "error">;
  /** Receives request durations, and how many requests are in progress. */
  readonly metrics?: Metrics;
  /** Receives spans of requests, if traces are on. */
  readonly tracing?: Tracing;
  /** Whether fixed paths of the API bypass Express; absent means yes. */
  readonly skipsExpress?: boolean;
}

type EndpointServices = Needs<
  (ReturnType<typeof allEndpoints | typeof pageEndpoints>[number] | (typeof rootEndpoints)[number])["use"]
>;

/** Everything that endpoints, pages and protocols need. */
export type HttpServices = EndpointServices &
  RouterServices &
  Parameters<typeof basicAuthentication>[0] &
  Parameters<typeof sessionAuthentication>[0] &
  Parameters<typeof resumableUploads>[0] &
  Parameters<typeof callPages>[0] & { readonly sharedMemory: SharedMemory };

/** How long `/ready` fails after a write found the disk full. */
const fullMilliseconds = 10_000;

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
    tracing,
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
  const hsts = server.url.startsWith("https:") ? [sendHsts] : [];
  const counted = limitProxied({ perNetwork, trustedProxies });
  const first = [requireHost, ...(server.isDevelopment ? [refuseStrangeHosts(server.url)] : []), ...hsts];
  for (const handler of first) http.use(handler);
  let lastFullAt = Number.NEGATIVE_INFINITY;
  const noteOutage = (error: unknown): void => {
    if (isFullDisk(error)) lastFullAt = services.clock.now();
  };
  const fullnessOrUnfitness = async (): Promise<string | undefined> =>
    services.clock.now() - lastFullAt < fullMilliseconds ? "The server's storage is full." : unfitness?.();
  http.use(healthRoutes({ askDatabase, unfitness: fullnessOrUnfitness }));
  http.use(counted);
  const served = servedKinds(browsers.pagePaths);
  const traced = tracing && tracedRequests(tracing);
  if (traced) http.use(traced.beginUndeclared(measuredAsAmong(served)));
  http.use(web);
  const limited = limitCalls(limit);
  const admitted = admission(services.sharedMemory, costs, metrics);
  http.get("/api/v1/openapi.json", admitted.turn("anonymous"), openApiRoute(endpoints, server.url));
  // Failed authentication counts toward the rate limit, which slows guessing of keys.
  const refuse: Refuse = (request, response, error) =>
    limited(request, response, (failure?: unknown) =>
      failure === undefined ? sendError(response, error) : response.destroy(),
    );
  const byKey = basicAuthentication(services, server, refuse);
  const bySession = sessionAuthentication(services, server, browsers, refuse);
  // Other sites' pages can't send the protocol's header, and name themselves. Clients of the protocol send no token.
  const byOpenSession = sessionAuthentication(
    services,
    server,
    { ...browsers, forgery: browsers.foreignOrigin },
    refuse,
  );
  const protocols = [resumableUploads(services, eitherAuthentication(byKey, byOpenSession))];
  const { startSession } = browsers;
  const timed = metrics && timedRequests(metrics, measuredAsAmong([...served, ...plainKinds]));
  const routing = {
    timed,
    traced,
    afterOthers: afterOthers((error) => logger.error({ err: error }, "a poll couldn't be answered")),
    limited,
    refuse,
    admission: admitted,
    quietStreams: new QuietStreams(),
    startSession,
    otherwise: noSuchEndpoint,
  };
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
  // A turn for passwords begins once the form has arrived.
  const readLargePageForm = chainHandlers([admitted.turn("unknownBody"), readPageForm]);
  http.use((request, response, next) => {
    if (request.method !== "POST") return next();
    return (hasLargeBody(request) ? readLargePageForm : readPageForm)(request, response, next);
  });
  // Posted forms check or hash passwords, which few requests may do at once.
  http.use(admitted.turn(({ method }) => (method === "POST" ? "password" : "anonymous")));
  if (traced) http.use(traced.enter);
  http.use(callPages(services, server, [byKey, bySession]));
  http.use(browsers.pages);
  http.use(staticRoutes(services, server, emoji.namesByCode, [byKey, bySession]));
  http.use((_request, response) => sendError(response, pathNotFound));
  const failed = unexpectedError({
    logger,
    now: () => services.clock.now(),
    noteOutage,
    isProxy: proxiesAmong(trustedProxies),
  });
  http.use(bodyErrors, failed);
  if (skipsExpress === false) return listenerOf(http, undefined, timed?.begin);
  const early = earlyRoutes("/api/v1", api.fixed, {
    before: [...first, counted],
    failed: (error, request, response) =>
      bodyErrors(error, request, response, (other) => failed(other, request, response, () => {})),
  });
  return listenerOf(http, early, timed?.begin);
};

/** Tells browsers that connected over HTTPS to use nothing else (HSTS). Subdomains are not included. */
const sendHsts: RequestHandler = (_request, response, next) => {
  addHeaders(response, ["Strict-Transport-Security", `max-age=${secondsIn.year}`]);
  next();
};
