import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import { secondsIn } from "../../domain/units/time";

const monthSeconds = 30 * secondsIn.day;
const csrfBytes = 24;
const signOnSeconds = 600;

const sameText = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

type CookieName = "sessionid" | "csrftoken" | "signon";

/**
 * The cookies of the pages: the session, and a secret that only our forms know. Over HTTPS their names begin with
 * `__Host-`, so that no neighboring host can set them.
 */
export const cookieJar = (siteUrl: string) => {
  const isSecure = siteUrl.startsWith("https:");
  const wireName = (name: CookieName): string => (isSecure ? `__Host-${name}` : name);
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

  const read = (request: Request, name: CookieName): string | undefined =>
    parseCookie(request.headers.cookie ?? "")[wireName(name)];
  const write = (response: Response, name: CookieName, value: string, maxAge: number): void => {
    response.append("Set-Cookie", stringifySetCookie({ name: wireName(name), value, ...options, maxAge }));
  };

  /** Why the request comes from another site's page; undefined if it doesn't, or if its client names no page. */
  const foreignOrigin = (request: Request): string | undefined => {
    const origin = request.get("Origin");
    if (origin === undefined) return undefined;
    const { host, protocol } = URL.canParse(origin) ? new URL(origin) : { host: "", protocol: "" };
    const site = new URL(siteUrl);
    // A trusted proxy may reach this server by another host name than the browser used.
    const isOurs = host === request.host || host === site.host;
    // Pages loaded without TLS could have been changed on the way.
    const isSafe = protocol === "https:" || protocol === site.protocol;
    return isOurs && isSafe ? undefined : "Origin checking failed.";
  };

  return {
    read,
    foreignOrigin,
    setSession: (response: Response, token: string) => write(response, "sessionid", token, monthSeconds),
    setSignOn: (response: Response, state: string) => write(response, "signon", state, signOnSeconds),
    clear: (response: Response, name: CookieName) => write(response, name, "", 0),
    /** The CSRF token for this browser's forms, set with its first page. */
    csrfToken: (request: Request, response: Response): string => {
      const known = read(request, "csrftoken");
      if (known !== undefined && known.length >= csrfBytes) return known;
      const token = randomBytes(csrfBytes).toString("base64url");
      write(response, "csrftoken", token, monthSeconds);
      return token;
    },
    /** Why the request doesn't come from a page of ours; undefined if it does. */
    forgery: (request: Request, sent: unknown): string | undefined => {
      const token = read(request, "csrftoken");
      if (token === undefined || token === "") return "CSRF cookie not set.";
      if (typeof sent !== "string" || !sameText(token, sent)) return "CSRF token missing or incorrect.";
      return foreignOrigin(request);
    },
  };
};

/** The cookies of one request. */
export type CookieJar = ReturnType<typeof cookieJar>;
