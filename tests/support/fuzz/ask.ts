import { type Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FuzzedRequest } from "./requests";

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly milliseconds: number;
}

/** Far longer than any request takes, because the machine may be busy with other tests. */
export const mostMilliseconds = 10_000;

const unpacked = (whole: Buffer, encoding: unknown): Buffer => {
  if (whole.length === 0) return whole;
  if (encoding === "br") return brotliDecompressSync(whole);
  return encoding === "gzip" ? gunzipSync(whole) : whole;
};

export const ask = (
  port: number,
  { method, path, headers, body }: FuzzedRequest,
  agent?: Agent,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const options = { port, method, path, headers, timeout: mostMilliseconds, ...(agent && { agent }) };
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: unpacked(Buffer.concat(chunks), response.headers["content-encoding"]).toString(),
          milliseconds: performance.now() - begun,
        });
      });
    });
    asked.on("timeout", () => asked.destroy(new Error(`No answer in ${mostMilliseconds} ms`)));
    asked.on("error", reject);
    asked.end(body);
  });
