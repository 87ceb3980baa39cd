import { isLeft } from "fp-ts/Either";
import { requestSignUp } from "../../application/sign-up/request-sign-up";
import { html } from "./html";
import { field, problemNotice } from "./layout";
import type { PageAnswer, RealmPageContext } from "./page";
import { realmPage, statusOf, wordsOf } from "./page";

const signUpPath = "/register";

/** Asks for an address, to which a link goes. */
export const askForAddress = (
  { csrf, state, signOn, logins }: RealmPageContext,
  action: string,
  problem?: string,
  status = 200,
): PageAnswer => ({
  do: "show",
  status,
  title: `Join ${state.realm.name}`,
  content: html`${problemNotice(problem)}
${
  // An invitation is enough where nobody has a password.
  (logins.has("Email") || action !== signUpPath) &&
  html`<p>We will mail you a link to make your account.</p>
<form method="post" action="${action}">${csrf}
${field({ name: "email", label: "Email", type: "email", autocomplete: "email" })}
<p class="actions"><button>Continue</button> <a href="/login">I have an account</a></p>
</form>`
}
${signOn && html`<p class="actions"><a class="button" href="/accounts/register/social/oidc">Sign up with ${signOn.displayName}</a></p>`}`,
});

type RequestSignUp = ReturnType<typeof requestSignUp>;

/** Mails the link, whoever has the address. */
export const takeAddress = async (
  requestSignUp: RequestSignUp,
  context: RealmPageContext,
  action: string,
  invitationToken?: string,
): Promise<PageAnswer> => {
  const { state, form, remoteAddress } = context;
  const { email = "" } = form;
  const outcome = await requestSignUp(state.realm.id, {
    email,
    remoteAddress,
    ...(invitationToken !== undefined && { invitationToken }),
  })();
  if (isLeft(outcome)) return askForAddress(context, action, wordsOf(outcome.left), statusOf(outcome.left));
  return {
    do: "show",
    title: "Look into your mailbox",
    content: html`<p>A link is on its way to <strong>${email.trim()}</strong>. It works for a day.</p>
<p>Nothing there? Look among the junk, or <a href="${action}">try again</a>.</p>`,
  };
};

/** Asks for a mail by which one joins, in a realm that needs no invitation. */
export const signUpPage = realmPage({
  at: signUpPath,
  use: requestSignUp,
  get: async (_, context) => {
    if (!context.state.realm.settings.inviteRequired) return askForAddress(context, signUpPath);
    return {
      do: "show",
      title: `Join ${context.state.realm.name}`,
      content: html`<p>One joins this organization by invitation only. Ask somebody who is there for one.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
    };
  },
  post: (requestSignUp, context) => takeAddress(requestSignUp, context, signUpPath),
});
