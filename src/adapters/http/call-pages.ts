import { parseCookie, stringifySetCookie } from "cookie";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { type Either, isLeft, map } from "fp-ts/Either";
import type { Caller } from "../../application/caller";
import { joinMeeting } from "../../application/calls/join-meeting";
import {
  beginCallSignOn,
  completeCallSignOn,
  realmOfCallSignOn,
} from "../../application/calls/sign-on-for-calls";
import { type Needs, together } from "../../application/together";
import type { ApiError } from "../../domain/errors";
import { realmUrl } from "../../domain/realm-address";
import type { Authentication, SignedIn } from "./authentication";
import { decodeParameters, required } from "./codecs/parameter";
import { text } from "./codecs/wire-type";
import { givenIn } from "./request-body";
import type { ServerFacts } from "./request-context";
import { send } from "./send";

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

/** By whatever the browser brings along; without anything it goes to log in first. */
const loggedIn =
  (ways: readonly Authentication[]): RequestHandler =>
  (request, response, next) => {
    const way = ways.find(({ isTried }) => isTried(request));
    if (way) return way.required(request, response, next);
    response.redirect(302, `/login?next=${encodeURIComponent(request.originalUrl)}`);
  };

const useCalls = together({ beginCallSignOn, completeCallSignOn, joinMeeting, realmOfCallSignOn });

/**
 * Where people's browsers go for video calls: to agree that this server makes calls in their name, and to join
 * meetings under it. `ways` tell whose browser it is.
 */
export const callPages = (
  services: Needs<typeof useCalls>,
  server: ServerFacts,
  ways: readonly Authentication[],
): Router => {
  const { beginCallSignOn, completeCallSignOn, joinMeeting, realmOfCallSignOn } = useCalls(services);
  const authenticated = loggedIn(ways);
  const router = express.Router();
  const isSecure = server.url.startsWith("https:");
  const page =
    (answer: (request: Request, response: Response) => Promise<Either<ApiError, void>>): RequestHandler =>
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
        return map(({ url, browserKey }: { url: string; browserKey: string }) => {
          const options = { httpOnly: true, sameSite: "lax", secure: isSecure } as const;
          const cookie = { ...options, path: `/calls/${path}`, maxAge: cookieSeconds };
          response
            .set("Set-Cookie", stringifySetCookie({ name: cookieName, value: browserKey, ...cookie }))
            .redirect(302, url);
        })(begun);
      }),
    );

    const complete = page(async (request, response) => {
      const given = decodeParameters({ code: required(text), state: required(text) }, givenIn(request));
      if (isLeft(given)) return given;
      const { code, state } = given.right;
      const completed = await completeCallSignOn(callerOf(request), path, {
        code,
        ticket: state,
        browserKey: parseCookie(request.get("Cookie") ?? "")[cookieName],
      })();
      return map(() => {
        response.type("html").set("Content-Security-Policy", "default-src 'none'").send(closing);
      })(completed);
    });
    /** Providers know one address for all organizations: each one's people are sent on to their own. */
    const toOwnRealm: RequestHandler = (request, response, next) => {
      const { state } = request.query;
      const subdomain = typeof state === "string" ? realmOfCallSignOn(state) : undefined;
      if (subdomain === undefined || subdomain === "") return next();
      const own = realmUrl(server.url, { subdomain });
      if (new URL(own).hostname === request.hostname) return next();
      response.redirect(302, `${own}${request.originalUrl}`);
    };
    router.get(`/calls/${path}/complete`, toOwnRealm, authenticated, complete);
  }

  router.get(
    "/calls/bigbluebutton/join",
    authenticated,
    page(async (request, response) => {
      const given = decodeParameters({ bigbluebutton: required(text) }, givenIn(request));
      if (isLeft(given)) return given;
      const joined = await joinMeeting(callerOf(request), given.right.bigbluebutton)();
      return map((url: string) => response.redirect(302, url))(joined);
    }),
  );
  return router;
};
