import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Needs } from "../../application/together";
import {
  type BrowserCredentials,
  basicAuthentication,
  eitherAuthentication,
  sessionAuthentication,
} from "./authentication";
import { callPages } from "./call-pages";
import { allEndpoints, rootEndpoints } from "./endpoints/all";
import { openApi } from "./openapi";
import { type CallLimit, limitCalls } from "./rate-limit";
import { bodyErrors } from "./request-body";
import type { ServerFacts } from "./request-context";
import { endpointRouter, noSuchEndpoint, type RouterServices } from "./router";
import { sendJson } from "./send";
import { staticRoutes } from "./static-routes";
import { resumableUploads } from "./tus";

/** Room for a long narrow or list of ids in a query. */
const largestHead = 131_072;

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** A server whose refusals of what isn't even HTTP have the envelope too. */
export const createWebServer = (): Server => {
  const server = createServer({ maxHeaderSize: largestHead });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
    const body = JSON.stringify({ result: "error", msg: "Malformed request", code: "BAD_REQUEST" });
    const status = refusals[error.code ?? ""] ?? "400 Bad Request";
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
};

interface HttpOptions {
  readonly server: ServerFacts;
  readonly limit: CallLimit;
  /** Addresses of proxies that say truly on whose request they are. */
  readonly trustedProxies: readonly string[];
  /** Names by code, for clients to fetch. */
  readonly emoji: { readonly namesByCode: Readonly<Record<string, readonly string[]>> };
  /** Pages, and the sessions that they begin. */
  readonly browsers: BrowserCredentials & { readonly pages: RequestHandler };
  /** The web client. */
  readonly web: RequestHandler;
  readonly logger: Pick<Logger, "error">;
}

type EndpointServices = Needs<
  (ReturnType<typeof allEndpoints>[number] | (typeof rootEndpoints)[number])["use"]
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
  { server, limit, trustedProxies, emoji, browsers, web, logger }: HttpOptions,
): express.Express => {
  const endpoints = allEndpoints(server.isDevelopment);
  const http = express();
  http.disable("x-powered-by");
  http.set("etag", false);
  http.enable("case sensitive routing");
  http.set("trust proxy", trustedProxies);
  http.get("/api/v1/openapi.json", (_request, response) => {
    sendJson(response, openApi(endpoints, server.url));
  });
  http.get("/health", (_request, response) => {
    sendJson(response, { result: "success", msg: "" });
  });
  http.use(web);
  const limited = limitCalls(limit);
  const byKey = basicAuthentication(services, server);
  const bySession = sessionAuthentication(services, server, browsers);
  // The protocol's header can't be sent by pages of other servers: that is proof enough.
  const byOpenSession = sessionAuthentication(services, server, { ...browsers, forgery: () => undefined });
  const protocols = [resumableUploads(services, eitherAuthentication(byKey, byOpenSession))];
  const otherwise = noSuchEndpoint;
  http.use(
    "/api/v1",
    endpointRouter(services, server, endpoints, { limited, authentication: byKey, otherwise, protocols }),
  );
  http.use(
    "/json",
    endpointRouter(services, server, endpoints, { limited, authentication: bySession, otherwise }),
  );
  http.use(
    endpointRouter(services, server, rootEndpoints, {
      limited,
      authentication: eitherAuthentication(byKey, bySession),
      otherwise: (_request, _response, next) => next(),
    }),
  );
  http.use(callPages(services, server, [byKey, bySession]));
  http.use(browsers.pages);
  http.use(staticRoutes(services, server, emoji.namesByCode));
  http.use((_request, response) => {
    sendJson(response.status(404), { result: "error", msg: "Not found", code: "NOT_FOUND" });
  });
  http.use(bodyErrors, unexpected(logger));
  return http;
};

/** A bug of ours: logged with an id that the caller is told. */
const unexpected =
  (logger: Pick<Logger, "error">): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const requestId = randomUUID();
    logger.error({ err: error, requestId, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return void response.destroy();
    sendJson(response.status(500), {
      result: "error",
      msg: `Internal server error (request ${requestId})`,
      code: "INTERNAL_SERVER_ERROR",
    });
  };
