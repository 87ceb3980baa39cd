import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { endSlowBodies, hasBody } from "./admission/slow-bodies";
import { endWastefulChunks } from "./admission/wasteful-chunks";
import { errorResponse } from "./reply/error-response";
import { ExpressRequest, ExpressResponse } from "./reply/express-messages";
import { unreadable } from "./reply/http-error";

/** Bytes of the head: enough for a long narrow or list of ids in a query. */
const largestHead = 131_072;

/** Statuses of Node's errors; others are 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Time limits for slow clients. */
interface Patience {
  /** Until the request's head is complete. */
  readonly head: number;
  /** Until the whole request is complete. */
  readonly request: number;
  /** The interval in which part of a body must arrive. */
  readonly body: number;
  /** How often connections are checked. */
  readonly look: number;
  /** How long a connection may be idle: longer than proxies hold theirs, which would send a request as it closes. */
  readonly idle: number;
  /**
   * How long a client may keep sending after it was answered. Closing the connection sooner could keep it from reading
   * the answer.
   */
  readonly linger: number;
}

/** In milliseconds. Real clients send the head at once. */
const usualPatience: Patience = {
  head: 15_000,
  request: 300_000,
  body: 30_000,
  look: 5000,
  idle: 75_000,
  linger: 5000,
};
/** Far more connections than one process has polling clients, and few enough to fit in memory. */
export const mostConnections = 20_000;

/**
 * Reduces a target with a scheme and a host, as clients send it to proxies, to its path and query: everything behind this
 * reads paths. RFC 9112, section 3.2.2.
 */
const reduceTarget = (request: IncomingMessage): void => {
  const { url = "/" } = request;
  if (url.startsWith("/") || !URL.canParse(url)) return;
  const { pathname, search } = new URL(url);
  // What follows a scheme without hosts, such as `mailto:`, isn't a path.
  if (pathname.startsWith("/")) request.url = `${pathname}${search}`;
};

/** Ends connections whose clients keep sending a body after they were answered. */
const endUnreadRequests =
  (linger: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    // A request without a body has nothing left to read.
    if (!hasBody(request)) return;
    response.once("finish", () => {
      if (request.complete) return;
      const late = setTimeout(() => request.complete || request.destroy(), linger).unref();
      request.once("close", () => clearTimeout(late));
    });
  };

/**
 * How much a client may send on a connection while an earlier request isn't answered: in characters of heads, and how many a request counts
 * at least. Browsers and proxies send nothing.
 */
const mostAhead = 65_536;
const leastAhead = 4096;

const lengthOf = ({ url = "", rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length);

/**
 * Ends connections whose clients keep sending requests without waiting for the answers, which queue in memory. One request may wait,
 * however long it is.
 */
const endHasty = (): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const ahead = new WeakMap<Socket, number>();
  const waitingOn = (socket: Socket): number => ahead.get(socket) ?? 0;
  return (request, response) => {
    // A response gets the socket once earlier ones are complete.
    if (response.socket !== null) return;
    const { socket } = request;
    const before = waitingOn(socket);
    const length = Math.max(leastAhead, lengthOf(request));
    ahead.set(socket, before + length);
    response.once("socket", () => ahead.set(socket, waitingOn(socket) - length));
    if (before > 0 && before + length > mostAhead) socket.destroy();
  };
};

/** An error of Node's parser, or of a body that is too slow. */
interface ClientError extends NodeJS.ErrnoException {
  /** What the parser refused; absent where time ran out. */
  readonly rawPacket?: Buffer;
  /** The method, where the head was read. */
  readonly method?: string | undefined;
}

/** Answers to HEAD have no body: a client would take it for the next answer. */
const answersHead = ({ method, rawPacket }: ClientError): boolean =>
  method === "HEAD" || rawPacket?.toString("latin1", 0, 5) === "HEAD ";

/**
 * Node 24.12 and later then skip body handling for requests without a body, such as polls. Older versions ignore the option, and the
 * types of Node 20 lack it. Such requests emit no `end`, `close` or `error`: only their response says that the client has left.
 */
const skipEmptyBodies = { optimizeEmptyRequests: true };

/** A server that answers even malformed HTTP with the envelope. */
export const createWebServer = (patience: Patience = usualPatience): Server => {
  const server = createServer({
    ...skipEmptyBodies,
    IncomingMessage: ExpressRequest,
    ServerResponse: ExpressResponse,
    maxHeaderSize: largestHead,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: patience.look,
    // `requireHost` refuses them with the envelope.
    requireHostHeader: false,
  });
  server.maxConnections = mostConnections;
  server.on("request", endHasty());
  server.on("request", reduceTarget);
  server.on("request", endUnreadRequests(patience.linger));
  server.on("request", endSlowBodies(patience.body));
  server.on("request", endWastefulChunks);
  // Otherwise Node refuses the request with an empty 417.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: ClientError, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
    // Disconnects a client that keeps sending after it was answered.
    const late = setTimeout(() => socket.destroy(), patience.linger).unref();
    socket.once("close", () => clearTimeout(late));
    const refusal = errorResponse(unreadable(statuses[error.code ?? ""]));
    const body = JSON.stringify(refusal.body);
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${answersHead(error) ? "" : body}`,
    );
  });
  return server;
};
