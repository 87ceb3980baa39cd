import * as t from "io-ts";
import { deactivateSelf } from "../../../../application/accounts/deactivate-self";
import { deactivateUser } from "../../../../application/accounts/deactivate-user";
import { reactivateUser } from "../../../../application/accounts/reactivate-user";
import { longestFarewell } from "../../../../domain/users/user";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { json, textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const actions = json(
  t.partial({
    delete_profile: t.boolean,
    delete_public_channel_messages: t.boolean,
    delete_private_channel_messages: t.boolean,
    delete_direct_messages: t.boolean,
  }),
);

const deactivateUserEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}",
  section: "4.12",
  caller: "user",
  cost: "bulk",
  summary: "Deactivate an account. Administrators only",
  path: { user_id: required(userId) },
  params: {
    actions: withDefault(actions, {}),
    deactivation_notification_comment: optional(textUpTo(longestFarewell)),
  },
  response: {},
  use: deactivateUser,
  run: (deactivateUser, { caller }, input) =>
    done(
      deactivateUser(caller, {
        userId: input.user_id,
        comment: input.deactivation_notification_comment,
        actions: {
          deleteProfile: input.actions.delete_profile ?? false,
          deletePublicChannelMessages: input.actions.delete_public_channel_messages ?? false,
          deletePrivateChannelMessages: input.actions.delete_private_channel_messages ?? false,
          deleteDirectMessages: input.actions.delete_direct_messages ?? false,
        },
      }),
    ),
});

const deactivateSelfEndpoint = endpoint({
  method: "delete",
  at: "/users/me",
  caller: "user",
  cost: "bulk",
  forPeopleOnly: true,
  summary: "Deactivate the caller's own account",
  path: {},
  params: {},
  response: {},
  use: deactivateSelf,
  run: (deactivateSelf, { caller }) => done(deactivateSelf(caller)),
});

const reactivateUserEndpoint = endpoint({
  method: "post",
  at: "/users/{user_id}/reactivate",
  section: "3",
  caller: "user",
  cost: "bulk",
  summary: "Reactivate an account. Administrators only",
  path: { user_id: required(userId) },
  params: {},
  response: {},
  use: reactivateUser,
  run: (reactivateUser, { caller }, input) => done(reactivateUser(caller, input.user_id)),
});

export const deactivationEndpoints = [deactivateUserEndpoint, deactivateSelfEndpoint, reactivateUserEndpoint];
