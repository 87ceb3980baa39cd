import { isLeft } from "fp-ts/Either";
import { endSessions } from "../../application/sessions/end-sessions";
import { openSession } from "../../application/sessions/open-session";
import { logIn } from "../../application/users/log-in";
import { html } from "./html";
import { field, problemNotice } from "./layout";
import type { PageAnswer, RealmPageContext } from "./page";
import { realmPage, statusOf, wordsOf } from "./page";

/** A path on this server, whatever was asked for. */
export const localPath = (wanted: unknown): string =>
  typeof wanted === "string" && /^\/(?![/\\])[^\p{Cc}]*$/u.test(wanted) ? wanted : "/";

const show = (
  { csrf, state, signOn }: RealmPageContext,
  next: string,
  email = "",
  problem?: { readonly words: string; readonly status: number },
): PageAnswer => ({
  do: "show",
  ...(problem && { status: problem.status }),
  title: "Log in",
  content: html`${problemNotice(problem?.words)}
<form method="post" action="/login">${csrf}
<input type="hidden" name="next" value="${next}">
${field({ name: "username", label: "Email", type: "email", value: email, autocomplete: "username" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
<p class="actions"><button>Log in</button> <a href="/accounts/password/reset">Forgot your password?</a></p>
</form>
${
  signOn &&
  html`<p class="actions"><a class="button" href="/accounts/login/social/oidc?next=${encodeURIComponent(next)}">Log in with ${signOn.displayName}</a></p>`
}
${!state.realm.settings.inviteRequired && html`<p class="actions"><span>New here? <a href="/register">Sign up</a></span></p>`}`,
});

/** Logs a browser in, by password or by another service. */
export const logInPage = realmPage({
  at: "/login",
  use: { logIn, openSession },
  get: async (_, context) => {
    const next = localPath(context.request.query.next);
    return context.signedIn ? { do: "go", to: next } : show(context, next);
  },
  post: async ({ logIn, openSession }, context) => {
    const { form, state, remoteAddress, browser } = context;
    const next = localPath(form.next);
    const { username = "", password = "" } = form;
    const realmId = state.realm.id;
    const known = await logIn(realmId, username.trim(), password, remoteAddress)();
    const opened = isLeft(known)
      ? known
      : await openSession(realmId, known.right.user.id, { name: browser, remoteAddress })();
    if (isLeft(opened))
      return show(context, next, username, { words: wordsOf(opened.left), status: statusOf(opened.left) });
    return { do: "session", token: opened.right, to: next };
  },
});

/** Ends the browser's session. */
export const logOutPage = realmPage({
  at: "/logout",
  use: endSessions,
  post: async (endSessions, { signedIn, state }) => {
    if (signedIn) {
      const caller = { realmId: state.realm.id, userId: signedIn.user.id };
      await endSessions(caller, [signedIn.sessionId])();
    }
    return { do: "session", token: undefined, to: "/login" };
  },
});

/** An older address of the page. */
export const oldLogInPage = realmPage({
  at: "/accounts/login",
  use: {},
  get: async (_, { request }) => ({
    do: "go",
    to: `/login?next=${encodeURIComponent(localPath(request.query.next))}`,
  }),
});

/** Where browsers come first, unless the web client takes them in. */
export const homePage = realmPage({
  at: "/",
  use: {},
  get: async (_, { signedIn }) => ({ do: "go", to: signedIn ? "/account" : "/login" }),
});
