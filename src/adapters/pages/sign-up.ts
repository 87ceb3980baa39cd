import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import { requestSignUp } from "../../application/sign-up/request-sign-up";
import { type Html, html } from "./html";
import { field, problemNotice } from "./layout";
import { announceLink, linkTitle } from "./mailed-link";
import { type PageAnswer, problemOf, type RealmPageContext, realmPage } from "./page";

const signUpPath = "/register";

/** Asks for an address to send a link to. */
export const askForAddress = (context: RealmPageContext, action: string, error?: ApiError): PageAnswer => {
  const { csrf, state, signOn, logins, form } = context;
  const problem = error && problemOf(error);
  return {
    do: "show",
    status: problem?.status ?? 200,
    title: `Join ${state.realm.name}`,
    content: html`${problemNotice(problem?.problem)}
${
  // Without passwords, an address is only needed for an invitation.
  (logins.has("Email") || action !== signUpPath) &&
  html`${announcement(context, action)}
<form method="post" action="${action}">${csrf}
${field({ name: "email", label: "Email", type: "email", value: form.email, autocomplete: "email" })}
<p class="actions"><button>Continue</button> ${loginLink(form.email, error)}</p>
</form>`
}
${signOn && html`<p class="actions"><a class="button" href="/accounts/register/social/oidc">Sign up with ${signOn.displayName}</a></p>`}`,
  };
};

/** Offers to log in instead, with the address that turned out to have an account. */
const loginLink = (email: string | undefined, error: ApiError | undefined): Html =>
  email !== undefined && error?.tag === "alreadyHasAccount"
    ? html`<a href="/login?${String(new URLSearchParams({ email: email.trim() }))}">Log in</a>`
    : html`<a href="/login">I have an account</a>`;

/** Announces the link that follows. Where no address can be proved, an invitation link is enough, so none follows. */
const announcement = (context: RealmPageContext, action: string): Html | false => {
  const isProved = context.provesAddresses || action === signUpPath;
  return isProved && announceLink(context, "We will send you a link for creating your account.");
};

type RequestSignUp = ReturnType<typeof requestSignUp>;

/** Mails the link, whether or not the address has an account. */
export const takeAddress = (
  requestSignUp: RequestSignUp,
  context: RealmPageContext,
  action: string,
  invitationToken?: string,
): TaskEither<ApiError, PageAnswer> => {
  const { state, form, remoteAddress } = context;
  const { email = "" } = form;
  return pipe(
    requestSignUp(state.realm.id, {
      email,
      remoteAddress,
      ...(invitationToken !== undefined && { invitationToken }),
    }),
    TE.matchE(
      (error): TaskEither<ApiError, PageAnswer> => TE.right(askForAddress(context, action, error)),
      (requested): TaskEither<ApiError, PageAnswer> =>
        TE.right(
          requested.kind === "admitted"
            ? { do: "go", to: `/accounts/confirm/${requested.token}` }
            : {
                do: "show",
                title: linkTitle(context),
                content: html`${announceLink(context, html`A link is on its way to <strong>${email.trim()}</strong>. It works for a day.`)}
${context.sendsMail && html`<p>Nothing there? Check your spam folder, or <a href="${action}">try again</a>.</p>`}`,
              },
        ),
    ),
  );
};

/** Requests a mail for joining a realm that needs no invitation. */
export const signUpPage = realmPage({
  at: signUpPath,
  use: requestSignUp,
  get: (_, context) =>
    TE.right(
      context.state.realm.settings.inviteRequired
        ? {
            do: "show",
            title: `Join ${context.state.realm.name}`,
            content: html`<p>People join this organization by invitation only. Ask a member for an invitation.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
          }
        : askForAddress(context, signUpPath),
    ),
  post: (requestSignUp, context) => takeAddress(requestSignUp, context, signUpPath),
});
