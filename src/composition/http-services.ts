import type { RequestListener } from "node:http";
import { limitConnections } from "../adapters/http/connection-limits";
import { createWebServer } from "../adapters/http/web-server";
import type { Config } from "../config/config";
import { type Service, service } from "./lifecycle";
import { listen } from "./listen";
import type { SiteAddress } from "./site-address";

const drainMilliseconds = 5000;

interface HttpSides {
  /** Stops when all requests are answered, or too late. */
  readonly requests: Service;
  /** Takes requests. Stops at once; those that it has taken are answered. */
  readonly port: Service;
}

/**
 * The HTTP server, in two services: what requests wait for must stop after the one and before the other. The
 * handler is made when the address is known.
 */
export const httpServices = (
  config: Config,
  site: SiteAddress,
  handler: () => RequestListener,
): HttpSides => {
  const server = createWebServer();
  limitConnections(server, {
    perNetwork: config.connectionsPerNetwork,
    trustedProxies: config.trustedProxies,
  });
  let closed: Promise<unknown> = Promise.resolve();
  return {
    port: service("HTTP port", {
      start: async () => {
        site.takePort(await listen(server, "PARLEY", config));
        server.on("request", handler());
      },
      stop: async () => {
        closed = new Promise((resolve) => server.close(resolve));
        // Connections that are busy now end with their answer.
        server.keepAliveTimeout = 1;
        server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
      },
    }),
    requests: service("HTTP requests", {
      stop: async () => {
        server.closeIdleConnections();
        const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
        await closed;
        clearTimeout(late);
      },
    }),
  };
};
