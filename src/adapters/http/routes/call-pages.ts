import { parseCookie, stringifySetCookie } from "cookie";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { bindUseCases, type Needs } from "../../../application/bind-use-cases";
import type { Caller } from "../../../application/caller";
import { beginCallSignOn } from "../../../application/calls/begin-call-sign-on";
import { completeCallSignOn } from "../../../application/calls/complete-call-sign-on";
import { findCallSignOnRealm } from "../../../application/calls/find-call-sign-on-realm";
import { joinMeeting } from "../../../application/calls/join-meeting";
import { isCarried } from "../../../domain/login/carried-path";
import { realmUrl } from "../../../domain/realm/realm-address";
import { decodeParameters, required } from "../../zulip-wire/codecs/parameter";
import { text } from "../../zulip-wire/codecs/wire-type";
import type { ServerInfo } from "../../zulip-wire/server-info";
import type { Authentication } from "../authentication/authentication";
import { signedIn, toCaller } from "../authentication/signed-in";
import { addressOf } from "../declaration/request-context";
import type { HttpError } from "../reply/http-error";
import { sendError } from "../reply/send";
import { parametersOf } from "../request/request-body";

/** The providers for which users consent, by their part of the path. */
const providers = ["zoom", "webex"] as const;
const registerPath = (provider: string): string => `/calls/${provider}/register`;
const completePath = (provider: string): string => `/calls/${provider}/complete`;
const joinPath = "/calls/bigbluebutton/join";

/** Where these pages are. */
export const callPaths: readonly string[] = [
  ...providers.flatMap((provider) => [registerPath(provider), completePath(provider)]),
  joinPath,
];

const cookieName = "call_sign_on";
const cookieSeconds = 600;

const closing = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Done</title>
<p>You can make calls now. This window can be closed.</p></html>
`;

const callerOf = (request: Request): Caller => toCaller(signedIn(request), "website", addressOf(request));

/** Authenticates by any credential that the browser sends; without one, redirects to the login page. */
const loggedIn =
  (authentications: readonly Authentication[]): RequestHandler =>
  (request, response, next) => {
    const authentication = authentications.find(({ carriesCredentials }) => carriesCredentials(request));
    if (authentication) return authentication.required(request, response, next);
    const { originalUrl } = request;
    response.redirect(
      302,
      isCarried(originalUrl) ? `/login?next=${encodeURIComponent(originalUrl)}` : "/login",
    );
  };

const bindCalls = bindUseCases({ beginCallSignOn, completeCallSignOn, joinMeeting, findCallSignOnRealm });

/**
 * Pages for video calls: consent that this server creates calls for the user, and joining meetings under the
 * user's name. The browser authenticates by one of `authentications`.
 */
export const callPages = (
  services: Needs<typeof bindCalls>,
  server: ServerInfo,
  authentications: readonly Authentication[],
): Router => {
  const { beginCallSignOn, completeCallSignOn, joinMeeting, findCallSignOnRealm } = bindCalls(services);
  const authenticated = loggedIn(authentications);
  const router = express.Router();
  const isSecure = server.url.startsWith("https:");
  /** A page whose answer depends on a use case's result. */
  const page =
    (answer: (request: Request) => TE.TaskEither<HttpError, (response: Response) => void>): RequestHandler =>
    (request, response, next) => {
      response.set("Cache-Control", "no-store");
      const answering = answer(request);
      answering()
        .then(
          E.match(
            (error) => sendError(response, error),
            (sendTo) => sendTo(response),
          ),
        )
        .catch(next);
    };

  for (const path of providers) {
    router.get(
      registerPath(path),
      authenticated,
      page((request) =>
        pipe(
          beginCallSignOn(callerOf(request), path),
          TE.map(({ url, browserKey }) => {
            const options = { httpOnly: true, sameSite: "lax", secure: isSecure } as const;
            const cookie = { ...options, path: `/calls/${path}`, maxAge: cookieSeconds };
            const written = stringifySetCookie({ name: cookieName, value: browserKey, ...cookie });
            return (response) => response.set("Set-Cookie", written).redirect(302, url);
          }),
        ),
      ),
    );

    const complete = page((request) =>
      pipe(
        decodeParameters({ code: required(text), state: required(text) }, parametersOf(request)),
        TE.fromEither,
        TE.chainW(({ code, state }) =>
          completeCallSignOn(callerOf(request), path, {
            code,
            ticket: state,
            browserKey: parseCookie(request.get("Cookie") ?? "")[cookieName],
          }),
        ),
        TE.map(
          () => (response) =>
            response.type("html").set("Content-Security-Policy", "default-src 'none'").send(closing),
        ),
      ),
    );
    /** Providers know one redirect address for all organizations: this forwards users to their own. */
    const toOwnRealm: RequestHandler = (request, response, next) => {
      const { state } = request.query;
      const subdomain = typeof state === "string" ? findCallSignOnRealm(state) : undefined;
      if (subdomain === undefined || subdomain === "") return next();
      const realmAddress = realmUrl(server.url, { subdomain });
      if (new URL(realmAddress).hostname === request.hostname || !isCarried(request.originalUrl))
        return next();
      response.redirect(302, `${realmAddress}${request.originalUrl}`);
    };
    router.get(completePath(path), toOwnRealm, authenticated, complete);
  }

  router.get(
    joinPath,
    authenticated,
    page((request) =>
      pipe(
        decodeParameters({ bigbluebutton: required(text) }, parametersOf(request)),
        TE.fromEither,
        TE.chainW(({ bigbluebutton }) => joinMeeting(callerOf(request), bigbluebutton)),
        TE.map((url) => (response) => response.redirect(302, url)),
      ),
    ),
  );
  return router;
};
