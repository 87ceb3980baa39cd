import { type Either, isLeft, right } from "fp-ts/Either";
import type { Session } from "../../application/ports/session-store";
import { endSessions, listSessions } from "../../application/sessions/end-sessions";
import type { Bound } from "../../application/together";
import { requestEmailChange } from "../../application/users/change-email";
import { logIn } from "../../application/users/log-in";
import { fetchOwnApiKey, hasPassword } from "../../application/users/own-api-key";
import type { ApiError } from "../../domain/errors";
import { type Html, html } from "./html";
import { field, problemNotice } from "./layout";
import { type PageAnswer, type RealmPageContext, realmPage, statusOf, wordsOf } from "./page";

type SignedInContext = RealmPageContext & {
  readonly signedIn: NonNullable<RealmPageContext["signedIn"]>;
};

/** The pages of whoever is logged in; others log in first. */
const signedInOnly =
  <Bound>(answer: (bound: Bound, context: SignedInContext) => Promise<PageAnswer>) =>
  async (bound: Bound, context: RealmPageContext): Promise<PageAnswer> =>
    context.signedIn ? answer(bound, { ...context, signedIn: context.signedIn }) : { do: "go", to: "/login" };

/** What the account page shows comes of these. */
const shown = { listSessions, hasPassword };

const callerOf = ({ state, signedIn }: SignedInContext) => ({
  ...{ realmId: state.realm.id, userId: signedIn.user.id, client: "website" },
});

const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

const sessionRow = ({ csrf, signedIn }: SignedInContext, session: Session): Html => {
  const isThis = session.id === signedIn.sessionId;
  return html`<li><div><strong>${session.browser}</strong>${isThis && html` (this browser)`}
<p class="hint">From ${session.remoteAddress}, last seen ${time.format(session.lastSeenAt)} UTC</p></div>
<form method="post" action="/account/sessions">${csrf}<input type="hidden" name="id" value="${session.id}">
<button class="plain" aria-label="${isThis ? "Log out" : "End"}: ${session.browser}">${isThis ? "Log out" : "End"}</button></form></li>`;
};

const endOthers = ({ csrf }: SignedInContext): Html => html`
<form method="post" action="/account/sessions">${csrf}<input type="hidden" name="id" value="others">
<p class="actions"><button class="plain">Log out everywhere else</button></p></form>`;

const show = async (
  { listSessions, hasPassword }: Bound<typeof shown>,
  context: SignedInContext,
  said?: { readonly problem?: string; readonly notice?: Html; readonly status?: number },
): Promise<PageAnswer> => {
  const { csrf, signedIn, state } = context;
  const { user } = signedIn;
  const sessions = await listSessions(callerOf(context))();
  const isAskedForPassword = await hasPassword(callerOf(context));
  return {
    do: "show",
    isWide: true,
    status: said?.status ?? 200,
    title: "My account",
    content: html`${problemNotice(said?.problem)}${said?.notice && html`<div class="notice" role="status">${said.notice}</div>`}
<dl><dt>Name</dt><dd>${user.fullName}</dd><dt>Email</dt><dd>${user.email}</dd><dt>Role</dt><dd>${user.role}</dd></dl>
<h2>Log in with an app</h2>
<p>Apps ask for the address of this server, <code>${context.url}</code>, and then for your email and password. Programs
use an API key: whoever has it can do here whatever you can.</p>
<form method="post" action="/account/api-key">${csrf}
${
  isAskedForPassword &&
  field({ name: "password", label: "Your password", type: "password", autocomplete: "current-password" })
}
<p class="actions"><button name="as" value="file">Download .zuliprc</button>
<button class="plain" name="as" value="text">Show my API key</button></p>
</form>
<h2>Where you are logged in</h2>
<ul class="plain">${isLeft(sessions) ? undefined : sessions.right.map((session) => sessionRow(context, session))}</ul>
${!isLeft(sessions) && sessions.right.length > 1 && endOthers(context)}
<h2>Email and password</h2>
<form method="post" action="/account/email">${csrf}
${field({ name: "email", label: "New email", type: "email", autocomplete: "email" })}
<p class="actions"><button class="plain">Mail me a link</button>
<a href="/accounts/password/reset">Choose a new password</a></p></form>
<form method="post" action="/logout">${csrf}
<p class="actions"><button class="plain">Log out of ${state.realm.name}</button></p></form>`,
  };
};

export const accountPage = realmPage({
  at: "/account",
  use: shown,
  get: signedInOnly(show),
});

const keys = { hasPassword, fetchOwnApiKey, logIn };

/** The caller's key: who has a password gives it again, so that a browser left open gives nothing away. */
const keyOf = async (
  { hasPassword, fetchOwnApiKey, logIn }: Bound<typeof keys>,
  context: SignedInContext,
): Promise<Either<ApiError, string>> => {
  const { form, state, signedIn, remoteAddress } = context;
  if (!(await hasPassword(callerOf(context)))) return fetchOwnApiKey(callerOf(context))();
  const { id } = state.realm;
  const known = await logIn(id, signedIn.user.email, form.password ?? "", remoteAddress)();
  return isLeft(known) ? known : right(known.right.apiKey);
};

export const apiKeyPage = realmPage({
  at: "/account/api-key",
  use: { ...shown, ...keys },
  post: signedInOnly(async (useCases, context) => {
    const key = await keyOf(useCases, context);
    if (isLeft(key))
      return show(useCases, context, { problem: wordsOf(key.left), status: statusOf(key.left) });
    const { email } = context.signedIn.user;
    if (context.form.as === "file")
      return {
        do: "download",
        name: ".zuliprc",
        text: `[api]\nemail=${email}\nkey=${key.right}\nsite=${context.url}\n`,
      };
    return show(useCases, context, {
      notice: html`<p>Your API key is</p><pre><code>${key.right}</code></pre>`,
    });
  }),
});

/** Ends sessions: one, or all but the caller's. */
export const sessionsPage = realmPage({
  at: "/account/sessions",
  use: { listSessions, endSessions },
  post: signedInOnly(async ({ listSessions, endSessions }, context) => {
    const { form, signedIn } = context;
    const caller = callerOf(context);
    const all = await listSessions(caller)();
    const others = isLeft(all) ? [] : all.right.map(({ id }) => id).filter((id) => id !== signedIn.sessionId);
    await endSessions(caller, form.id === "others" ? others : [form.id ?? ""])();
    if (form.id === signedIn.sessionId) return { do: "session", token: undefined, to: "/login" };
    return { do: "go", to: "/account" };
  }),
});

/** Asks for another address; it counts when it is confirmed. */
export const emailPage = realmPage({
  at: "/account/email",
  use: { ...shown, requestEmailChange },
  post: signedInOnly(async (useCases, context) => {
    const { form } = context;
    const outcome = await useCases.requestEmailChange(callerOf(context), form.email ?? "")();
    if (isLeft(outcome))
      return show(useCases, context, { problem: wordsOf(outcome.left), status: statusOf(outcome.left) });
    return show(useCases, context, {
      notice: html`A link is on its way to ${form.email}. Your address changes when you open it.`,
    });
  }),
});
