import { isLeft } from "fp-ts/Either";
import { requestEmailChange } from "../../application/accounts/request-email-change";
import { endOtherSessions } from "../../application/sessions/end-other-sessions";
import { endSession } from "../../application/sessions/end-session";
import { fetchOwnApiKey } from "../../application/users/fetch-own-api-key";
import { regenerateApiKey } from "../../application/users/regenerate-api-key";
import {
  accountUseCases,
  callerOf,
  confirmationIn,
  problemOf,
  showAccount,
  signedInOnly,
} from "./account-view";
import { html } from "./html";
import { realmPage } from "./page";

export const accountPage = realmPage({
  at: "/account",
  use: accountUseCases,
  get: signedInOnly(showAccount),
});

/** Shows the caller's API key, or a new one, after they confirmed their identity. */
export const apiKeyPage = realmPage({
  at: "/account/api-key",
  use: { ...accountUseCases, fetchOwnApiKey, regenerateApiKey },
  post: signedInOnly(async (useCases, context) => {
    const { form, signedIn, url } = context;
    const keyOf = form.as === "new" ? useCases.regenerateApiKey : useCases.fetchOwnApiKey;
    const key = await keyOf(callerOf(context), confirmationIn(context))();
    if (isLeft(key)) return showAccount(useCases, context, problemOf(key.left));
    if (form.as === "file")
      return {
        do: "download",
        name: ".zuliprc",
        text: `[api]\nemail=${signedIn.user.email}\nkey=${key.right}\nsite=${url}\n`,
      };
    return showAccount(useCases, context, {
      notice: html`<p>Your API key is</p><pre><code>${key.right}</code></pre>`,
    });
  }),
});

/** Ends sessions: one, or all but the caller's. */
export const sessionsPage = realmPage({
  at: "/account/sessions",
  use: { endOtherSessions, endSession },
  post: signedInOnly(async ({ endOtherSessions, endSession }, context) => {
    const { form, signedIn } = context;
    const caller = callerOf(context);
    if (form.id === "others") await endOtherSessions(caller, signedIn.sessionId)();
    else await endSession(caller, form.id ?? "")();
    if (form.id === signedIn.sessionId) return { do: "session", token: undefined, to: "/login" };
    return { do: "go", to: "/account" };
  }),
});

/** Requests another address, which takes effect once it is confirmed. */
export const emailPage = realmPage({
  at: "/account/email",
  use: { ...accountUseCases, requestEmailChange },
  post: signedInOnly(async (useCases, context) => {
    const { email = "" } = context.form;
    const outcome = await useCases.requestEmailChange(callerOf(context), email, confirmationIn(context))();
    if (isLeft(outcome)) return showAccount(useCases, context, problemOf(outcome.left));
    return showAccount(useCases, context, {
      notice: html`A link is on its way to ${email}. Your address changes when you open it.`,
    });
  }),
});
