import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { RelayFailure } from "../../../application/ports/push-relay";

/** A request to a push service. */
export interface Call {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** For all of it, the answer's body included; in milliseconds. */
  readonly timeout: number;
  /** Finds the addresses of a host. */
  readonly lookup?: LookupFunction;
}

/** Its answer, whatever the status; `retryAfter` is in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: string;
}

const largestAnswer = 262_144;

/** In milliseconds; the header has seconds or a date. */
export const retryAfterOf = (header: string | undefined, now = Date.now()): number | undefined => {
  if (header === undefined) return undefined;
  const wait = /^\d{1,6}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) || wait <= 0 ? undefined : wait;
};

const readBody = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestAnswer) throw new Error("The answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

/** One HTTP request, without following redirects. Where no whole answer comes in time, that is the failure. */
export const call = (url: URL, { timeout, body, ...rest }: Call): Promise<Answer | RelayFailure> =>
  new Promise((resolve) => {
    const options: RequestOptions = {
      ...rest,
      headers: { ...rest.headers, "Content-Length": Buffer.byteLength(body) },
    };
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const fail = (error: Error) =>
      resolve({ outcome: "unreachable", detail: `${url.host}: ${error.message}` });
    const request = send(url, options, (response) => {
      readBody(response)
        .then((text) =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: retryAfterOf(response.headers["retry-after"]),
            body: text,
          }),
        )
        .catch(fail)
        .finally(() => clearTimeout(late));
    });
    const late = setTimeout(() => request.destroy(new Error("No answer in time")), timeout);
    request.once("error", (error) => {
      clearTimeout(late);
      fail(error);
    });
    request.end(body);
  });

export const isFailure = (answer: Answer | RelayFailure): answer is RelayFailure => "outcome" in answer;

/** The failure in an answer that isn't a success, as far as its status tells. */
export const failureOf = (service: string, { status, retryAfter, body }: Answer): RelayFailure => ({
  outcome: status >= 500 || status === 429 || status === 408 ? "broken" : "refused",
  detail: `${service} answered ${status}: ${body.slice(0, 300)}`,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** The object in an answer's JSON; empty where there is none. */
export const jsonIn = ({ body }: Pick<Answer, "body">): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
