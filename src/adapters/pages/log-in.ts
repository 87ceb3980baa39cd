import { pipe } from "fp-ts/function";
import * as T from "fp-ts/Task";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import { twoFactorsPath } from "../../application/links/two-factors-path";
import { provePassword } from "../../application/login/prove-password";
import { endSession } from "../../application/sessions/end-session";
import { type Destination, destinationFields, destinationIn, destinationQuery } from "./destination";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { field, problemNotice } from "./layout";
import { loginScript } from "./login-script";
import { askAgain, type PageAnswer, type Problem, type RealmPageContext, realmPage, visitorOf } from "./page";

/** Why somebody who was reading without an account is asked to log in. */
const reasonFor = ({ to, needsAccount }: Destination) =>
  needsAccount &&
  (to.startsWith("/#narrow/")
    ? html`<p>Only people with an account can read this conversation. It opens once you have logged in.</p>`
    : html`<p>Only people with an account can open this page. It opens once you have logged in.</p>`);

const show = (
  { csrf, state, signOn, logins }: RealmPageContext,
  destination: Destination,
  email = "",
  problem?: Problem,
): PageAnswer => ({
  do: "show",
  ...(problem && { status: problem.status }),
  title: "Log in",
  script: loginScript,
  content: html`${problemNotice(problem?.problem)}${reasonFor(destination)}
${
  logins.has("Email") &&
  html`<form method="post" action="/login">${csrf}
${destinationFields(destination)}
${field({ name: "username", label: "Email", type: "email", value: email, autocomplete: "username" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
<p class="actions"><button>Log in</button> <a href="/accounts/password/reset">Forgot your password?</a></p>
</form>`
}
${
  signOn &&
  html`<p class="actions"><a class="button" href="/accounts/login/social/oidc?${destinationQuery(destination)}">Log in with ${signOn.displayName}</a></p>`
}
${!state.realm.settings.inviteRequired && html`<p class="actions"><span>New here? <a href="/register">Sign up</a></span></p>`}`,
});

/** Logs a browser in, by password or by another service. */
export const logInPage = realmPage({
  at: "/login",
  use: { ...loginUseCases, provePassword },
  get: (_, context) => {
    const destination = destinationIn(context.request.query);
    if (context.settingUp) return TE.right({ do: "go", to: twoFactorsPath });
    // An app gets the login of the user who logs in now, not of the one already logged in.
    const isLoggedIn = context.signedIn !== undefined && destination.app === undefined;
    const { email } = context.request.query;
    return TE.right(
      isLoggedIn
        ? { do: "go", to: destination.to }
        : show(context, destination, typeof email === "string" ? email : ""),
    );
  },
  post: (useCases, context) => {
    const { form } = context;
    const destination = destinationIn(form);
    const { username = "", password = "" } = form;
    return pipe(
      useCases.provePassword(visitorOf(context), username.trim(), password),
      TE.matchE(
        askAgain((problem) => show(context, destination, username, problem)),
        ({ user, passwordHash }) => continueLogin(useCases, context, user.id, destination, passwordHash),
      ),
    );
  },
});

/** Ends the browser's session. */
export const logOutPage = realmPage({
  at: "/logout",
  use: endSession,
  post: (endSession, context) => {
    const known = context.signedIn ?? context.settingUp;
    const loggedOut: TaskEither<ApiError, PageAnswer> = TE.right({
      do: "session",
      token: undefined,
      to: "/login",
    });
    if (known === undefined) return loggedOut;
    return pipe(
      endSession({ ...visitorOf(context), userId: known.user.id }, known.sessionId),
      T.chain(() => loggedOut),
    );
  },
});

/** The legacy path of the login page. */
export const oldLogInPage = realmPage({
  at: "/accounts/login",
  use: {},
  get: (_, { request }) =>
    TE.right({ do: "go", to: `/login?${destinationQuery(destinationIn(request.query))}` }),
});

/** The home page, unless the web client serves it. */
export const homePage = realmPage({
  at: "/",
  use: {},
  get: (_, { signedIn }) => TE.right({ do: "go", to: signedIn ? "/account" : "/login" }),
});
