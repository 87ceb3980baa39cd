import type { RequestListener, Server } from "node:http";
import { limitConnections } from "../../adapters/http/admission/connection-limits";
import { createWebServer } from "../../adapters/http/web-server";
import type { Config } from "../../config/config";
import { type Service, service } from "../lifecycle/lifecycle";
import { listen } from "../lifecycle/listen";
import type { SiteAddress } from "./site-address";

/** Where the connections of a server come from. */
export interface Entrance {
  /** Lets connections in. Resolves to the port that clients use. */
  open(server: Server): Promise<number>;
  /** Lets in no more connections. Resolves when all existing ones have ended. */
  close(server: Server): Promise<unknown>;
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
  close: (server) => new Promise((resolve) => server.close(resolve)),
});

/** Clients that were just answered may be sending their next request. */
const quietMilliseconds = 500;

interface Arrivals {
  readonly entrance?: Entrance | undefined;
  /** Called for each new connection. */
  readonly connected: () => void;
}

interface HttpSides {
  /** Stops once all requests are answered, or after its time limit. */
  readonly requests: Service;
  /** Accepts requests. Stops at once; accepted requests are still answered. */
  readonly port: Service;
}

/**
 * The HTTP server as two services, because whatever requests wait for must stop between them. The handler is created
 * when the address is known.
 */
export const httpServices = (
  config: Config,
  site: SiteAddress,
  handler: (isDraining: () => boolean) => RequestListener,
  { entrance = ownPort(config), connected }: Arrivals,
): HttpSides => {
  const server = createWebServer().on("connection", connected);
  const drainMilliseconds = config.drainSeconds * 1000;
  let closed: Promise<unknown> = Promise.resolve();
  let isDraining = false;
  return {
    port: service("HTTP port", {
      start: async () => {
        site.takePort(await entrance.open(server));
        server.on(
          "request",
          handler(() => isDraining),
        );
      },
      stop: async () => {
        isDraining = true;
        closed = entrance.close(server);
        // Busy connections close after their current response.
        server.keepAliveTimeout = 1;
        server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
      },
    }),
    requests: service("HTTP requests", {
      stopsWithin: drainMilliseconds + 5000,
      stop: async () => {
        const quiet = setTimeout(() => server.closeIdleConnections(), quietMilliseconds);
        const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
        await closed;
        clearTimeout(quiet);
        clearTimeout(late);
      },
    }),
  };
};
