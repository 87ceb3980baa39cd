import type { IncomingMessage, ServerResponse } from "node:http";

/** In each span, at least so much of a body must come: about 300 bytes a second in the usual span. */
const leastBytes = 10_000;

/** Whether anything comes after the head. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Ends a connection as Node ends those that have no request in time. */
const timeOut = (request: IncomingMessage, response: ServerResponse): void => {
  if (response.headersSent) return void request.destroy();
  const error = Object.assign(new Error("The body came too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  // The server's own listener answers with 408.
  const { server } = request.socket as typeof request.socket & { readonly server: NodeJS.EventEmitter };
  server.emit("clientError", error, request.socket);
};

/** Ends requests whose bodies come too slowly, unless it is the server that is slow to read them. */
export const endSlowBodies =
  (spanMilliseconds: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    /** Whether bytes waited for the server when it was looked last: then the span was partly the server's own. */
    let waited = false;
    const watch = setInterval(() => {
      if (request.complete || response.writableEnded) return clearInterval(watch);
      const now = socket.bytesRead;
      const waits = request.readableLength > 0;
      if (now - before < leastBytes && !waits && !waited) {
        clearInterval(watch);
        return timeOut(request, response);
      }
      before = now;
      waited = waits;
    }, spanMilliseconds);
    request.once("close", () => clearInterval(watch));
  };
