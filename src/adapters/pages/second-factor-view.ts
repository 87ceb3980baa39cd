import type { HalfLogin } from "../../application/second-factors/shared/half-login";
import { type Destination, destinationFields } from "./destination";
import { type Html, html } from "./html";
import { field, problemNotice } from "./layout";
import type { PageAnswer, Problem, RealmPageContext } from "./page";
import { passkeyScript } from "./passkey-script";

/** The page for proving the second factor. */
export const secondFactorPath = "/login/two-factors";

/** A form answered by a passkey, which the page's script requests from the browser. */
export const passkeyForm = (
  action: string,
  does: "make" | "use",
  options: string,
  content: Html,
  label: string,
): Html => html`
<form method="post" action="${action}" data-passkey="${does}" data-options="${options}">${content}
<input type="hidden" name="passkey" value="">
<p class="notice bad" role="alert" hidden></p>
<p class="actions"><button>${label}</button></p>
<noscript><p class="hint">Passkeys need JavaScript.</p></noscript>
</form>`;

/** Asks for a code or a passkey, after the first factor. */
export const askForSecondFactor = (
  { csrf }: RealmPageContext,
  { token, hasApp, passkeyOptions }: HalfLogin,
  destination: Destination,
  problem?: Problem,
): PageAnswer => {
  const hiddenFields = html`${csrf}<input type="hidden" name="half" value="${token}">${destinationFields(destination)}`;
  const hint = hasApp
    ? "From your authenticator app, or one of your recovery codes."
    : "One of the codes shown when you set up your passkey.";
  return {
    do: "show",
    ...(problem && { status: problem.status }),
    title: "One more step",
    ...(passkeyOptions !== undefined && { script: passkeyScript }),
    content: html`${problemNotice(problem?.problem)}
<p>Your account requires a second factor.</p>
${passkeyOptions !== undefined && passkeyForm(secondFactorPath, "use", passkeyOptions, hiddenFields, "Use a passkey")}
<form method="post" action="${secondFactorPath}">${hiddenFields}
${field({ name: "code", label: hasApp ? "Code" : "Recovery code", autocomplete: "one-time-code", hint })}
<p class="actions"><button${passkeyOptions !== undefined && html` class="plain"`}>Continue</button> <a href="/login">Back</a></p>
</form>
<p class="hint">Lost your second factor and your recovery codes? An administrator of the organization can reset it.</p>`,
  };
};
