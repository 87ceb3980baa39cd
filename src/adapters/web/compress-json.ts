import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";

const compress = promisify(gzip);
/** Below this a packet holds it anyhow. */
const worthwhileBytes = 1400;

/**
 * Compresses JSON that is sent in one piece, away from the event loop. For `/json` only: its cookie is SameSite, so no
 * other site can ask for secrets compressed beside words of its choice.
 */
export const compressJson: RequestHandler = (request, response, next) => {
  const end = response.end.bind(response) as (chunk?: unknown) => typeof response;
  const replaced = (chunk?: unknown): typeof response => {
    const isText = typeof chunk === "string" && Buffer.byteLength(chunk) >= worthwhileBytes;
    const isJson = String(response.getHeader("Content-Type")).includes("json");
    if (!isText || !isJson || request.method === "HEAD" || !request.acceptsEncodings("gzip"))
      return end(chunk);
    compress(chunk, { level: 5 }).then((compressed) => {
      response.vary("Accept-Encoding").set("Content-Encoding", "gzip").removeHeader("Content-Length");
      end(compressed);
    }, next);
    return response;
  };
  response.end = replaced as typeof response.end;
  next();
};
