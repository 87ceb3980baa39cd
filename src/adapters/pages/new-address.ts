import { isLeft } from "fp-ts/Either";
import { confirmEmailChange } from "../../application/accounts/confirm-email-change";
import { html } from "./html";
import { problemPage, realmPage, visitorOf } from "./page";

/** Confirms a new address by a mailed link. Mail scanners open links too, so that it takes a button. */
export const newAddressPage = realmPage({
  at: "/accounts/confirm_new_email/:token",
  use: confirmEmailChange,
  get: async (_, { csrf }, { token = "" }) => ({
    do: "show",
    title: "Confirm your new address",
    content: html`<p>Your account will use the address that this link was mailed to.</p>
<form method="post" action="/accounts/confirm_new_email/${token}">${csrf}
<p class="actions"><button>Change my address</button></p></form>`,
  }),
  post: async (confirmEmailChange, context, { token = "" }) => {
    const outcome = await confirmEmailChange(visitorOf(context), token)();
    if (isLeft(outcome)) return problemPage(outcome.left);
    return {
      do: "show",
      title: "Your address has changed",
      content: html`<p>From now on you log in as <strong>${outcome.right}</strong>.</p>
<p class="actions"><a class="button" href="/account">My account</a></p>`,
    };
  },
});
