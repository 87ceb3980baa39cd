import { isLeft } from "fp-ts/Either";
import type { AppSetUp } from "../../application/second-factors/begin-app";
import { twoFactorsPath } from "../../application/second-factors/factor-letter";
import { type FactorList, listFactors } from "../../application/second-factors/list-factors";
import type { Bound } from "../../application/together";
import { howToConfirm } from "../../application/users/confirm-identity";
import { mustAddFactor } from "../../domain/second-factor";
import {
  type Confirming,
  callerOf,
  confirmationField,
  type Said,
  type SignedInContext,
  saidAbove,
  time,
} from "./account-view";
import { type Html, html } from "./html";
import { field } from "./layout";
import { type PageAnswer, problemPage } from "./page";
import { passkeyScript } from "./passkey-script";
import { qrCode } from "./qr-code";
import { passkeyForm } from "./second-factor-view";

/** What the page on second factors shows comes of these. */
export const factorsShown = { howToConfirm, listFactors };

const kinds = { app: "Codes", passkey: "Passkey" } as const;

const factorRow = (
  { csrf }: SignedInContext,
  { id, kind, name, createdAt, lastUsedAt }: FactorList["factors"][number],
  way: Confirming,
): Html => html`<li><div><strong>${name}</strong>
<p class="hint">${kinds[kind]}, since ${time.format(createdAt)} UTC, ${
  lastUsedAt === null ? "not used yet" : `last used ${time.format(lastUsedAt)} UTC`
}</p></div>
<details><summary aria-label="Remove: ${name}">Remove</summary>
<form method="post" action="${twoFactorsPath}/remove">${csrf}<input type="hidden" name="id" value="${id}">
${confirmationField(way, `remove-${id}`)}
<p class="actions"><button class="plain" aria-label="Remove for good: ${name}">Remove for good</button></p></form></details></li>`;

const codesForm = ({ csrf }: SignedInContext, left: number, way: Confirming): Html => html`
<h2>Recovery codes</h2>
<p>You have ${left} left. Each lets you in once, when you have nothing else at hand.</p>
<form method="post" action="${twoFactorsPath}/codes">${csrf}
${confirmationField(way, "codes")}
<p class="actions"><button class="plain">Make new ones</button></p>
<p class="hint">The old ones no longer work then.</p></form>`;

const introduction = (context: SignedInContext, { factors }: FactorList): Html => {
  const { state, signedIn } = context;
  if (mustAddFactor(state.realm, signedIn.user))
    return html`<p><strong>${state.realm.name} requires two factors.</strong> Set up a second one, besides your password, to go on.</p>`;
  return factors.length === 0
    ? html`<p>With a second factor, nobody gets in who only knows your password.</p>`
    : html`<p>Logging in takes your password and one of these:</p>`;
};

/** The page on one's second factors. */
export const showFactors = async (
  { howToConfirm, listFactors }: Bound<typeof factorsShown>,
  context: SignedInContext,
  said: Said = {},
): Promise<PageAnswer> => {
  const list = await listFactors(callerOf(context))();
  if (isLeft(list)) return problemPage(list.left);
  const way = await howToConfirm(callerOf(context));
  const { factors, recoveryCodesLeft } = list.right;
  const hasApp = factors.some(({ kind }) => kind === "app");
  return {
    do: "show",
    isWide: true,
    status: said.status ?? 200,
    title: "Two factors",
    content: html`${saidAbove(said)}${introduction(context, list.right)}
<ul class="plain">${factors.map((factor) => factorRow(context, factor, way))}</ul>
<p class="actions">${!hasApp && html`<a class="button" href="${twoFactorsPath}/app">Set up an authenticator app</a>`}
<a class="button" href="${twoFactorsPath}/passkey">Set up a passkey</a></p>
${factors.length > 0 && codesForm(context, recoveryCodesLeft, way)}
<form method="post" action="/logout">${context.csrf}
<p class="actions"><a href="/account">My account</a> <button class="plain">Log out</button></p></form>`,
  };
};

/** Shows a secret to an app, and asks for what the app makes of it. */
export const appPage = async (
  { csrf }: SignedInContext,
  { secret, uri, token }: AppSetUp,
  way: Confirming,
  said: Said = {},
): Promise<PageAnswer> => ({
  do: "show",
  status: said.status ?? 200,
  title: "Set up an app",
  content: html`${saidAbove(said)}
<p>Read this picture with your authenticator app:</p>
${await qrCode(uri, "The secret for your app, as a picture. It is below as text, too.")}
<p>Or type this into the app, as a key that changes with time:</p>
<pre><code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></pre>
<form method="post" action="${twoFactorsPath}/app">${csrf}<input type="hidden" name="token" value="${token}">
${field({ name: "code", label: "The code that it shows now", autocomplete: "one-time-code" })}
${confirmationField(way, "app")}
<p class="hint">Apps and other browsers log in again after this.</p>
<p class="actions"><button>Use this app</button> <a href="${twoFactorsPath}">Back</a></p>
</form>`,
});

/** Asks the browser for a passkey. */
export const passkeyPage = (
  { csrf, browser }: SignedInContext,
  { options, token }: { readonly options: string; readonly token: string },
  way: Confirming,
  said: Said = {},
): PageAnswer => ({
  do: "show",
  status: said.status ?? 200,
  title: "Set up a passkey",
  script: passkeyScript,
  content: html`${saidAbove(said)}
<p>Your device, a security key or your password manager keeps a passkey for this site.</p>
${passkeyForm(
  `${twoFactorsPath}/passkey`,
  "make",
  options,
  html`${csrf}<input type="hidden" name="token" value="${token}">
${field({ name: "name", label: "What you call it", value: browser, autocomplete: "off" })}
${confirmationField(way, "passkey")}
<p class="hint">Apps and other browsers log in again after this.</p>`,
  "Make a passkey",
)}
<p class="actions"><a href="${twoFactorsPath}">Back</a></p>`,
});

/** Recovery codes, which nobody sees again; and with the first factor, the browser's new session. */
export const codesPage = (codes: readonly string[], session?: string): PageAnswer => ({
  do: "show",
  title: "Your recovery codes",
  ...(session !== undefined && { session }),
  content: html`<p>Keep these where you find them without your phone. Each lets you in once, in place of your second factor.
<strong>They are not shown again.</strong></p>
<pre><code>${codes.join("\n")}</code></pre>
<p class="actions"><a class="button" href="${twoFactorsPath}">I have kept them</a></p>`,
});
