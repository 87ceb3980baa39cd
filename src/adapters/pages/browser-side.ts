import type { Request, RequestHandler, Response } from "express";
import { isLeft, right } from "fp-ts/Either";
import type { KeptMails } from "../../application/ports/kept-mails";
import type { LinkTokens } from "../../application/ports/link-tokens";
import type { SignOnProvider } from "../../application/ports/sign-on-provider";
import { findRealm } from "../../application/realm/find-realm";
import { authenticateSession } from "../../application/sessions/authenticate-session";
import { type Needs, together } from "../../application/together";
import { hasOpenChannel } from "../../domain/channel-access";
import { allPages } from "./all";
import { cookieJar } from "./cookies";
import { developmentMailPages } from "./development-mail";
import { pagesRouter, type RouterServices } from "./router";
import { signOnPages } from "./sign-on";

/** The id that no user has. */
const nobody = 0;

const useSessions = together({ authenticateSession, findRealm });

/** What the pages need, whichever of them a server has. */
export type PageServices = RouterServices &
  Needs<typeof useSessions> &
  Needs<((typeof allPages)[number] | ReturnType<typeof signOnPages>[number])["use"]>;

interface Options {
  readonly linkTokens: LinkTokens;
  /** Another service by which people log in. */
  readonly signOn: SignOnProvider | undefined;
  readonly siteUrl: string;
  /** Of a development server. */
  readonly keptMails: KeptMails | undefined;
}

/** What browsers are served, and how they say who they are where the API is called by them. */
export const browserSide = (services: PageServices, { siteUrl, keptMails, linkTokens, signOn }: Options) => {
  const jar = cookieJar(siteUrl);
  const { authenticateSession, findRealm } = useSessions(services);
  const stateOf = ({ request }: { readonly request: Request }) => jar.read(request, "signon");
  const pages = [
    ...allPages,
    ...(signOn ? signOnPages({ provider: signOn, linkTokens, stateOf }) : []),
    ...(keptMails ? developmentMailPages(keptMails) : []),
  ];
  return {
    pages: pagesRouter(services, pages, { siteUrl, jar, signOn }) as RequestHandler,
    csrfToken: (request: Request, response: Response): string => jar.csrfToken(request, response),
    /** Whom the session of a request is of, a spectator where it brings none; null where they must log in. */
    visitorOf: async (request: Request) => {
      const found = await findRealm(request.hostname)();
      if (isLeft(found)) return found;
      const { realm } = found.right;
      const token = jar.read(request, "sessionid");
      if (token === undefined)
        return right(hasOpenChannel(found.right) ? { userId: nobody, realmName: realm.name } : null);
      const session = await authenticateSession(realm.id, token);
      return right(isLeft(session) ? null : { userId: session.right.user.id, realmName: realm.name });
    },
    startSession: (request: Request, response: Response, token: string): void => {
      jar.setSession(response, token);
      jar.csrfToken(request, response);
    },
    /** Lets the browser keep its session for as long again. */
    renewSession: (request: Request, response: Response): void => {
      const token = jar.read(request, "sessionid");
      if (token !== undefined) jar.setSession(response, token);
    },
    sessionToken: (request: Request): string | undefined => jar.read(request, "sessionid"),
    forgery: (request: Request): string | undefined =>
      jar.forgery(request, request.get("X-CSRFToken") ?? request.body?.csrfmiddlewaretoken),
  };
};
