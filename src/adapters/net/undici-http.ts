import * as E from "fp-ts/Either";
import type { Dispatcher } from "undici";
import {
  type OutgoingAnswer,
  OutgoingFailure,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../application/ports/system/outgoing-http";
import type { AddressGuard } from "./address-guard";
import { guardedConnector, type Resolve } from "./guarded-connector";
import { redirected } from "./redirected";

/** The addresses that requests may reach, and limits on their time and size. */
export interface OutgoingOptions {
  readonly isAllowed: AddressGuard;
  /** For one request with all of its redirects, in milliseconds. */
  readonly timeout: number;
  /** The longest answer, in bytes. */
  readonly largestAnswer: number;
  /** Returns redirects to the caller instead of following them. */
  readonly answersRedirects?: boolean;
  /** Keeps connections open for seconds, for servers that are called often. */
  readonly keepsConnections?: boolean;
  readonly resolve?: Resolve;
}

const mostRedirects = 5;
const redirects = [301, 302, 303, 307, 308];

/** The one HTTP client for all outgoing requests. It ignores proxies that the environment names. */
export const undiciHttp = (options: OutgoingOptions): OutgoingHttp => {
  const call = caller(options);
  const follows = options.answersRedirects !== true;
  return {
    request: async (first) => {
      const signal = AbortSignal.timeout(options.timeout);
      let request = first;
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        const answer = await call(request, signal);
        if (E.isLeft(answer)) return answer;
        const { status, headers } = answer.right;
        if (!follows || !redirects.includes(status) || headers.location === undefined) return answer;
        const next = redirected(request, status, headers.location);
        if (E.isLeft(next)) return next;
        request = next.right;
      }
      return E.left(new OutgoingFailure("too_many_redirects", `More than ${mostRedirects} redirects`));
    },
  };
};

const caller = ({ isAllowed, largestAnswer, keepsConnections, resolve }: OutgoingOptions) => {
  const load = async () => {
    const { Agent, buildConnector, request: send } = await import("undici");
    const connect = guardedConnector(buildConnector, isAllowed, resolve);
    return { send, dispatcher: new Agent({ connect, pipelining: keepsConnections ? 1 : 0 }) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (
    request: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<E.Either<OutgoingFailure, OutgoingAnswer>> => {
    try {
      const url = urlOf(request.url);
      loaded ??= load();
      const { send, dispatcher } = await loaded;
      const answer = await send(url, {
        dispatcher,
        method: request.method,
        headers: { ...credentialsIn(url), ...request.headers },
        body: request.body ?? null,
        signal,
      });
      return E.right(await read(answer, largestAnswer));
    } catch (error) {
      return E.left(signal.aborted ? timedOut() : asFailure(error));
    }
  };
};

const urlOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new OutgoingFailure("forbidden", "Only http and https are called");
  return url;
};

const credentialsIn = ({ username, password }: URL): Readonly<Record<string, string>> => {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
};

const read = async (
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  largest: number,
): Promise<OutgoingAnswer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the body and its connection.
  const pieces: AsyncIterable<Buffer> = body;
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > largest) throw new OutgoingFailure("too_large", `The answer is longer than ${largest} bytes`);
    chunks.push(chunk);
  }
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return { status, headers: Object.fromEntries(texts), body: Buffer.concat(chunks).toString("utf8") };
};

const timedOut = (): OutgoingFailure => new OutgoingFailure("timeout", "No answer in time");

/** If a host has several addresses, Node reports their failures as one AggregateError. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);

const asFailure = (error: unknown): OutgoingFailure => {
  const first = firstOf(error);
  return first instanceof OutgoingFailure
    ? first
    : new OutgoingFailure("unreachable", first instanceof Error ? first.message : String(first));
};
