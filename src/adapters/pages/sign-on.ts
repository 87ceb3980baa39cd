import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import type { Bound } from "../../application/bind-use-cases";
import type { LinkTokens } from "../../application/ports/login/link-tokens";
import type { Identity, SignOnProvider } from "../../application/ports/login/sign-on-provider";
import { returnFromService } from "../../application/sign-on/return-from-service";
import { signOn } from "../../application/sign-on/sign-on";
import { signOnDisabled } from "../../domain/login/refusals";
import { isDesktopApp, openBrowserPage } from "./desktop-login-view";
import { appFields, type Destination, destinationIn, destinationQuery } from "./destination";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { type PageAnswer, type RealmPageContext, realmPage, visitorOf } from "./page";

interface Parts {
  readonly provider: SignOnProvider;
  readonly linkTokens: LinkTokens;
  /** The state that the browser got when it went to the other service. */
  readonly stateOf: (context: RealmPageContext) => string | undefined;
}

const returnPath = "/complete/oidc";

const failed: PageAnswer = {
  do: "show",
  status: 403,
  title: "That didn't work",
  content: html`<p>The other service didn't confirm who you are, or it took too long.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
};

const unreachable: PageAnswer = {
  do: "show",
  status: 502,
  title: "That didn't work",
  content: html`<p>The other service is not responding. Try again later, or log in with a password if you have one.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
};

const use = { ...loginUseCases, returnFromService, signOn };

/** The pages for logging in by another service: the redirect there, and the return. */
export const signOnPages = ({ provider, linkTokens, stateOf }: Parts) => {
  const begin =
    (_: unknown, context: RealmPageContext): TaskEither<ApiError, PageAnswer> =>
    async () => {
      const { request, url, state, logins } = context;
      if (!logins.has("OpenID Connect")) return E.left(signOnDisabled);
      const destination = destinationIn(request.query);
      if (isDesktopApp(request) && destination.app === undefined)
        return E.right(openBrowserPage(context, destination));
      const begun = await provider.begin(`${url}${returnPath}`);
      if (E.isLeft(begun)) return E.right(unreachable);
      const { url: serviceUrl, challenge } = begun.right;
      const stored = linkTokens.write("sign_on", {
        realm: state.realm.id,
        ...challenge,
        next: destination.to,
        ...appFields(destination),
      });
      return E.right({ do: "sign-on", to: serviceUrl, state: stored });
    };

  const logIn = (
    useCases: Bound<typeof use>,
    context: RealmPageContext,
    { identity, destination }: { readonly identity: Identity; readonly destination: Destination },
  ): TaskEither<ApiError, PageAnswer> =>
    pipe(
      useCases.signOn(visitorOf(context), identity),
      TE.chain((outcome) => {
        if (outcome.kind !== "new") return continueLogin(useCases, context, outcome.userId, destination);
        const query = `name=${encodeURIComponent(identity.fullName)}&${destinationQuery(destination)}`;
        return TE.right({ do: "go", to: `/accounts/confirm/${outcome.token}?${query}` });
      }),
    );

  const finish = (
    useCases: Bound<typeof use>,
    context: RealmPageContext,
  ): TaskEither<ApiError, PageAnswer> => {
    const { request, state, url } = context;
    const stored = linkTokens.read("sign_on", stateOf(context) ?? "");
    if (stored === undefined || stored.realm !== state.realm.id) return TE.right(failed);
    const returnedTo = new URL(`${url}${request.originalUrl}`);
    const confirm = () => provider.finish(returnedTo, stored);
    return pipe(
      useCases.returnFromService(visitorOf(context), stored.state, confirm),
      TE.chain((identity) =>
        identity === undefined
          ? TE.right(failed)
          : logIn(useCases, context, { identity, destination: destinationIn(stored) }),
      ),
    );
  };

  return [
    realmPage({ at: "/accounts/login/social/oidc", use: {}, get: begin }),
    realmPage({ at: "/accounts/register/social/oidc", use: {}, get: begin }),
    realmPage({ at: returnPath, use, get: finish }),
  ];
};
