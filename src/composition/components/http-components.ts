import type { RequestListener, Server } from "node:http";
import { limitConnections } from "../../adapters/http/admission/connection-limits";
import { createWebServer } from "../../adapters/http/web-server";
import type { Config } from "../../config/config";
import { type Component, component } from "../lifecycle/lifecycle";
import { listen } from "../lifecycle/listen";
import { stopListening } from "../lifecycle/stop-listening";
import type { SiteAddress } from "./site-address";

/** Where the connections of a server come from. */
export interface Entrance {
  /** Lets connections in. Resolves to the port that clients use. */
  open(server: Server): Promise<number>;
  /** Resolves once no more connections come in. */
  close(server: Server): Promise<Closed>;
}

interface Closed {
  /** Resolves when all connections have ended. */
  readonly allEnded: Promise<unknown>;
}

/** The configured port. */
const ownPort = (config: Config): Entrance => ({
  open: (server) => {
    limitConnections(server, {
      perNetwork: config.connectionsPerNetwork,
      trustedProxies: config.trustedProxies,
    });
    return listen(server, "PARLEY", config);
  },
  close: stopListening,
});

/**
 * How long connections stay open after their last answer: a client that was just answered may be sending its next request, and couldn't
 * tell whether it arrived before the connection closed.
 */
const quietMilliseconds = 500;

interface Arrivals {
  readonly entrance?: Entrance | undefined;
  /** Called for each new connection. */
  readonly connected: () => void;
}

interface HttpSides {
  /** Stops once all requests are answered, or after its time limit. */
  readonly requests: Component;
  /** Accepts requests. Stops at once; accepted requests are still answered, and so are those on open connections for a moment. */
  readonly port: Component;
}

/**
 * The HTTP server as two components, because whatever requests wait for must stop between them. The handler is created
 * when the address is known.
 */
export const httpComponents = (
  config: Config,
  site: SiteAddress,
  handler: (isDraining: () => boolean) => RequestListener,
  { entrance = ownPort(config), connected }: Arrivals,
): HttpSides => {
  const server = createWebServer().on("connection", connected);
  const drainMilliseconds = config.drainSeconds * 1000;
  let closed: Closed = { allEnded: Promise.resolve() };
  let isDraining = false;
  /** Requests that wait until the port is closed: clients that have connected must be accepted first, and work would delay that. */
  let waiting: (() => void)[] | undefined;
  return {
    port: component("HTTP port", {
      start: async () => {
        site.takePort(await entrance.open(server));
        const answer = handler(() => isDraining);
        server.on("request", (request, response) => {
          if (waiting === undefined) answer(request, response);
          else waiting.push(() => answer(request, response));
        });
      },
      stop: async () => {
        isDraining = true;
        waiting = [];
        // For answers to earlier requests. Later answers say that they are the last on their connection.
        server.keepAliveTimeout = quietMilliseconds;
        server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
        closed = await entrance.close(server);
        const admitted = waiting;
        waiting = undefined;
        for (const answerNow of admitted) answerNow();
      },
    }),
    requests: component("HTTP requests", {
      stopsWithin: drainMilliseconds + 5000,
      stop: async () => {
        const quiet = setTimeout(() => server.closeIdleConnections(), quietMilliseconds);
        const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
        await closed.allEnded;
        clearTimeout(quiet);
        clearTimeout(late);
      },
    }),
  };
};
