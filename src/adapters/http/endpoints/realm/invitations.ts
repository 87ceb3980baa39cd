import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { createInvitationLink } from "../../../../application/invitations/create-invitation-link";
import { listInvitations } from "../../../../application/invitations/list-invitations";
import { resendInvitation } from "../../../../application/invitations/resend-invitation";
import { revokeInvitation } from "../../../../application/invitations/revoke-invitation";
import { sendInvitations } from "../../../../application/invitations/send-invitations";
import type { InvitationTerms } from "../../../../application/invitations/shared/invitation-terms";
import type { ChannelId } from "../../../../domain/ids";
import { invitationLifetime } from "../../../../domain/invitations/invitation";
import { realmLimits } from "../../../../domain/realm/realm";
import { channelIds, invitationId, names, naming } from "../../../zulip-wire/codecs/named-parameters";
import { type Decoded, optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { role } from "../../../zulip-wire/codecs/role";
import { schemaOf } from "../../../zulip-wire/codecs/schema";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { bool, json, orKeyword, text, textUpTo, upTo, withForm } from "../../../zulip-wire/codecs/wire-type";
import { encodeInvitation } from "../../../zulip-wire/encode/invitation";
import { done, endpoint } from "../../declaration/endpoint";

/** Minutes until the invitation expires; null for never. */
const minutes = withForm(orKeyword(json(invitationLifetime), { null: null }), {
  schema: schemaOf(t.union([invitationLifetime, t.null])),
});

const welcome = orKeyword(textUpTo(realmLimits.welcomeLength), { null: null });

const ids = json(t.union([t.array(integer), t.null]));

const terms = {
  invite_expires_in_minutes: optional(minutes),
  invite_as: withDefault(role, "member" as const),
  group_ids: withDefault(ids, null),
  include_realm_default_subscriptions: withDefault(bool, false),
  welcome_message_custom_text: withDefault(welcome, null),
};

const termsOf = (
  input: Decoded<typeof terms>,
  channelIds: readonly ChannelId[],
  tellsInviter: boolean,
): InvitationTerms => ({
  expiresInMinutes: input.invite_expires_in_minutes,
  role: input.invite_as,
  channelIds: [...new Set(channelIds)],
  groupIds: [...new Set(input.group_ids ?? [])],
  includesDefaultChannels: input.include_realm_default_subscriptions,
  tellsInviter,
  welcomeText: input.welcome_message_custom_text,
});

const sendInvitationsEndpoint = endpoint({
  method: "post",
  at: "/invites",
  section: "4.6",
  caller: "user",
  cost: "bulk",
  forPeopleOnly: true,
  summary: "Invite people by mail",
  path: {},
  params: {
    ...terms,
    invitee_emails: required(upTo(100_000, text)),
    stream_ids: required(channelIds),
    notify_referrer_on_join: withDefault(bool, true),
  },
  response: {},
  use: sendInvitations,
  run: (sendInvitations, { caller }, input) =>
    done(
      sendInvitations(caller, {
        ...termsOf(input, input.stream_ids, input.notify_referrer_on_join),
        addresses: input.invitee_emails,
      }),
    ),
});

const listInvitationsEndpoint = endpoint({
  method: "get",
  at: "/invites",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "List the open invitations that the caller may revoke",
  path: {},
  params: {},
  response: { invites: { type: "array", items: { type: "object" } } },
  use: listInvitations,
  run: (listInvitations, { caller }) =>
    pipe(
      listInvitations(caller),
      TE.map((invites) => ({ invites: invites.map(encodeInvitation) })),
    ),
});

const createInvitationLinkEndpoint = endpoint({
  method: "post",
  at: "/invites/multiuse",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Create an invitation link that anyone can use",
  path: {},
  params: {
    ...terms,
    stream_ids: withDefault(
      naming(
        ids,
        names.channel((id) => `[${id}]`),
      ),
      null,
    ),
  },
  response: { invite_link: { type: "string" } },
  use: createInvitationLink,
  run: (createInvitationLink, { caller }, input) =>
    pipe(
      createInvitationLink(caller, termsOf(input, input.stream_ids ?? [], true)),
      TE.map((link) => ({ invite_link: link })),
    ),
});

const revokeInvitationLinkEndpoint = endpoint({
  method: "delete",
  at: "/invites/multiuse/{invite_id}",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Revoke an invitation link",
  path: { invite_id: required(invitationId) },
  params: {},
  response: {},
  use: revokeInvitation,
  run: (revokeInvitation, { caller }, { invite_id }) => done(revokeInvitation(caller, "link", invite_id)),
});

const revokeInvitationEndpoint = endpoint({
  method: "delete",
  at: "/invites/{invite_id}",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Revoke an invitation",
  path: { invite_id: required(invitationId) },
  params: {},
  response: {},
  use: revokeInvitation,
  run: (revokeInvitation, { caller }, { invite_id }) => done(revokeInvitation(caller, "mail", invite_id)),
});

const resendInvitationEndpoint = endpoint({
  method: "post",
  at: "/invites/{invite_id}/resend",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Send an invitation again",
  path: { invite_id: required(invitationId) },
  params: {},
  response: {},
  use: resendInvitation,
  run: (resendInvitation, { caller }, { invite_id }) => done(resendInvitation(caller, invite_id)),
});

export const invitationEndpoints = [
  listInvitationsEndpoint,
  sendInvitationsEndpoint,
  createInvitationLinkEndpoint,
  revokeInvitationLinkEndpoint,
  revokeInvitationEndpoint,
  resendInvitationEndpoint,
];
