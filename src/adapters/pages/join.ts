import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { type AccountForm, joinRealm } from "../../application/sign-up/join-realm";
import { openTicket } from "../../application/sign-up/open-ticket";
import { requestSignUp } from "../../application/sign-up/request-sign-up";
import type { ReadTicket, Ticket } from "../../application/sign-up/shared/ticket";
import type { DefaultChannelGroup } from "../../domain/channels/default-channel-group";
import { destinationFields, destinationIn } from "./destination";
import { continueLogin, loginUseCases } from "./finish-login";
import { type Html, html } from "./html";
import { field, passwordHint, problemNotice } from "./layout";
import {
  askAgainByLink,
  type PageAnswer,
  type Problem,
  type RealmPageContext,
  realmPage,
  visitorOf,
} from "./page";
import { askForAddress, takeAddress } from "./sign-up";

const groupField = (id: number): string => `default_channel_group_${id}`;

/** A checkbox for a group of default channels. */
const groupChoice =
  (form: RealmPageContext["form"]) =>
  ({ id, name, description }: DefaultChannelGroup): Html =>
    html`<label class="check"><input type="checkbox" name="${groupField(id)}" value="yes"${form[groupField(id)] === "yes" && html` checked`}> <span>${name}${description !== "" && html`: ${description}`}</span></label>`;

const accountForm = (
  { csrf, state, form, request }: RealmPageContext,
  { email, needsPassword }: ReadTicket,
  action: string,
  fullName: string,
): Html => html`
<form method="post" action="${action}">${csrf}${destinationFields(destinationIn({ ...request.query, ...form }))}
${field({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", isReadOnly: true })}
${field({ name: "full_name", label: "Your name", value: form.full_name ?? fullName, autocomplete: "name" })}
${
  needsPassword &&
  field({
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: passwordHint(state.realm.settings),
  })
}
${state.defaultChannelGroups.length > 0 && html`<fieldset><legend>What are you here for?</legend>${state.defaultChannelGroups.map(groupChoice(form))}</fieldset>`}
<p class="actions"><button>Create my account</button></p>
</form>`;

/** The page that a ticket opens: the form for the account, or a field for the address. */
const joinPage = (at: string, purpose: Ticket["purpose"]) =>
  realmPage({
    at: `${at}/:token`,
    use: { ...loginUseCases, joinRealm, openTicket, requestSignUp },

    get: ({ openTicket }, context, { token = "" }) => {
      const { state, request } = context;
      const { name } = request.query;
      return pipe(
        openTicket(state.realm.id, { purpose, token }),
        TE.map((opened) =>
          opened.email === undefined
            ? askForAddress(context, `${at}/${token}`)
            : show(context, opened, `${at}/${token}`, typeof name === "string" ? name : ""),
        ),
      );
    },

    post: (useCases, context, { token = "" }) => {
      const { joinRealm, openTicket, requestSignUp } = useCases;
      const ticket = { purpose, token };
      const join = (opened: ReadTicket) =>
        pipe(
          joinRealm(visitorOf(context), ticket, accountIn(context)),
          TE.matchE(
            askAgainByLink((problem) => show(context, opened, `${at}/${token}`, "", problem)),
            (userId) =>
              continueLogin(useCases, context, userId, { ...destinationIn(context.form), isByLink: true }),
          ),
        );
      return pipe(
        openTicket(context.state.realm.id, ticket),
        TE.chain((opened) =>
          opened.email === undefined
            ? takeAddress(requestSignUp, context, `${at}/${token}`, token)
            : join(opened),
        ),
      );
    },
  });

/** The account that the form asks for. */
const accountIn = ({ state, form }: RealmPageContext): AccountForm => ({
  fullName: form.full_name ?? "",
  password: form.password ?? "",
  channelGroupIds: state.defaultChannelGroups
    .filter(({ id }) => form[groupField(id)] === "yes")
    .map(({ id }) => id),
});

const invitedBy = ({ state }: RealmPageContext, { invitation }: ReadTicket): Html | undefined => {
  const inviter = invitation && state.users.get(invitation.inviterId);
  return inviter && html`<p>${inviter.fullName} has invited you.</p>`;
};

const show = (
  context: RealmPageContext,
  ticket: ReadTicket,
  action: string,
  fullName: string,
  problem?: Problem,
): PageAnswer => ({
  do: "show",
  status: problem?.status ?? 200,
  title: `Join ${context.state.realm.name}`,
  content: html`${problemNotice(problem?.problem)}${invitedBy(context, ticket)}${accountForm(context, ticket, action, fullName)}`,
});

/** The page of an invitation. */
export const invitationPage = joinPage("/join", "invitation");
/** The page of the mailed link that proves an address. */
export const confirmationPage = joinPage("/accounts/confirm", "sign_up");
