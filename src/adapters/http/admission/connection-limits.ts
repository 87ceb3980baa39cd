import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import express, { type RequestHandler } from "express";
import { tooManyTries } from "../../../domain/limit-refusals";
import { networkOf } from "../../../domain/realm/network";
import { errorResponse } from "../reply/error-response";
import { sendError } from "../reply/send";

/** Which connections count together. */
export interface ConnectionLimit {
  /** The most connections of one network; 0 for no limit. */
  readonly perNetwork: number;
  /**
   * Addresses of proxies trusted to name the client of a request: each carries the requests of many clients.
   */
  readonly trustedProxies: readonly string[];
}

const retryMilliseconds = 5000;
const { status, headers, body } = errorResponse(tooManyTries(retryMilliseconds));
const refusal = JSON.stringify(body);
const refusalMessage = [
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
  "Content-Type: application/json",
  `Content-Length: ${refusal.length}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  "Connection: close",
  "",
  refusal,
].join("\r\n");

/** The connections that each network holds. */
class Holdings {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Counts one more connection. Returns the function that releases it, or undefined beyond the limit. */
  take(address: string): (() => void) | undefined {
    const network = networkOf(address);
    const count = this.counts.get(network) ?? 0;
    if (count >= this.most) return undefined;
    this.counts.set(network, count + 1);
    return () => this.giveBack(network);
  }

  private giveBack(network: string): void {
    const count = this.counts.get(network) ?? 0;
    if (count > 1) this.counts.set(network, count - 1);
    else this.counts.delete(network);
  }
}

type IsProxy = (address: string) => boolean;

/** Whether an address is that of a trusted proxy. Takes Express's syntax for them. */
export const proxiesAmong = (trusted: readonly string[]): IsProxy => {
  const isTrusted: (address: string, hop: number) => boolean = express()
    .set("trust proxy", trusted)
    .get("trust proxy fn");
  return (address) => isTrusted(address, 0);
};

const nothing = (): void => {};

/**
 * Counts connections. Takes a new one and returns the function that releases it, or answers and closes it if its
 * network holds too many. Connections of proxies are counted by request instead.
 */
export const connectionGate = ({ perNetwork, trustedProxies }: ConnectionLimit) => {
  if (perNetwork === 0) return () => nothing;
  const holdings = new Holdings(perNetwork);
  const isProxy = proxiesAmong(trustedProxies);
  return (socket: Socket): (() => void) | undefined => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return nothing;
    const giveBack = holdings.take(remoteAddress);
    if (giveBack === undefined) socket.end(refusalMessage, () => socket.destroy());
    return giveBack;
  };
};

/** Refuses connections of networks that hold too many. */
export const limitConnections = (server: Server, limit: ConnectionLimit): void => {
  if (limit.perNetwork === 0) return;
  const enter = connectionGate(limit);
  server.prependListener("connection", (socket) => {
    const giveBack = enter(socket);
    if (giveBack) socket.once("close", giveBack);
  });
};

/** Applies the limit to requests through proxies: it counts each network's requests in progress. */
export const limitProxied = ({ perNetwork, trustedProxies }: ConnectionLimit): RequestHandler => {
  if (perNetwork === 0) return (_request, _response, next) => next();
  const holdings = new Holdings(perNetwork);
  const isProxy = proxiesAmong(trustedProxies);
  return (request, response, next) => {
    // The client connected directly, so its connection was already counted.
    if (request.headers["x-forwarded-for"] === undefined) return next();
    const { ip } = request;
    // Either a request by the proxy itself, or a direct connection that was already counted.
    if (ip === undefined || ip === request.socket.remoteAddress || isProxy(ip)) return next();
    const giveBack = holdings.take(ip);
    if (giveBack === undefined) return sendError(response, tooManyTries(retryMilliseconds));
    response.once("close", giveBack);
    next();
  };
};
