import type { RequestHandler } from "express";
import { unreadable } from "../reply/http-error";
import { sendError } from "../reply/send";

const loopbackNames = ["127.0.0.1", "[::1]", "localhost"];

/** The name in a Host header, without its port. */
const hostnameIn = (host = ""): string => host.toLowerCase().replace(/:\d*$/, "");

/**
 * Refuses requests unless their host is loopback, the server's host name, or a subdomain of either. A development server gives
 * anybody a key, so any site could otherwise use it through a host name that resolves to 127.0.0.1 (DNS rebinding).
 */
export const refuseStrangeHosts = (serverUrl: string): RequestHandler => {
  const known = [...loopbackNames, new URL(serverUrl).hostname];
  return (request, response, next) => {
    // Not what a proxy says: any page may send its headers.
    const name = hostnameIn(request.headers.host);
    if (name === "" || known.some((one) => name === one || name.endsWith(`.${one}`))) return next();
    sendError(
      response,
      unreadable(400, "This development server isn't reached by that name. Set PARLEY_URL."),
    );
  };
};
