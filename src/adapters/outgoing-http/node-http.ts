import { lookup } from "node:dns/promises";
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { Socket, TcpNetConnectOpts } from "node:net";
import {
  type OutgoingAnswer,
  OutgoingFailure,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../application/ports/outgoing-http";
import type { AddressGuard } from "./address-guard";
import { checkHost, guardedLookup, guardSocket, type Resolve } from "./guarded-socket";

/** What requests may reach, and how long and large they may be. */
export interface OutgoingOptions {
  readonly isAllowed: AddressGuard;
  /** For one request with all of its redirects, in milliseconds. */
  readonly timeout: number;
  /** The longest answer, in bytes. */
  readonly largestAnswer: number;
  readonly resolve?: Resolve;
}

const mostRedirects = 5;
const redirects = [301, 302, 303, 307, 308];
const resolveBySystem: Resolve = (host, options) => lookup(host, options);

/** HTTP and HTTPS by Node's own client: no connection is kept, and no proxy of the environment is used. */
export const nodeHttp = (options: OutgoingOptions): OutgoingHttp => {
  const call = caller(options);
  return {
    request: async (first) => {
      const signal = AbortSignal.timeout(options.timeout);
      let request = first;
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        const answer = await call(request, signal);
        const { location } = answer.headers;
        if (!redirects.includes(answer.status) || location === undefined) return answer;
        request = redirected(request, answer.status, location);
      }
      throw new OutgoingFailure("too_many_redirects", `More than ${mostRedirects} redirects`);
    },
  };
};

/** What a redirect asks for. Credentials stay with the server they are for, and TLS is not given up. */
const redirected = (request: OutgoingRequest, status: number, location: string): OutgoingRequest => {
  if (!URL.canParse(location, request.url))
    throw new OutgoingFailure("unreachable", "The server redirects to what isn't a URL");
  const [from, to] = [new URL(request.url), new URL(location, request.url)];
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new OutgoingFailure("forbidden", "The server redirects from https to http");
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => from.origin === to.origin || !/^(authorization|cookie)$/i.test(name),
  );
  if (status === 307 || status === 308)
    return { ...request, url: to.href, headers: Object.fromEntries(kept) };
  const headers = Object.fromEntries(kept.filter(([name]) => !/^content-/i.test(name)));
  return { method: "GET", url: to.href, headers };
};

const caller = ({ isAllowed, largestAnswer, resolve = resolveBySystem }: OutgoingOptions) => {
  const guarded = <A extends http.Agent | https.Agent>(agent: A): A => {
    const connect = agent.createConnection.bind(agent);
    return Object.assign(agent, {
      createConnection: (given: TcpNetConnectOpts, done?: () => void) =>
        guardSocket(connect(given, done) as Socket, given, isAllowed),
    });
  };
  const agents = { http: guarded(new http.Agent()), https: guarded(new https.Agent()) };

  const open = (url: URL, common: RequestOptions): ClientRequest =>
    url.protocol === "https:"
      ? https.request(url, { ...common, agent: agents.https })
      : http.request(url, { ...common, agent: agents.http });

  return (wanted: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> =>
    new Promise((resolveAnswer, reject) => {
      const fail = (error: unknown) => reject(signal.aborted ? timedOut() : asFailure(error));
      try {
        const url = urlOf(wanted.url);
        checkHost(url.hostname, isAllowed);
        const body = wanted.body === undefined ? undefined : Buffer.from(wanted.body);
        const request = open(url, {
          method: wanted.method,
          headers: { ...wanted.headers, ...(body && { "Content-Length": body.length }) },
          lookup: guardedLookup(resolve, isAllowed),
          signal,
        });
        request.on("error", fail);
        request.on("response", (response) => {
          read(response, largestAnswer).then(resolveAnswer, (error) => {
            request.destroy();
            fail(error);
          });
        });
        request.end(body);
      } catch (error) {
        fail(error);
      }
    });
};

const urlOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new OutgoingFailure("forbidden", "Only http and https are called");
  return url;
};

const read = async (response: IncomingMessage, largest: number): Promise<OutgoingAnswer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new OutgoingFailure("too_large", `The answer is longer than ${largest} bytes`);
    chunks.push(chunk);
  }
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("utf8"),
  };
};

const timedOut = (): OutgoingFailure => new OutgoingFailure("timeout", "No answer in time");

/** Attempts at several addresses fail together. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);

const asFailure = (error: unknown): OutgoingFailure => {
  const first = firstOf(error);
  return first instanceof OutgoingFailure
    ? first
    : new OutgoingFailure("unreachable", first instanceof Error ? first.message : String(first));
};
