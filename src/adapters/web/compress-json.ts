import { promisify } from "node:util";
import { createGzip, type Gzip, gzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";

const compress = promisify(gzip);
/** A smaller answer fits into one packet anyway. */
const worthwhileBytes = 1400;
const level = 5;

const isWanted = (request: Request, response: Response): boolean =>
  !response.headersSent &&
  request.method !== "HEAD" &&
  String(response.getHeader("Content-Type")).includes("json") &&
  request.acceptsEncodings("gzip") !== false;

const announce = (response: Response): void => {
  response.set("Content-Encoding", "gzip").removeHeader("Content-Length");
};

/**
 * Compresses JSON off the event loop. For `/json` only: its cookie is SameSite, so no other site can request
 * secrets compressed together with words of its choice.
 */
export const compressJson: RequestHandler = (request, response, next) => {
  // Express calls the overloads without an encoding.
  const write = response.write.bind(response) as (chunk: unknown) => boolean;
  const end = response.end.bind(response) as (chunk?: unknown) => typeof response;
  let packed: Gzip | undefined;

  /** A long answer is written in slices, which leave as they are compressed. */
  const beginPacking = (): Gzip => {
    announce(response);
    const stream = createGzip({ level });
    stream.on("data", write).once("end", () => end());
    response.once("close", () => stream.destroy());
    return stream;
  };
  const writeSlice = (chunk: unknown): boolean => {
    if (packed === undefined && isWanted(request, response)) packed = beginPacking();
    return packed?.write(chunk) ?? write(chunk);
  };
  const endWith = (chunk?: unknown): typeof response => {
    if (packed) {
      packed.end(chunk);
      return response;
    }
    const isBody = typeof chunk === "string" || chunk instanceof Uint8Array;
    if (!isBody || Buffer.byteLength(chunk) < worthwhileBytes || !isWanted(request, response))
      return end(chunk);
    const endPacked = (compressed: Buffer): void => {
      if (response.closed) return;
      announce(response);
      end(compressed);
    };
    compress(chunk, { level }).then(endPacked).catch(next);
    return response;
  };
  // Also for answers that aren't worth compressing. A header that is set makes `send` set Content-Type, too, so that it can be read.
  response.vary("Accept-Encoding");
  response.write = writeSlice as typeof response.write;
  response.end = endWith as typeof response.end;
  next();
};
