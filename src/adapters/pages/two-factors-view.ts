import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import type { Bound } from "../../application/bind-use-cases";
import { twoFactorsPath } from "../../application/links/two-factors-path";
import { findConfirmationMethod } from "../../application/login/shared/find-confirmation-method";
import type { AppSetUp } from "../../application/second-factors/begin-app";
import { type FactorList, listFactors } from "../../application/second-factors/list-factors";
import { mustAddFactor } from "../../domain/second-factors/second-factor";
import {
  type Confirming,
  callerOf,
  confirmationField,
  type PageMessage,
  type SignedInContext,
  showMessage,
  time,
} from "./account-view";
import { type Html, html } from "./html";
import { field } from "./layout";
import type { PageAnswer } from "./page";
import { passkeyScript } from "./passkey-script";
import { qrCode } from "./qr-code";
import { passkeyForm } from "./second-factor-view";

/** The use cases behind the page on second factors. */
export const factorsUseCases = { findConfirmationMethod, listFactors };

const kinds = { app: "Codes", passkey: "Passkey" } as const;

const factorRow = (
  { csrf }: SignedInContext,
  { id, kind, name, createdAt, lastUsedAt }: FactorList["factors"][number],
  way: Confirming,
): Html => html`<li><div><strong>${name}</strong>
<p class="hint">${kinds[kind]}, since ${time(createdAt)} UTC, ${
  lastUsedAt === null ? "not used yet" : `last used ${time(lastUsedAt)} UTC`
}</p></div>
<details><summary aria-label="Remove: ${name}">Remove</summary>
<form method="post" action="${twoFactorsPath}/remove">${csrf}<input type="hidden" name="id" value="${id}">
${confirmationField(way, `remove-${id}`)}
<p class="actions"><button class="plain" aria-label="Remove permanently: ${name}">Remove permanently</button></p></form></details></li>`;

const codesForm = ({ csrf }: SignedInContext, left: number, way: Confirming): Html => html`
<h2>Recovery codes</h2>
<p>You have ${left} left. Each one logs you in once, if you don't have your second factor at hand.</p>
<form method="post" action="${twoFactorsPath}/codes">${csrf}
${confirmationField(way, "codes")}
<p class="actions"><button class="plain">Create new codes</button></p>
<p class="hint">The old codes stop working.</p></form>`;

const introduction = (context: SignedInContext, { factors }: FactorList): Html => {
  const { state, signedIn } = context;
  if (mustAddFactor(state.realm, signedIn.user))
    return html`<p><strong>${state.realm.name} requires two-factor authentication.</strong> Set up a second factor, in addition to your password, to continue.</p>`;
  return factors.length === 0
    ? html`<p>With a second factor, nobody can log in with your password alone.</p>`
    : html`<p>Logging in requires your password and one of these:</p>`;
};

/** The page on the user's second factors. */
export const showFactors = (
  { findConfirmationMethod, listFactors }: Bound<typeof factorsUseCases>,
  context: SignedInContext,
  message: PageMessage = {},
): TaskEither<ApiError, PageAnswer> =>
  pipe(
    TE.Do,
    TE.bind("list", () => listFactors(callerOf(context))),
    TE.bind("way", () => TE.fromTask(() => findConfirmationMethod(callerOf(context)))),
    TE.map(({ list, way }) => factorsPage(context, list, way, message)),
  );

const factorsPage = (
  context: SignedInContext,
  list: FactorList,
  way: Confirming,
  message: PageMessage,
): PageAnswer => {
  const { factors, recoveryCodesLeft } = list;
  const hasApp = factors.some(({ kind }) => kind === "app");
  return {
    do: "show",
    isWide: true,
    status: message.status ?? 200,
    title: "Two-factor authentication",
    content: html`${showMessage(message)}${introduction(context, list)}
<ul class="plain">${factors.map((factor) => factorRow(context, factor, way))}</ul>
<p class="actions">${!hasApp && html`<a class="button" href="${twoFactorsPath}/app">Set up an authenticator app</a>`}
<a class="button" href="${twoFactorsPath}/passkey">Set up a passkey</a></p>
${factors.length > 0 && codesForm(context, recoveryCodesLeft, way)}
<form method="post" action="/logout">${context.csrf}
<p class="actions"><a href="/account">My account</a> <button class="plain">Log out</button></p></form>`,
  };
};

/** Shows the secret for an app and asks for the app's code. */
export const appPage = async (
  { csrf }: SignedInContext,
  { secret, uri, token }: AppSetUp,
  way: Confirming,
  message: PageMessage = {},
): Promise<PageAnswer> => ({
  do: "show",
  status: message.status ?? 200,
  title: "Set up an app",
  content: html`${showMessage(message)}
<p>Scan this QR code with your authenticator app:</p>
${await qrCode(uri, "QR code with the secret for your app. The secret is below as text.")}
<p>Or enter this key in the app, as a time-based key:</p>
<pre><code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></pre>
<form method="post" action="${twoFactorsPath}/app">${csrf}<input type="hidden" name="token" value="${token}">
${field({ name: "code", label: "The code that the app shows now", autocomplete: "one-time-code" })}
${confirmationField(way, "app")}
<p class="hint">Apps and other browsers have to log in again after this.</p>
<p class="actions"><button>Use this app</button> <a href="${twoFactorsPath}">Back</a></p>
</form>`,
});

/** Asks the browser for a passkey. */
export const passkeyPage = (
  { csrf, browser }: SignedInContext,
  { options, token }: { readonly options: string; readonly token: string },
  way: Confirming,
  message: PageMessage = {},
): PageAnswer => ({
  do: "show",
  status: message.status ?? 200,
  title: "Set up a passkey",
  script: passkeyScript,
  content: html`${showMessage(message)}
<p>Your device, a security key or your password manager stores a passkey for this site.</p>
${passkeyForm(
  `${twoFactorsPath}/passkey`,
  "make",
  options,
  html`${csrf}<input type="hidden" name="token" value="${token}">
${field({ name: "name", label: "Name of the passkey", value: browser, autocomplete: "off" })}
${confirmationField(way, "passkey")}
<p class="hint">Apps and other browsers have to log in again after this.</p>`,
  "Create a passkey",
)}
<p class="actions"><a href="${twoFactorsPath}">Back</a></p>`,
});

/** Shows recovery codes, once; with the first factor, also sets the browser's new session. */
export const codesPage = (codes: readonly string[], session?: string): PageAnswer => ({
  do: "show",
  title: "Your recovery codes",
  ...(session !== undefined && { session }),
  content: html`<p>Store these where you can find them without your phone. Each one logs you in once, in place of your second factor.
<strong>They are not shown again.</strong></p>
<pre><code>${codes.join("\n")}</code></pre>
<p class="actions"><a class="button" href="${twoFactorsPath}">I have saved them</a></p>`,
});
