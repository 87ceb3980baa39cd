import { pipe } from "fp-ts/function";
import * as T from "fp-ts/Task";
import * as TE from "fp-ts/TaskEither";
import { requestEmailChange } from "../../application/accounts/request-email-change";
import { fetchOwnApiKey } from "../../application/api-keys/fetch-own-api-key";
import { regenerateApiKey } from "../../application/api-keys/regenerate-api-key";
import { endOtherSessions } from "../../application/sessions/end-other-sessions";
import { endSession } from "../../application/sessions/end-session";
import { accountUseCases, callerOf, confirmationIn, showAccount, signedInOnly } from "./account-view";
import { html } from "./html";
import { problemOf, realmPage } from "./page";

export const accountPage = realmPage({
  at: "/account",
  use: accountUseCases,
  get: signedInOnly(showAccount),
});

/** Shows the caller's API key, or a new one, after they confirmed their identity. */
export const apiKeyPage = realmPage({
  at: "/account/api-key",
  use: { ...accountUseCases, fetchOwnApiKey, regenerateApiKey },
  post: signedInOnly((useCases, context) => {
    const { form, signedIn, url } = context;
    const keyOf = form.as === "new" ? useCases.regenerateApiKey : useCases.fetchOwnApiKey;
    return pipe(
      keyOf(callerOf(context), confirmationIn(context)),
      TE.matchE(
        (error) => showAccount(useCases, context, problemOf(error)),
        (key) =>
          form.as === "file"
            ? TE.right({
                do: "download",
                name: ".zuliprc",
                text: `[api]\nemail=${signedIn.user.email}\nkey=${key}\nsite=${url}\n`,
              })
            : showAccount(useCases, context, {
                notice: html`<p>Your API key is</p><pre><code>${key}</code></pre>`,
              }),
      ),
    );
  }),
});

/** Ends sessions: one, or all but the caller's. */
export const sessionsPage = realmPage({
  at: "/account/sessions",
  use: { endOtherSessions, endSession },
  post: signedInOnly(({ endOtherSessions, endSession }, context) => {
    const { form, signedIn } = context;
    const caller = callerOf(context);
    return pipe(
      form.id === "others" ? endOtherSessions(caller, signedIn.sessionId) : endSession(caller, form.id ?? ""),
      T.chain(() =>
        TE.right(
          form.id === signedIn.sessionId
            ? { do: "session", token: undefined, to: "/login" }
            : { do: "go", to: "/account" },
        ),
      ),
    );
  }),
});

/** Requests another address, which takes effect once it is confirmed. */
export const emailPage = realmPage({
  at: "/account/email",
  use: { ...accountUseCases, requestEmailChange },
  post: signedInOnly((useCases, context) => {
    const { email = "" } = context.form;
    return pipe(
      useCases.requestEmailChange(callerOf(context), email, confirmationIn(context)),
      TE.matchW(problemOf, () => ({
        notice: html`A link is on its way to ${email}. Your address changes when you open it.`,
      })),
      T.chain((message) => showAccount(useCases, context, message)),
    );
  }),
});
