import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as T from "fp-ts/Task";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import { bindUseCases, type Needs } from "../../application/bind-use-cases";
import { findRealm } from "../../application/realm/find-realm";
import { hasRealm } from "../../application/realm/has-realm";
import { identifySession } from "../../application/sessions/identify-session";
import { type AddressProof, provesAddresses } from "../../application/sign-up/shared/proves-addresses";
import { realmDeactivated } from "../../domain/caller-refusals";
import { loginMethodsOf } from "../../domain/realm/login-method";
import { realmUrl } from "../../domain/realm/realm-address";
import type { RealmError } from "../../domain/realm/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { secondsIn } from "../../domain/units/time";
import { browserName } from "./browser-name";
import type { CookieJar } from "./cookies";
import { desktopLoginScript, desktopLoginSource } from "./desktop-login-script";
import { html } from "./html";
import { loginScript, loginSource } from "./login-script";
import type { Handler, Page, PageAnswer, PageContext, RealmPageContext, SignOnOption } from "./page";
import { problemPage } from "./page";
import { passkeyScript, passkeySource } from "./passkey-script";
import { pageHeaders, sendPage } from "./send-page";
import { style } from "./style";

interface PagesOptions {
  /** The server's URL, without a trailing slash. */
  readonly siteUrl: string;
  readonly jar: CookieJar;
  readonly signOn: SignOnOption | undefined;
}

const useCases = bindUseCases({ findRealm, hasRealm, identifySession });

/** The services of the router itself. */
export type RouterServices = Needs<typeof useCases> & AddressProof;

interface PageRequest {
  readonly context: PageContext;
  readonly parameters: Readonly<Record<string, string>>;
  /** The realm at the request's host. */
  readonly found: E.Either<RealmError, RealmState>;
  readonly response: Response;
}

type Answering = (asked: PageRequest) => TaskEither<ApiError, PageAnswer>;

const nobody: Pick<RealmPageContext, "settingUp" | "signedIn"> = {
  signedIn: undefined,
  settingUp: undefined,
};

/** Routes of the pages, each bound to the services. */
export const pagesRouter = <Services extends RouterServices>(
  services: Services,
  pages: readonly Page<Services>[],
  { siteUrl, jar, signOn }: PagesOptions,
): Router => {
  const router = express.Router();
  const { findRealm, hasRealm, identifySession } = useCases(services);

  const contextOf = (request: Request, response: Response): PageContext => {
    const form: PageContext["form"] = request.body ?? {};
    const token = jar.csrfToken(request, response);
    return {
      request,
      sendsMail: services.mailer.reachesPeople,
      provesAddresses: provesAddresses(services),
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
    if (token === undefined) return nobody;
    return pipe(
      await identifySession(state.realm.id, token),
      E.match(
        () => nobody,
        ({ mustAddFactor, ...visitor }): typeof nobody => {
          // Extends the cookie of a session in use.
          if (request.method === "GET") jar.setSession(response, token);
          return mustAddFactor
            ? { signedIn: undefined, settingUp: visitor }
            : { signedIn: visitor, settingUp: undefined };
        },
      ),
    );
  };

  const realmContextOf = async (
    context: PageContext,
    response: Response,
    state: RealmState,
  ): Promise<RealmPageContext> => {
    const logins = loginMethodsOf(services.offeredLogins, state.realm.settings);
    return {
      ...context,
      state,
      logins,
      url: realmUrl(siteUrl, state.realm),
      signOn: logins.has("OpenID Connect") ? signOn : undefined,
      ...(await visitorOf(context.request, response, state)),
    };
  };

  /** The failure to find the realm, unless there is none yet. */
  const orNoRealmYet = (error: ApiError): TaskEither<ApiError, PageAnswer> =>
    pipe(
      TE.fromTask(hasRealm),
      TE.chain((isThere) => (isThere ? TE.left(error) : TE.right(noRealmYet))),
    );

  const inServer =
    (handler: Handler<unknown, PageContext>, bound: unknown): Answering =>
    ({ context, parameters }) =>
      handler(bound, context, parameters);

  const inRealm =
    (handler: Handler<unknown, RealmPageContext>, bound: unknown): Answering =>
    ({ context, parameters, found, response }) =>
      pipe(
        found,
        E.match(orNoRealmYet, (state) =>
          // What people submit is refused by its use case, except that they may always log out.
          state.realm.isDeactivated && context.request.method !== "POST"
            ? TE.left(realmDeactivated)
            : pipe(
                TE.fromTask(() => realmContextOf(context, response, state)),
                TE.chain((realmContext) => handler(bound, realmContext, parameters)),
              ),
        ),
      );

  const respond = async (answering: Answering, request: Request, response: Response): Promise<void> => {
    const isPost = request.method === "POST";
    const forgery = isPost ? jar.forgery(request, request.body?.csrfmiddlewaretoken) : undefined;
    const found = await findRealm(request.hostname)();
    const context = contextOf(request, response);
    // Only paths with a wildcard have lists, and pages have none.
    const parameters = request.params as Record<string, string>;
    const answer = await pipe(
      forgery === undefined
        ? answering({ context, parameters, found, response })
        : TE.right(staleForm(forgery)),
      TE.getOrElse((error) => T.of(problemPage(error))),
    )();
    const realmName = pipe(
      found,
      E.match(
        () => undefined,
        ({ realm }) => realm.name,
      ),
    );
    sendPage(response, jar, realmName, answer);
  };

  const forbidStoring: RequestHandler = (_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  };

  router.get("/static/pages.css", (_request, response) => {
    response.set("Cache-Control", `public, max-age=${secondsIn.hour}`).type("css").send(style);
  });
  const scripts = {
    [passkeyScript]: passkeySource,
    [loginScript]: loginSource,
    [desktopLoginScript]: desktopLoginSource,
  };
  for (const [path, source] of Object.entries(scripts))
    router.get(path, (_request, response) => {
      response.set("Cache-Control", `public, max-age=${secondsIn.hour}`).type("js").send(source);
    });
  for (const page of pages) {
    const bound: unknown = page.use(services);
    for (const method of ["get", "post"] as const) {
      const answering =
        page.for === "server"
          ? page[method] && inServer(page[method], bound)
          : page[method] && inRealm(page[method], bound);
      if (answering)
        router[method](page.at, pageHeaders, forbidStoring, (request, response, next) => {
          respond(answering, request, response).catch(next);
        });
    }
  }
  return router;
};

const staleForm = (reason: string): PageAnswer => ({
  do: "show",
  status: 403,
  title: "This form has expired",
  content: html`<p>${reason} Go back, reload the page and submit it again. This site needs cookies.</p>`,
});

const noRealmYet: PageAnswer = {
  do: "show",
  status: 404,
  title: "There is no organization yet",
  content: html`<p>The server printed a link in its terminal when it started: open it to create the first one. Without
a browser there, Parley’s command <code>realm create</code> does the same.</p>`,
};
