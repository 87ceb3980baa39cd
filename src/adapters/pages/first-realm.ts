import { isLeft } from "fp-ts/Either";
import { foundFirstRealm } from "../../application/realm/found-first-realm";
import { openFirstRealm } from "../../application/realm/open-first-realm";
import { openSession } from "../../application/sessions/open-session";
import { defaultRealmSettings } from "../../domain/realm/realm-settings";
import { html } from "./html";
import { field, passwordHint, problemNotice } from "./layout";
import { type PageAnswer, type PageContext, problemPage, serverPage, statusOf, wordsOf } from "./page";

const show = ({ csrf, form }: PageContext, token: string, problem?: string, status = 200): PageAnswer => ({
  do: "show",
  status,
  title: "Create your organization",
  content: html`${problemNotice(problem)}
<p>You will be its owner. Others join when you invite them.</p>
<form method="post" action="/new/${token}">${csrf}
${field({ name: "name", label: "Name of the organization", value: form.name, autocomplete: "organization" })}
${field({ name: "full_name", label: "Your name", value: form.full_name, autocomplete: "name" })}
${field({ name: "email", label: "Your email", type: "email", value: form.email, autocomplete: "username" })}
${field({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  hint: passwordHint(defaultRealmSettings),
})}
<p class="actions"><button>Create the organization</button></p>
</form>`,
});

/** Creates the first organization, for anyone with the link that the server prints at its start. */
export const firstRealmPage = serverPage({
  at: "/new/:token",
  use: { foundFirstRealm, openFirstRealm, openSession },
  get: async ({ openFirstRealm }, context, { token = "" }) => {
    const open = await openFirstRealm(token)();
    return isLeft(open) ? problemPage(open.left) : show(context, token);
  },
  post: async ({ foundFirstRealm, openSession }, context, { token = "" }) => {
    const { form, browser, remoteAddress } = context;
    const { name = "", full_name: ownerName = "", email: ownerEmail = "", password = "" } = form;
    const founded = await foundFirstRealm(token, {
      name,
      ownerName,
      ownerEmail,
      ownerPassword: password,
    })();
    if (isLeft(founded))
      return founded.left.code === "LINK_REFUSED"
        ? problemPage(founded.left)
        : show(context, token, wordsOf(founded.left), statusOf(founded.left));
    const { realmId, ownerId } = founded.right;
    const from = { name: browser, remoteAddress, isByLink: true } as const;
    const opened = await openSession(realmId, ownerId, from)();
    return isLeft(opened) ? problemPage(opened.left) : { do: "session", token: opened.right, to: "/" };
  },
});
