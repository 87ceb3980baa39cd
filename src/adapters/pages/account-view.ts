import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import type { ApiKeyInfo } from "../../application/api-keys/api-key-info";
import { listOwnApiKeys } from "../../application/api-keys/list-own-api-keys";
import type { Bound } from "../../application/bind-use-cases";
import type { Caller } from "../../application/caller";
import type { Confirmation } from "../../application/login/shared/confirmation";
import { findConfirmationMethod } from "../../application/login/shared/find-confirmation-method";
import type { Session } from "../../application/ports/login/session-store";
import { listSessions } from "../../application/sessions/list-sessions";
import { coarseNetwork } from "../../domain/realm/network";
import { utcTime } from "../../domain/text/utc-time";
import { type Html, html } from "./html";
import { field, problemNotice } from "./layout";
import { type PageAnswer, type Problem, type RealmPageContext, visitorOf } from "./page";

export type SignedInContext = RealmPageContext & {
  readonly signedIn: NonNullable<RealmPageContext["signedIn"]>;
};

/** Wraps a page for logged-in users; others are redirected to the login. */
export const signedInOnly =
  <Bound>(answer: (bound: Bound, context: SignedInContext) => TaskEither<ApiError, PageAnswer>) =>
  (bound: Bound, context: RealmPageContext): TaskEither<ApiError, PageAnswer> =>
    context.signedIn
      ? answer(bound, { ...context, signedIn: context.signedIn })
      : TE.right({ do: "go", to: "/login" });

/** Wraps a page for setting up second factors, which is also open to users who must set one up first. */
export const signedInForSetUp = <Bound>(
  answer: (bound: Bound, context: SignedInContext) => TaskEither<ApiError, PageAnswer>,
): ((bound: Bound, context: RealmPageContext) => TaskEither<ApiError, PageAnswer>) => {
  const forAll = signedInOnly(answer);
  return (bound, context) => forAll(bound, { ...context, signedIn: context.signedIn ?? context.settingUp });
};

/** The logged-in user as a caller of use cases. */
export const callerOf = (context: SignedInContext): Caller => ({
  ...visitorOf(context),
  userId: context.signedIn.user.id,
  sessionId: context.signedIn.sessionId,
});

/** The use cases behind the account page. */
export const accountUseCases = { findConfirmationMethod, listOwnApiKeys, listSessions };

/** Formats times for people. */
export const time = utcTime("medium", "short");

const sessionRow = ({ csrf, signedIn }: SignedInContext, session: Session): Html => {
  const isThis = session.id === signedIn.sessionId;
  const network = coarseNetwork(session.remoteAddress);
  return html`<li><div><strong>${session.browser}</strong>${isThis && html` (this browser)`}
<p class="hint">${network !== "" && `From ${network}, `}since ${time(session.createdAt)}, last seen ${time(session.lastSeenAt)} UTC</p></div>
<form method="post" action="/account/sessions">${csrf}<input type="hidden" name="id" value="${session.id}">
<button class="plain" aria-label="${isThis ? "Log out" : "End"}: ${session.browser}">${isThis ? "Log out" : "End"}</button></form></li>`;
};

const endOthers = ({ csrf }: SignedInContext): Html => html`
<form method="post" action="/account/sessions">${csrf}<input type="hidden" name="id" value="others">
<p class="actions"><button class="plain">Log out everywhere else</button></p></form>`;

/** How long sessions live in this organization. */
const sessionRules = ({ state }: SignedInContext): Html | undefined => {
  const { sessionIdleHours, sessionLifetimeHours } = state.realm.settings;
  return html`<p class="hint">You are logged out after ${spanOf(sessionIdleHours)} without use${
    sessionLifetimeHours !== null && `, and ${spanOf(sessionLifetimeHours)} after you logged in`
  }.</p>`;
};

const spanOf = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
  return count === 1 ? `a${unit === "hour" ? "n" : ""} ${unit}` : `${count} ${unit}s`;
};

const keyLine = ({ madeAt, lastUse }: ApiKeyInfo): Html => html`
<p class="hint">${madeAt === null ? "Your key" : `Your key was created ${time(madeAt)} UTC and`} ${
  lastUse
    ? `was last used by ${lastUse.client}${lastUse.network && ` from ${lastUse.network}`}, ${time(lastUse.usedAt)} UTC, give or take an hour.`
    : "has not been used yet."
}</p>`;

/** How a user confirms their identity. */
export type Confirming = Awaited<ReturnType<Bound<typeof findConfirmationMethod>>>;

/** The field for confirming an identity. `id` distinguishes it from others on the page. */
export const confirmationField = (
  way: Confirming,
  id: string,
  label = "Your current password",
): Html | undefined => {
  if (way === "nothing") return undefined;
  return way === "password"
    ? field({
        id: `${id}-password`,
        name: "password",
        label,
        type: "password",
        autocomplete: "current-password",
      })
    : field({
        id: `${id}-factor`,
        name: "factor_code",
        label: "A code of your second factor",
        autocomplete: "one-time-code",
      });
};

/** The confirmation submitted in such a field. */
export const confirmationIn = ({ form }: RealmPageContext): Confirmation => ({
  password: form.password ?? "",
  code: form.factor_code ?? "",
});

/** A message above the page's content: what went wrong, or what was done. */
export type PageMessage = Partial<Problem> & { readonly notice?: Html };

export const showMessage = ({ problem, notice }: PageMessage): Html =>
  html`${problemNotice(problem)}${notice && html`<div class="notice" role="status">${notice}</div>`}`;

/** A list that may fail to load: the page is shown without it. */
const orNone = <A>(found: TaskEither<ApiError, readonly A[]>): TaskEither<ApiError, readonly A[]> =>
  pipe(
    found,
    TE.orElse(() => TE.right<never, readonly A[]>([])),
  );

/** The account page. */
export const showAccount = (
  { findConfirmationMethod, listOwnApiKeys, listSessions }: Bound<typeof accountUseCases>,
  context: SignedInContext,
  message: PageMessage = {},
): TaskEither<ApiError, PageAnswer> => {
  const caller = callerOf(context);
  return pipe(
    TE.Do,
    TE.bind("sessions", () => orNone(listSessions(caller))),
    TE.bind("keys", () => orNone(listOwnApiKeys(caller))),
    TE.bind("way", () => TE.fromTask(() => findConfirmationMethod(caller))),
    TE.map((found) => accountPage(context, found, message)),
  );
};

interface AccountFacts {
  readonly sessions: readonly Session[];
  readonly keys: readonly ApiKeyInfo[];
  readonly way: Confirming;
}

const accountPage = (
  context: SignedInContext,
  { sessions, keys, way }: AccountFacts,
  message: PageMessage,
): PageAnswer => {
  const { csrf, signedIn, state } = context;
  const { user } = signedIn;
  return {
    do: "show",
    isWide: true,
    status: message.status ?? 200,
    title: "My account",
    content: html`${showMessage(message)}
<dl><dt>Name</dt><dd>${user.fullName}</dd><dt>Email</dt><dd>${user.email}</dd><dt>Role</dt><dd>${user.role}</dd></dl>
<h2>Log in with an app</h2>
<p>Apps ask for this server's address, <code>${context.url}</code>, and then for your email and password. Programs
use an API key: anyone who has it can do everything you can.</p>
${keys.map(keyLine)}
<form method="post" action="/account/api-key">${csrf}
${confirmationField(way, "key", "Your password")}
<p class="actions"><button name="as" value="file">Download .zuliprc</button>
<button class="plain" name="as" value="text">Show my API key</button>
<button class="plain" name="as" value="new">Create a new key</button></p>
<p class="hint">A new key replaces the old one: apps and programs have to log in again.</p>
</form>
<h2>Where you are logged in</h2>
<ul class="plain">${sessions.map((session) => sessionRow(context, session))}</ul>
${sessions.length > 1 && endOthers(context)}
${sessionRules(context)}
<h2>Two-factor authentication</h2>
<p>${
      user.secondFactors === 0
        ? "With a second factor, nobody can log in with your password alone."
        : "Logging in requires a second factor in addition to your password."
    }</p>
<p class="actions"><a class="button" href="/account/two-factors">${user.secondFactors === 0 ? "Set up two-factor authentication" : "My second factors"}</a></p>
<h2>Email and password</h2>
<form method="post" action="/account/email">${csrf}
${field({ name: "email", label: "New email", type: "email", value: message.problem && context.form.email, autocomplete: "email" })}
${confirmationField(way, "email")}
<p class="actions"><button class="plain">Send me a link</button>
<a href="/accounts/password/reset">Choose a new password</a></p></form>
<form method="post" action="/logout">${csrf}
<p class="actions"><button class="plain">Log out of ${state.realm.name}</button></p></form>`,
  };
};
