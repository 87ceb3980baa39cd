import type { RequestListener } from "node:http";
import { limitConnections } from "../../adapters/http/admission/connection-limits";
import { createWebServer } from "../../adapters/http/web-server";
import type { Config } from "../../config/config";
import { type Service, service } from "../lifecycle/lifecycle";
import { listen } from "../lifecycle/listen";
import type { SiteAddress } from "./site-address";

interface HttpSides {
  /** Stops once all requests are answered, or after its time limit. */
  readonly requests: Service;
  /** Accepts requests. Stops at once; accepted requests are still answered. */
  readonly port: Service;
}

/**
 * The HTTP server as two services: what requests wait for must stop between them. The handler is created when
 * the address is known.
 */
export const httpServices = (
  config: Config,
  site: SiteAddress,
  handler: (isDraining: () => boolean) => RequestListener,
): HttpSides => {
  const server = createWebServer();
  limitConnections(server, {
    perNetwork: config.connectionsPerNetwork,
    trustedProxies: config.trustedProxies,
  });
  const drainMilliseconds = config.drainSeconds * 1000;
  let closed: Promise<unknown> = Promise.resolve();
  let isDraining = false;
  return {
    port: service("HTTP port", {
      start: async () => {
        site.takePort(await listen(server, "PARLEY", config));
        server.on(
          "request",
          handler(() => isDraining),
        );
      },
      stop: async () => {
        isDraining = true;
        closed = new Promise((resolve) => server.close(resolve));
        // Busy connections close after their current response.
        server.keepAliveTimeout = 1;
        server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
      },
    }),
    requests: service("HTTP requests", {
      stopsWithin: drainMilliseconds + 5000,
      stop: async () => {
        server.closeIdleConnections();
        const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
        await closed;
        clearTimeout(late);
      },
    }),
  };
};
