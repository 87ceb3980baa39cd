import type { IncomingMessage, ServerResponse } from "node:http";
import { bytesIn } from "../../../domain/units/size";

/** Bytes around the chunks of a body that any client may send. */
const mostBytes = bytesIn.mebibyte;
/** And for each byte of the body: chunks of one byte have five around them. */
const mostForEach = 8;

/**
 * Ends requests whose chunks consist mostly of what surrounds them. Extensions of chunks belong to no body, so limits on bodies
 * don't count them.
 */
export const endWastefulChunks = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.headers["transfer-encoding"] === undefined) return;
  const { socket } = request;
  const before = socket.bytesRead;
  let body = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, ...more) => {
    body += chunk?.length ?? 0;
    if (socket.bytesRead - before - body > mostBytes + mostForEach * body) {
      if (response.headersSent || response.socket === null) {
        request.destroy();
        return false;
      }
      const { server } = socket as typeof socket & { readonly server: NodeJS.EventEmitter };
      // The `clientError` listener of web-server.ts answers with 400.
      server.emit(
        "clientError",
        Object.assign(new Error("The chunks have too much around them"), { method: request.method }),
        socket,
      );
      return false;
    }
    return push(chunk, ...more);
  };
};
