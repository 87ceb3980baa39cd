import { isLeft } from "fp-ts/Either";
import { twoFactorsPath } from "../../application/links/two-factors-path";
import { provePassword } from "../../application/login/prove-password";
import { endSession } from "../../application/sessions/end-session";
import { type Destination, destinationIn } from "./destination";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { field, problemNotice } from "./layout";
import type { PageAnswer, RealmPageContext } from "./page";
import { realmPage, statusOf, visitorOf, wordsOf } from "./page";

const queryOf = ({ to, pad }: Destination): string =>
  new URLSearchParams({ next: to, ...(pad !== undefined && { mobile_flow_otp: pad }) }).toString();

const show = (
  { csrf, state, signOn, logins }: RealmPageContext,
  { to, pad }: Destination,
  email = "",
  problem?: { readonly words: string; readonly status: number },
): PageAnswer => ({
  do: "show",
  ...(problem && { status: problem.status }),
  title: "Log in",
  content: html`${problemNotice(problem?.words)}
${
  logins.has("Email") &&
  html`<form method="post" action="/login">${csrf}
<input type="hidden" name="next" value="${to}">${pad !== undefined && html`<input type="hidden" name="mobile_flow_otp" value="${pad}">`}
${field({ name: "username", label: "Email", type: "email", value: email, autocomplete: "username" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
<p class="actions"><button>Log in</button> <a href="/accounts/password/reset">Forgot your password?</a></p>
</form>`
}
${
  signOn &&
  html`<p class="actions"><a class="button" href="/accounts/login/social/oidc?${queryOf({ to, pad })}">Log in with ${signOn.displayName}</a></p>`
}
${!state.realm.settings.inviteRequired && html`<p class="actions"><span>New here? <a href="/register">Sign up</a></span></p>`}`,
});

/** Logs a browser in, by password or by another service. */
export const logInPage = realmPage({
  at: "/login",
  use: { ...loginUseCases, provePassword },
  get: async (_, context) => {
    const destination = destinationIn(context.request.query);
    if (context.settingUp) return { do: "go", to: twoFactorsPath };
    // An app gets the key of the user who logs in now, not of the one already logged in.
    return context.signedIn && destination.pad === undefined
      ? { do: "go", to: destination.to }
      : show(context, destination);
  },
  post: async (useCases, context) => {
    const { form } = context;
    const destination = destinationIn(form);
    const { username = "", password = "" } = form;
    const known = await useCases.provePassword(visitorOf(context), username.trim(), password)();
    if (!isLeft(known)) {
      const { user, passwordHash } = known.right;
      return continueLogin(useCases, context, user.id, destination, passwordHash);
    }
    const problem = { words: wordsOf(known.left), status: statusOf(known.left) };
    return show(context, destination, username, problem);
  },
});

/** Ends the browser's session. */
export const logOutPage = realmPage({
  at: "/logout",
  use: endSession,
  post: async (endSession, context) => {
    const known = context.signedIn ?? context.settingUp;
    if (known) await endSession({ ...visitorOf(context), userId: known.user.id }, known.sessionId)();
    return { do: "session", token: undefined, to: "/login" };
  },
});

/** The legacy path of the login page. */
export const oldLogInPage = realmPage({
  at: "/accounts/login",
  use: {},
  get: async (_, { request }) => ({
    do: "go",
    to: `/login?${queryOf(destinationIn(request.query))}`,
  }),
});

/** The home page, unless the web client serves it. */
export const homePage = realmPage({
  at: "/",
  use: {},
  get: async (_, { signedIn }) => ({ do: "go", to: signedIn ? "/account" : "/login" }),
});
