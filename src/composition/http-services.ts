import type { RequestListener, Server } from "node:http";
import { createWebServer } from "../adapters/http/server";
import type { Config } from "../config/config";
import { type Service, service } from "./lifecycle";
import type { SiteAddress } from "./site-address";

const drainMilliseconds = 5000;

const whyNot = ({ host, port }: Config, error: NodeJS.ErrnoException): string => {
  switch (error.code) {
    case "EADDRINUSE":
      return `PARLEY_PORT ${port} is in use by another program on ${host}`;
    case "EACCES":
      return `PARLEY_PORT ${port} is not open to this user: take one from 1024`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `PARLEY_HOST must be an address of this machine; it is "${host}"`;
    default:
      return `doesn't listen on ${host}, port ${port}: ${error.message}`;
  }
};

const listen = (server: Server, config: Config): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(whyNot(config, error))));
    server.listen(config.port, config.host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : config.port);
    });
  });

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
  let closed: Promise<unknown> = Promise.resolve();
  return {
    port: service("HTTP port", {
      start: async () => {
        site.takePort(await listen(server, config));
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
