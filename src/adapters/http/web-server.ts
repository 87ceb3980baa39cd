import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ExpressRequest, ExpressResponse } from "./express-messages";
import { endSlowBodies, hasBody } from "./slow-bodies";

/** Room for a long narrow or list of ids in a query. */
const largestHead = 131_072;

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** How long clients may take. */
interface Patience {
  /** For the head of a request. */
  readonly head: number;
  /** For all of a request. */
  readonly request: number;
  /** The span in which something of a body must come. */
  readonly body: number;
  /** How often connections are looked at. */
  readonly look: number;
}

/** In milliseconds. A head is sent at once, by whoever means to send one. */
const usualPatience: Patience = { head: 15_000, request: 300_000, body: 30_000, look: 5000 };
/** Far more than people poll, far fewer than fill the memory. */
const mostConnections = 20_000;

/** How long a client that has its answer may go on sending, so that it gets to reading it. */
const lingerMilliseconds = 5000;

/** Ends connections whose clients go on sending what nobody reads. */
const endWhatIsUnread = (request: IncomingMessage, response: ServerResponse): void => {
  // Without a body the request is over with its head.
  if (!hasBody(request)) return;
  response.once("finish", () => {
    if (request.complete) return;
    const late = setTimeout(() => request.complete || request.destroy(), lingerMilliseconds).unref();
    request.once("close", () => clearTimeout(late));
  });
};

/** A server whose refusals of what isn't even HTTP have the envelope too. */
export const createWebServer = (patience: Patience = usualPatience): Server => {
  const server = createServer({
    IncomingMessage: ExpressRequest,
    ServerResponse: ExpressResponse,
    maxHeaderSize: largestHead,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.look,
  });
  server.maxConnections = mostConnections;
  server.on("request", endWhatIsUnread);
  server.on("request", endSlowBodies(patience.body));
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
