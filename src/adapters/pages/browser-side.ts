import type { Request, RequestHandler, Response } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { bindUseCases, type Needs } from "../../application/bind-use-cases";
import type { LinkTokens } from "../../application/ports/login/link-tokens";
import type { SignOnProvider } from "../../application/ports/login/sign-on-provider";
import type { CapturedMails } from "../../application/ports/mail/captured-mails";
import { findRealm } from "../../application/realm/find-realm";
import { authenticateSession } from "../../application/sessions/authenticate-session";
import { hasOpenChannel } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import { allPages } from "./all-pages";
import { cookieJar } from "./cookies";
import { developmentMailPages } from "./development-mail";
import { pagesRouter, type RouterServices } from "./router";
import { signOnPages } from "./sign-on";

/** An id that no user has, for spectators. */
const nobody = 0;

const bindSessions = bindUseCases({ authenticateSession, findRealm });

/** The services that the pages need, including optional pages. */
export type PageServices = RouterServices &
  Needs<typeof bindSessions> &
  Needs<((typeof allPages)[number] | ReturnType<typeof signOnPages>[number])["use"]>;

interface Options {
  readonly linkTokens: LinkTokens;
  /** Another service for logging in. */
  readonly signOn: SignOnProvider | undefined;
  readonly siteUrl: string;
  /** Set on development servers only. */
  readonly capturedMails: CapturedMails | undefined;
}

/** The server's side of browsers: pages, sessions and protection against forged requests. */
export const browserSide = (
  services: PageServices,
  { siteUrl, capturedMails, linkTokens, signOn }: Options,
) => {
  const jar = cookieJar(siteUrl);
  const { authenticateSession, findRealm } = bindSessions(services);
  const stateOf = ({ request }: { readonly request: Request }) => jar.read(request, "signon");
  const pages = [
    ...allPages,
    ...(signOn ? signOnPages({ provider: signOn, linkTokens, stateOf }) : []),
    ...(capturedMails ? developmentMailPages(capturedMails) : []),
  ];
  const visitorIn = async (state: RealmState, token: string | undefined) => {
    const { id, name: realmName } = state.realm;
    if (token === undefined) return hasOpenChannel(state) ? { userId: nobody, realmName } : null;
    return pipe(
      await authenticateSession(id, token),
      E.matchW(
        () => null,
        ({ user }) => ({ userId: user.id, realmName }),
      ),
    );
  };
  return {
    // Without Express's own properties, which callers don't use.
    pages: pagesRouter(services, pages, { siteUrl, jar, signOn }) as RequestHandler,
    pagePaths: pages.map(({ at }) => at),
    sendsMail: (): boolean => services.mailer.reachesPeople,
    csrfToken: (request: Request, response: Response): string => jar.csrfToken(request, response),
    /**
     * Finds the user of a request's session; a spectator without one, if the realm admits them; null if the visitor
     * must log in.
     */
    visitorOf: (request: Request) =>
      pipe(
        findRealm(request.hostname),
        TE.chainTaskK((state) => () => visitorIn(state, jar.read(request, "sessionid"))),
      )(),
    startSession: (request: Request, response: Response, token: string): void => {
      jar.setSession(response, token);
      jar.csrfToken(request, response);
    },
    /** Extends the lifetime of the browser's session cookie. */
    renewSession: (request: Request, response: Response): void => {
      const token = jar.read(request, "sessionid");
      if (token !== undefined) jar.setSession(response, token);
    },
    sessionToken: (request: Request): string | undefined => jar.read(request, "sessionid"),
    foreignOrigin: jar.foreignOrigin,
    forgery: (request: Request): string | undefined =>
      jar.forgery(request, request.get("X-CSRFToken") ?? request.body?.csrfmiddlewaretoken),
  };
};
