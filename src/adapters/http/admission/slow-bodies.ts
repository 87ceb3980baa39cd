import type { IncomingMessage, ServerResponse } from "node:http";

/** Minimum bytes of a body per interval: about 300 a second at the default interval. */
const leastBytes = 10_000;

/** Whether the request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Ends a request while its body arrives. The `clientError` listener of web-server.ts answers it, by the code. */
export const refuseArriving = (
  request: IncomingMessage,
  response: ServerResponse,
  { message, code }: { readonly message: string; readonly code?: string },
): void => {
  if (response.headersSent) return void request.destroy();
  const { method } = request;
  const error = Object.assign(new Error(message), { code, method });
  const { server } = request.socket as typeof request.socket & { readonly server: NodeJS.EventEmitter };
  server.emit("clientError", error, request.socket);
};

/** Ends a connection with 408, as Node does if no request arrives in time. */
export const timeOut = (request: IncomingMessage, response: ServerResponse): void =>
  refuseArriving(request, response, {
    message: "The body arrived too slowly",
    code: "ERR_HTTP_REQUEST_TIMEOUT",
  });

/** Ends requests whose bodies arrive too slowly, unless the server itself is slow to read them. */
export const endSlowBodies =
  (spanMilliseconds: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    /**
     * Whether bytes were already waiting for the server at the last check: then the delay is partly the
     * server's.
     */
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
    const end = (): void => clearInterval(watch);
    // A request whose body nobody read isn't closed if its connection ends right after the answer.
    request.once("close", end);
    response.once("close", end);
  };
