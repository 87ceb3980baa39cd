import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { openPasswordReset } from "../../application/passwords/open-password-reset";
import { requestPasswordReset } from "../../application/passwords/request-password-reset";
import { resetPassword } from "../../application/passwords/reset-password";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { field, passwordHint, problemNotice } from "./layout";
import { announceLink, linkTitle } from "./mailed-link";
import {
  askAgain,
  askAgainByLink,
  type PageAnswer,
  type Problem,
  type RealmPageContext,
  realmPage,
  visitorOf,
} from "./page";

const ask = (context: RealmPageContext, problem?: Problem): PageAnswer => ({
  do: "show",
  status: problem?.status ?? 200,
  title: "Reset your password",
  content: html`${problemNotice(problem?.problem)}
<p>Enter your account's email address.</p>
${announceLink(context, "We will send you a link for choosing a new password.")}
<form method="post" action="/accounts/password/reset">${context.csrf}
${field({ name: "email", label: "Email", type: "email", value: context.form.email, autocomplete: "username" })}
<p class="actions"><button>Send the link</button> <a href="/login">Back</a></p>
</form>`,
});

/** Requests a mail for replacing a forgotten password. */
export const forgottenPasswordPage = realmPage({
  at: "/accounts/password/reset",
  use: requestPasswordReset,
  get: (_, context) => TE.right(ask(context)),
  post: (requestPasswordReset, context) => {
    const { state, form, remoteAddress } = context;
    const { email = "" } = form;
    return pipe(
      requestPasswordReset(state.realm.id, email, remoteAddress),
      TE.matchE(
        askAgain((problem) => ask(context, problem)),
        () =>
          TE.right({
            do: "show",
            title: linkTitle(context),
            content: html`${announceLink(context, html`If <strong>${email.trim()}</strong> has an account here, a link is on its way. It works for a day.`)}
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
          }),
      ),
    );
  },
});

const choose = (
  { csrf, state }: RealmPageContext,
  token: string,
  email: string,
  problem?: string,
): PageAnswer => ({
  do: "show",
  status: problem === undefined ? 200 : 400,
  title: "Choose a new password",
  content: html`${problemNotice(problem)}
<form method="post" action="/accounts/password/reset/${token}">${csrf}
${field({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", isReadOnly: true })}
${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: passwordHint(state.realm.settings),
})}
<p class="hint">You will be logged out everywhere else.</p>
<p class="actions"><button>Set the password</button></p>
</form>`,
});

/** The page of the link in that mail. */
export const newPasswordPage = realmPage({
  at: "/accounts/password/reset/:token",
  use: { ...loginUseCases, openPasswordReset, resetPassword },
  get: ({ openPasswordReset }, context, { token = "" }) =>
    pipe(
      openPasswordReset(context.state.realm.id, token),
      TE.map((email) => choose(context, token, email)),
    ),
  post: (useCases, context, { token = "" }) => {
    const { openPasswordReset, resetPassword } = useCases;
    const { state, form } = context;
    return pipe(
      openPasswordReset(state.realm.id, token),
      TE.chain((email) =>
        pipe(
          resetPassword(visitorOf(context), token, form.password ?? ""),
          TE.matchE(
            askAgainByLink(({ problem }) => choose(context, token, email, problem)),
            (userId) => continueLogin(useCases, context, userId, { to: "/", isByLink: true }),
          ),
        ),
      ),
    );
  },
});
