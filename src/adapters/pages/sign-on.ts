import { isLeft } from "fp-ts/Either";
import type { Bound } from "../../application/bind-use-cases";
import type { LinkTokens } from "../../application/ports/login/link-tokens";
import type { SignOnProvider } from "../../application/ports/login/sign-on-provider";
import { signOn } from "../../application/sign-on/sign-on";
import { signOnDisabled } from "../../domain/login/refusals";
import { destinationIn } from "./destination";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { type PageAnswer, problemPage, type RealmPageContext, realmPage } from "./page";

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

const use = { ...loginUseCases, signOn };

/** The pages for logging in by another service: the redirect there, and the return. */
export const signOnPages = ({ provider, linkTokens, stateOf }: Parts) => {
  const begin = async (_: unknown, context: RealmPageContext): Promise<PageAnswer> => {
    const { request, url, state, logins } = context;
    if (!logins.has("OpenID Connect")) return problemPage(signOnDisabled);
    const { to, pad } = destinationIn(request.query);
    const begun = await provider.begin(`${url}${returnPath}`);
    if (begun === undefined) return unreachable;
    const stored = linkTokens.write("sign_on", {
      realm: state.realm.id,
      ...begun.challenge,
      next: to,
      ...(pad !== undefined && { mobile_flow_otp: pad }),
    });
    return { do: "sign-on", to: begun.url, state: stored };
  };

  const finish = async (useCases: Bound<typeof use>, context: RealmPageContext): Promise<PageAnswer> => {
    const { request, state, url } = context;
    const stored = linkTokens.read("sign_on", stateOf(context) ?? "");
    if (stored === undefined || stored.realm !== state.realm.id) return failed;
    const challenge = {
      state: String(stored.state),
      nonce: String(stored.nonce),
      codeVerifier: String(stored.codeVerifier),
    };
    const identity = await provider.finish(new URL(`${url}${request.originalUrl}`), challenge);
    if (identity === undefined) return failed;
    const realmId = state.realm.id;
    const outcome = await useCases.signOn(realmId, identity)();
    if (isLeft(outcome)) return problemPage(outcome.left);
    if (outcome.right.kind === "new") {
      const name = encodeURIComponent(identity.fullName);
      return { do: "go", to: `/accounts/confirm/${outcome.right.token}?name=${name}` };
    }
    return continueLogin(useCases, context, outcome.right.userId, destinationIn(stored));
  };

  return [
    realmPage({ at: "/accounts/login/social/oidc", use: {}, get: begin }),
    realmPage({ at: "/accounts/register/social/oidc", use: {}, get: begin }),
    realmPage({ at: returnPath, use, get: finish }),
  ];
};
