import type { Request, RequestHandler } from "express";
import type { KeptMails } from "../../application/ports/kept-mails";
import type { LinkTokens } from "../../application/ports/link-tokens";
import type { SignOnProvider } from "../../application/ports/sign-on-provider";
import type { Needs } from "../../application/together";
import { allPages } from "./all";
import { cookieJar } from "./cookies";
import { developmentMailPages } from "./development-mail";
import { pagesRouter, type RouterServices } from "./router";
import { signOnPages } from "./sign-on";

/** What the pages need, whichever of them a server has. */
export type PageServices = RouterServices &
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
  const stateOf = ({ request }: { readonly request: Request }) => jar.read(request, "signon");
  const pages = [
    ...allPages,
    ...(signOn ? signOnPages({ provider: signOn, linkTokens, stateOf }) : []),
    ...(keptMails ? developmentMailPages(keptMails) : []),
  ];
  return {
    pages: pagesRouter(services, pages, { siteUrl, jar, signOn }) as RequestHandler,
    sessionToken: (request: Request): string | undefined => jar.read(request, "sessionid"),
    forgery: (request: Request): string | undefined =>
      jar.forgery(request, request.get("X-CSRFToken") ?? request.body?.csrfmiddlewaretoken),
  };
};
