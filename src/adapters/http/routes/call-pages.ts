import { parseCookie, stringifySetCookie } from "cookie";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { type Either, isLeft, map } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type Needs, together } from "../../../application/bind-use-cases";
import type { Caller } from "../../../application/caller";
import { beginCallSignOn } from "../../../application/calls/begin-call-sign-on";
import { completeCallSignOn } from "../../../application/calls/complete-call-sign-on";
import { findCallSignOnRealm } from "../../../application/calls/find-call-sign-on-realm";
import { joinMeeting } from "../../../application/calls/join-meeting";
import { realmUrl } from "../../../domain/realm/realm-address";
import { decodeParameters, required } from "../../zulip-wire/codecs/parameter";
import { text } from "../../zulip-wire/codecs/wire-type";
import type { ServerFacts } from "../../zulip-wire/facts";
import type { Authentication } from "../authentication/authentication";
import type { SignedIn } from "../authentication/signed-in";
import type { HttpError } from "../reply/http-error";
import { send } from "../reply/send";
import { parametersOf } from "../request/request-body";

const cookieName = "call_sign_on";
const cookieSeconds = 600;

const closing = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Done</title>
<p>You can make calls now. This window can be closed.</p></html>
`;

const callerOf = (request: Request): Caller => {
  const { user, realm } = request.user as unknown as SignedIn;
  return { realmId: realm.id, userId: user.id, client: "website" };
};

/** Authenticates by whatever credential the browser sends; without one, redirects to the login page. */
const loggedIn =
  (authentications: readonly Authentication[]): RequestHandler =>
  (request, response, next) => {
    const authentication = authentications.find(({ carriesCredentials }) => carriesCredentials(request));
    if (authentication) return authentication.required(request, response, next);
    response.redirect(302, `/login?next=${encodeURIComponent(request.originalUrl)}`);
  };

const useCalls = together({ beginCallSignOn, completeCallSignOn, joinMeeting, findCallSignOnRealm });

/**
 * Pages for video calls: consent that this server creates calls for the user, and joining meetings under the
 * user's name. The browser authenticates by one of `authentications`.
 */
export const callPages = (
  services: Needs<typeof useCalls>,
  server: ServerFacts,
  authentications: readonly Authentication[],
): Router => {
  const { beginCallSignOn, completeCallSignOn, joinMeeting, findCallSignOnRealm } = useCalls(services);
  const authenticated = loggedIn(authentications);
  const router = express.Router();
  const isSecure = server.url.startsWith("https:");
  const page =
    (answer: (request: Request, response: Response) => Promise<Either<HttpError, void>>): RequestHandler =>
    (request, response, next) => {
      response.set("Cache-Control", "no-store");
      answer(request, response).then((outcome) => {
        if (isLeft(outcome)) send(response, outcome);
      }, next);
    };

  for (const path of ["zoom", "webex"]) {
    router.get(
      `/calls/${path}/register`,
      authenticated,
      page(async (request, response) => {
        const begun = await beginCallSignOn(callerOf(request), path)();
        return pipe(
          begun,
          map(({ url, browserKey }) => {
            const options = { httpOnly: true, sameSite: "lax", secure: isSecure } as const;
            const cookie = { ...options, path: `/calls/${path}`, maxAge: cookieSeconds };
            response
              .set("Set-Cookie", stringifySetCookie({ name: cookieName, value: browserKey, ...cookie }))
              .redirect(302, url);
          }),
        );
      }),
    );

    const complete = page(async (request, response) => {
      const given = decodeParameters({ code: required(text), state: required(text) }, parametersOf(request));
      if (isLeft(given)) return given;
      const { code, state } = given.right;
      const completed = await completeCallSignOn(callerOf(request), path, {
        code,
        ticket: state,
        browserKey: parseCookie(request.get("Cookie") ?? "")[cookieName],
      })();
      return pipe(
        completed,
        map(() => {
          response.type("html").set("Content-Security-Policy", "default-src 'none'").send(closing);
        }),
      );
    });
    /** Providers know one redirect address for all organizations: this forwards users to their own. */
    const toOwnRealm: RequestHandler = (request, response, next) => {
      const { state } = request.query;
      const subdomain = typeof state === "string" ? findCallSignOnRealm(state) : undefined;
      if (subdomain === undefined || subdomain === "") return next();
      const realmAddress = realmUrl(server.url, { subdomain });
      if (new URL(realmAddress).hostname === request.hostname) return next();
      response.redirect(302, `${realmAddress}${request.originalUrl}`);
    };
    router.get(`/calls/${path}/complete`, toOwnRealm, authenticated, complete);
  }

  router.get(
    "/calls/bigbluebutton/join",
    authenticated,
    page(async (request, response) => {
      const given = decodeParameters({ bigbluebutton: required(text) }, parametersOf(request));
      if (isLeft(given)) return given;
      const joined = await joinMeeting(callerOf(request), given.right.bigbluebutton)();
      return pipe(
        joined,
        map((url) => response.redirect(302, url)),
      );
    }),
  );
  return router;
};
