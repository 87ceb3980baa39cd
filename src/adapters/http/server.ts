import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
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
import { isStorageOutage } from "./storage-outage";
import { resumableUploads } from "./tus";

/** Room for a long narrow or list of ids in a query. */
const largestHead = 131_072;

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** A head is sent at once, by whoever means to send one. */
const headMilliseconds = 15_000;
/** Far more than people poll, far fewer than fill the memory. */
const mostConnections = 20_000;

/** How long a client that has its answer may go on sending, so that it gets to reading it. */
const lingerMilliseconds = 5000;

/** Ends connections whose clients go on sending what nobody reads. */
const endWhatIsUnread = (request: IncomingMessage, response: ServerResponse): void => {
  response.once("finish", () => {
    if (request.complete) return;
    const late = setTimeout(() => request.complete || request.destroy(), lingerMilliseconds);
    request.once("close", () => clearTimeout(late));
  });
};

/** A server whose refusals of what isn't even HTTP have the envelope too. */
export const createWebServer = (): Server => {
  const server = createServer({ maxHeaderSize: largestHead, headersTimeout: headMilliseconds });
  server.maxConnections = mostConnections;
  server.on("request", endWhatIsUnread);
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
  /** Fails while the database doesn't answer. */
  readonly askDatabase: () => Promise<unknown>;
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
  { server, limit, trustedProxies, emoji, browsers, web, logger, askDatabase }: HttpOptions,
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
  if (server.url.startsWith("https:")) http.use(onlySecurely);
  // The process lives; whether it can do anything is another question.
  http.get("/health", (_request, response) => {
    sendJson(response, { result: "success", msg: "" });
  });
  http.get("/ready", (_request, response) => {
    inTime(askDatabase()).then(
      () => sendJson(response, { result: "success", msg: "" }),
      () => sendUnavailable(response),
    );
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

const yearSeconds = 31_536_000;
/** Browsers that came once by HTTPS come no other way. */
const onlySecurely: RequestHandler = (_request, response, next) => {
  response.set("Strict-Transport-Security", `max-age=${yearSeconds}`);
  next();
};

const answerMilliseconds = 2000;
const inTime = <A>(work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("No answer in time")), answerMilliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });

const retrySeconds = 5;
const sendUnavailable = (response: Response): void => {
  sendJson(response.status(503).set("Retry-After", String(retrySeconds)), {
    ...{ result: "error", msg: "The server can't reach its storage right now. Try again soon." },
    ...{ code: "SERVICE_UNAVAILABLE", "retry-after": retrySeconds },
  });
};

/** A bug of ours, logged with an id that the caller is told; or the storage, which comes back. */
const unexpected =
  (logger: Pick<Logger, "error">): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const requestId = randomUUID();
    logger.error({ err: error, requestId, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return void response.destroy();
    if (isStorageOutage(error)) return sendUnavailable(response);
    sendJson(response.status(500), {
      result: "error",
      msg: `Internal server error (request ${requestId})`,
      code: "INTERNAL_SERVER_ERROR",
    });
  };
