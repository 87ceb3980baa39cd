import { isLeft } from "fp-ts/Either";
import { openPasswordReset } from "../../application/passwords/open-password-reset";
import { requestPasswordReset } from "../../application/passwords/request-password-reset";
import { resetPassword } from "../../application/passwords/reset-password";
import { continueLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { field, passwordHint, problemNotice } from "./layout";
import {
  type PageAnswer,
  problemPage,
  type RealmPageContext,
  realmPage,
  statusOf,
  visitorOf,
  wordsOf,
} from "./page";

const ask = ({ csrf }: RealmPageContext, problem?: string, status = 200): PageAnswer => ({
  do: "show",
  status,
  title: "Reset your password",
  content: html`${problemNotice(problem)}
<p>Enter your account's email address. We will send you a link for choosing a new password.</p>
<form method="post" action="/accounts/password/reset">${csrf}
${field({ name: "email", label: "Email", type: "email", autocomplete: "username" })}
<p class="actions"><button>Send the link</button> <a href="/login">Back</a></p>
</form>`,
});

/** Requests a mail for replacing a forgotten password. */
export const forgottenPasswordPage = realmPage({
  at: "/accounts/password/reset",
  use: requestPasswordReset,
  get: async (_, context) => ask(context),
  post: async (requestPasswordReset, context) => {
    const { state, form, remoteAddress } = context;
    const { email = "" } = form;
    const outcome = await requestPasswordReset(state.realm.id, email, remoteAddress)();
    if (isLeft(outcome)) return ask(context, wordsOf(outcome.left), statusOf(outcome.left));
    return {
      do: "show",
      title: "Check your email",
      content: html`<p>If <strong>${email.trim()}</strong> has an account here, a link is on its way. It works for a day.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
    };
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
  get: async ({ openPasswordReset }, context, { token = "" }) => {
    const opened = await openPasswordReset(context.state.realm.id, token)();
    return isLeft(opened) ? problemPage(opened.left) : choose(context, token, opened.right);
  },
  post: async (useCases, context, { token = "" }) => {
    const { openPasswordReset, resetPassword } = useCases;
    const { state, form } = context;
    const opened = await openPasswordReset(state.realm.id, token)();
    if (isLeft(opened)) return problemPage(opened.left);
    const outcome = await resetPassword(visitorOf(context), token, form.password ?? "")();
    if (!isLeft(outcome)) return continueLogin(useCases, context, outcome.right, { to: "/", isByLink: true });
    return outcome.left.code === "LINK_REFUSED"
      ? problemPage(outcome.left)
      : choose(context, token, opened.right, wordsOf(outcome.left));
  },
});
