import { randomBytes } from "node:crypto";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { isLeft } from "fp-ts/Either";
import { findRealm } from "../../application/realm/find-realm";
import { hasRealm } from "../../application/realm/has-realm";
import { identifySession } from "../../application/sessions/authenticate-session";
import { type Needs, together } from "../../application/together";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import { realmUrl } from "../../domain/realm-address";
import type { RealmState } from "../../domain/realm-state";
import { browserName } from "./browser-name";
import type { CookieJar } from "./cookies";
import { html } from "./html";
import { document } from "./layout";
import type { Page, PageAnswer, PageContext, RealmPageContext, SignOnOption } from "./page";
import { problemPage } from "./page";
import { passkeyScript, passkeySource } from "./passkey-script";
import { style } from "./style";

interface PagesOptions {
  /** Where people reach the server, without a slash at the end. */
  readonly siteUrl: string;
  readonly jar: CookieJar;
  readonly signOn: SignOnOption | undefined;
}

const largestForm = 100_000;

/** Nothing but our style sheet and pictures is loaded, nothing runs, and forms go nowhere else. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The same, where a script of ours runs: that one alone, which writes no markup. */
const policyWith = (nonce: string): string =>
  `${policy}; script-src 'nonce-${nonce}'; require-trusted-types-for 'script'; trusted-types 'none'`;
const nonceBytes = 18;
const scriptOf = (path: string) => ({ path, nonce: randomBytes(nonceBytes).toString("base64") });
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups";

const send = (
  response: Response,
  jar: CookieJar,
  realmName: string | undefined,
  answer: PageAnswer,
): void => {
  switch (answer.do) {
    case "show": {
      const { title, content, status = 200, isWide = false, session } = answer;
      const script = answer.script === undefined ? undefined : scriptOf(answer.script);
      if (script) response.set("Content-Security-Policy", policyWith(script.nonce));
      if (session !== undefined) jar.setSession(response, session);
      response.status(status).type("html").send(document({ title, realmName, content, isWide, script }));
      return;
    }
    case "mail":
      response.set("Content-Security-Policy", mailPolicy).type("html").send(answer.html);
      return;
    case "session":
      if (answer.token === undefined) {
        jar.clear(response, "sessionid");
        // What the web client keeps of whoever was here goes with them.
        response.set("Clear-Site-Data", '"cache", "storage"');
      } else jar.setSession(response, answer.token);
      jar.clear(response, "signon");
      response.redirect(303, answer.to);
      return;
    case "sign-on":
      jar.setSignOn(response, answer.state);
      response.redirect(303, answer.to);
      return;
    case "go":
      response.redirect(303, answer.to);
      return;
    case "download":
      response.attachment(answer.name).type("text/plain").send(answer.text);
  }
};

const useCases = together({ findRealm, hasRealm, identifySession });

/** What the router itself needs. */
export type RouterServices = Needs<typeof useCases> & { readonly offeredLogins: readonly LoginMethod[] };

/** Routes of the pages, each bound to the services. */
export const pagesRouter = <Services extends RouterServices>(
  services: Services,
  pages: readonly Page<Services>[],
  { siteUrl, jar, signOn }: PagesOptions,
): Router => {
  const router = express.Router();
  const { findRealm, hasRealm, identifySession } = useCases(services);
  const readForm = express.urlencoded({ extended: false, limit: largestForm });

  const contextOf = (request: Request, response: Response): PageContext => {
    const form = (request.body ?? {}) as PageContext["form"];
    const token = jar.csrfToken(request, response);
    return {
      request,
      signOn,
      remoteAddress: request.ip ?? "",
      browser: browserName(request.get("User-Agent") ?? ""),
      form: Object.fromEntries(
        Object.entries(form).filter(([, value]) => typeof value === "string" && !value.includes("\0")),
      ),
      csrf: html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">`,
    };
  };

  const visitorOf = async (
    request: Request,
    response: Response,
    state: RealmState,
  ): Promise<Pick<RealmPageContext, "settingUp" | "signedIn">> => {
    const token = jar.read(request, "sessionid");
    const found = token === undefined ? undefined : await identifySession(state.realm.id, token);
    if (token === undefined || found === undefined || isLeft(found))
      return { signedIn: undefined, settingUp: undefined };
    // Used sessions go on: the browser keeps its cookie for as long again.
    if (request.method === "GET") jar.setSession(response, token);
    const { mustAddFactor, ...visitor } = found.right;
    return mustAddFactor
      ? { signedIn: undefined, settingUp: visitor }
      : { signedIn: visitor, settingUp: undefined };
  };

  const respond = async (
    page: Page<Services>,
    bound: unknown,
    request: Request,
    response: Response,
  ): Promise<void> => {
    const isPost = request.method === "POST";
    const forgery = isPost ? jar.forgery(request, request.body?.csrfmiddlewaretoken) : undefined;
    const found = await findRealm(request.hostname)();
    const realmName = isLeft(found) ? undefined : found.right.realm.name;
    const context = contextOf(request, response);
    const tell = (answer: PageAnswer) => send(response, jar, realmName, answer);
    if (forgery !== undefined) return tell(staleForm(forgery));
    const parameters = request.params as Record<string, string>;
    if (page.for === "server") {
      const handler = isPost ? page.post : page.get;
      if (handler) tell(await handler(bound, context, parameters));
      return;
    }
    if (isLeft(found)) return tell((await hasRealm()) ? problemPage(found.left) : noRealmYet);
    const state = found.right;
    const logins = loginMethodsOf(services.offeredLogins, state.realm.settings);
    const realmContext: RealmPageContext = {
      ...context,
      state,
      logins,
      url: realmUrl(siteUrl, state.realm),
      signOn: logins.has("OpenID Connect") ? signOn : undefined,
      ...(await visitorOf(request, response, state)),
    };
    const handler = isPost ? page.post : page.get;
    if (handler) tell(await handler(bound, realmContext, parameters));
  };

  const protect: RequestHandler = (_request, response, next) => {
    response.set({
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      // The addresses of pages hold tokens: other sites don't learn them.
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
    });
    next();
  };

  router.get("/static/pages.css", (_request, response) => {
    response.set("Cache-Control", "public, max-age=3600").type("css").send(style);
  });
  router.get(passkeyScript, (_request, response) => {
    response
      .set({ "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff" })
      .type("js")
      .send(passkeySource);
  });
  for (const page of pages) {
    const bound: unknown = page.use(services);
    const answer: RequestHandler = (request, response, next) => {
      respond(page, bound, request, response).catch(next);
    };
    if (page.get) router.get(page.at, protect, answer);
    if (page.post) router.post(page.at, protect, readForm, answer);
  }
  return router;
};

const staleForm = (reason: string): PageAnswer => ({
  do: "show",
  status: 403,
  title: "This form can't be used any more",
  content: html`<p>${reason} Go back, load the page again, and send it once more. Cookies must be allowed for this site.</p>`,
});

const noRealmYet: PageAnswer = {
  do: "show",
  status: 404,
  title: "There is no organization yet",
  content: html`<p>The server printed a link in the terminal where it was started: open that to make the first one. Without a
browser there, <code>npm run parley -- realm create --help</code> tells how.</p>`,
};
