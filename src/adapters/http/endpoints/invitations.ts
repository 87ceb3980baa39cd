import { right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { InvitationTerms } from "../../../application/invitations/check-terms";
import { createInvitationLink } from "../../../application/invitations/create-link";
import type { ListedInvitation } from "../../../application/invitations/list-invitations";
import { listInvitations } from "../../../application/invitations/list-invitations";
import { resendInvitation } from "../../../application/invitations/resend-invitation";
import { revokeInvitation } from "../../../application/invitations/revoke-invitation";
import { sendInvitations } from "../../../application/invitations/send-invitations";
import { longestInvitation } from "../../../domain/invitation";
import { realmLimits } from "../../../domain/realm";
import { channelIds, invitationId, names, naming } from "../codecs/naming";
import { integer, WholeNumber } from "../codecs/numbers";
import { type Decoded, optional, required, withDefault } from "../codecs/parameter";
import { role } from "../codecs/role";
import { bool, json, text, textUpTo, upTo, type WireType } from "../codecs/wire-type";
import { encodeInvitation } from "../encode/invitation";
import { done, endpoint } from "../endpoint";

const someMinutes = new WholeNumber(1, longestInvitation);

/** Minutes from now, or null for never. */
const minutes: WireType<number | null> = {
  ...json(t.union([someMinutes, t.null])),
  decode: (value, name) => (value === "null" ? right(null) : json(someMinutes).decode(value, name)),
};

const welcome: WireType<string | null> = {
  ...textUpTo(realmLimits.welcomeLength),
  decode: (value, name) =>
    value === "null" ? right(null) : textUpTo(realmLimits.welcomeLength).decode(value, name),
};

const ids = json(t.union([t.array(integer), t.null]));

const terms = {
  invite_expires_in_minutes: optional(minutes),
  invite_as: withDefault(role, "member" as const),
  group_ids: withDefault(ids, null),
  include_realm_default_subscriptions: withDefault(bool, false),
  welcome_message_custom_text: withDefault(welcome, null),
};

const termsOf = (
  given: Decoded<typeof terms>,
  channelIds: readonly number[],
  tellsInviter: boolean,
): InvitationTerms => ({
  expiresInMinutes: given.invite_expires_in_minutes,
  role: given.invite_as,
  channelIds: [...new Set(channelIds)],
  groupIds: [...new Set(given.group_ids ?? [])],
  includesDefaultChannels: given.include_realm_default_subscriptions,
  tellsInviter,
  welcomeText: given.welcome_message_custom_text,
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
  run: (sendInvitations, { caller }, given) =>
    done(
      sendInvitations(caller, {
        ...termsOf(given, given.stream_ids, given.notify_referrer_on_join),
        addresses: given.invitee_emails,
      }),
    ),
});

const listInvitationsEndpoint = endpoint({
  method: "get",
  at: "/invites",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "The open invitations that the caller may withdraw",
  path: {},
  params: {},
  response: { invites: { type: "array", items: { type: "object" } } },
  use: listInvitations,
  run: (listInvitations, { caller }) =>
    map((invites: readonly ListedInvitation[]) => ({ invites: invites.map(encodeInvitation) }))(
      listInvitations(caller),
    ),
});

const createInvitationLinkEndpoint = endpoint({
  method: "post",
  at: "/invites/multiuse",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Make a link by which whoever has it may join",
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
  run: (createInvitationLink, { caller }, given) =>
    map((link: string) => ({ invite_link: link }))(
      createInvitationLink(caller, termsOf(given, given.stream_ids ?? [], true)),
    ),
});

const revokeInvitationLinkEndpoint = endpoint({
  method: "delete",
  at: "/invites/multiuse/{invite_id}",
  section: "4.6",
  caller: "user",
  forPeopleOnly: true,
  summary: "Withdraw a link",
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
  summary: "Withdraw an invitation",
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
  summary: "Mail an invitation once more",
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
