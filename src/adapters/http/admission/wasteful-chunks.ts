import type { IncomingMessage, ServerResponse } from "node:http";
import { bytesIn } from "../../../domain/units/size";
import { refuseArriving } from "./slow-bodies";

/** Bytes of chunk framing that any client may send. */
const mostBytes = bytesIn.mebibyte;
/** Additional framing per byte of the body: a chunk of one byte has five bytes of it. */
const mostForEach = 8;

/**
 * Ends requests whose chunks are mostly framing. Chunk extensions aren't part of the body, so limits on bodies don't count them.
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
      // An earlier request on the connection isn't answered yet.
      if (response.socket === null) request.destroy();
      else refuseArriving(request, response, { message: "The chunks have too much around them" });
      return false;
    }
    return push(chunk, ...more);
  };
};
