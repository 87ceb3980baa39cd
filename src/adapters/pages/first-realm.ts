import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { createFirstRealm } from "../../application/realm/create-first-realm";
import { openFirstRealm } from "../../application/realm/open-first-realm";
import { openSession } from "../../application/sessions/open-session";
import { defaultRealmSettings } from "../../domain/realm/realm-settings";
import { html } from "./html";
import { field, passwordHint, problemNotice } from "./layout";
import { askAgainByLink, type PageAnswer, type PageContext, type Problem, serverPage } from "./page";

const show = ({ csrf, form }: PageContext, token: string, problem?: Problem): PageAnswer => ({
  do: "show",
  status: problem?.status ?? 200,
  title: "Create your organization",
  content: html`${problemNotice(problem?.problem)}
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
  use: { foundFirstRealm: createFirstRealm, openFirstRealm, openSession },
  get: ({ openFirstRealm }, context, { token = "" }) =>
    pipe(
      openFirstRealm(token),
      TE.map(() => show(context, token)),
    ),
  post: ({ foundFirstRealm, openSession }, context, { token = "" }) => {
    const { form, browser, remoteAddress } = context;
    const { name = "", full_name: ownerName = "", email: ownerEmail = "", password = "" } = form;
    const from = { name: browser, remoteAddress, isByLink: true } as const;
    return pipe(
      foundFirstRealm(token, { name, ownerName, ownerEmail, ownerPassword: password }),
      TE.matchE(
        askAgainByLink((problem) => show(context, token, problem)),
        ({ realmId, ownerId }) =>
          pipe(
            openSession(realmId, ownerId, from),
            TE.map((session) => ({ do: "session", token: session, to: "/" })),
          ),
      ),
    );
  },
});
