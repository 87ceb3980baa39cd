import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { confirmEmailChange } from "../../application/accounts/confirm-email-change";
import { html } from "./html";
import { realmPage, visitorOf } from "./page";

/** Confirms a new address by a mailed link. Mail scanners open links too, so confirming takes a click. */
export const newAddressPage = realmPage({
  at: "/accounts/confirm_new_email/:token",
  use: confirmEmailChange,
  get: (_, { csrf }, { token = "" }) =>
    TE.right({
      do: "show",
      title: "Confirm your new address",
      content: html`<p>Your account will use the address that this link was mailed to.</p>
<form method="post" action="/accounts/confirm_new_email/${token}">${csrf}
<p class="actions"><button>Change my address</button></p></form>`,
    }),
  post: (confirmEmailChange, context, { token = "" }) =>
    pipe(
      confirmEmailChange(visitorOf(context), token),
      TE.map((address) => ({
        do: "show",
        title: "Your address has changed",
        content: html`<p>From now on you log in as <strong>${address}</strong>.</p>
<p class="actions"><a class="button" href="/account">My account</a></p>`,
      })),
    ),
});
