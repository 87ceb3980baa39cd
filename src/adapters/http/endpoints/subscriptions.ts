import { left } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { SubscriptionList } from "../../../application/channels/list-subscriptions";
import type { Subscribed } from "../../../application/channels/subscribe";
import type { Unsubscribed } from "../../../application/channels/unsubscribe";
import { type ChannelPermission, channelPermissions, topicsPolicies } from "../../../domain/channel";
import { badRequest } from "../../../domain/errors";
import type { GroupSetting } from "../../../domain/group-setting";
import { optional, required, withDefault } from "../codecs/parameter";
import { givenPermissions, groupSetting, permissionParameters, retentionDays } from "../codecs/settings";
import { bool, either, integer, json, oneOf } from "../codecs/wire-type";
import { encodeSubscription } from "../encode/channel";
import { endpoint } from "../endpoint";

const principals = optional(json(t.union([t.array(t.string), t.array(integer)])));
const namesByUser = { type: "object", additionalProperties: { type: "array", items: { type: "string" } } };

export const listSubscriptions = endpoint({
  method: "get",
  at: "/users/me/subscriptions",
  caller: "user",
  summary: "The caller's subscriptions",
  path: {},
  params: { include_subscribers: withDefault(either(bool, oneOf("partial")), false) },
  response: { subscriptions: { type: "array", items: { type: "object" } } },
  run: (app, { caller }, { include_subscribers }) =>
    map(({ state, subscriptions }: SubscriptionList) => ({
      subscriptions: subscriptions.map(({ subscription, activity }) =>
        encodeSubscription(activity, subscription, state, include_subscribers !== false),
      ),
    }))(app.channels.listSubscriptions(caller)),
});

export const subscribe = endpoint({
  method: "post",
  at: "/users/me/subscriptions",
  caller: "user",
  summary: "Subscribe to channels, and make those that don't exist",
  path: {},
  params: {
    subscriptions: required(
      json(
        t.array(
          t.intersection([t.type({ name: t.string }), t.partial({ description: t.string, color: t.string })]),
        ),
      ),
    ),
    principals,
    authorization_errors_fatal: withDefault(bool, true),
    invite_only: withDefault(bool, false),
    is_web_public: withDefault(bool, false),
    is_default_stream: withDefault(bool, false),
    history_public_to_subscribers: optional(bool),
    message_retention_days: withDefault(retentionDays, null),
    topics_policy: withDefault(oneOf(...topicsPolicies), "inherit" as const),
    ...permissionParameters(channelPermissions, groupSetting),
  },
  response: {
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    unauthorized: { type: "array", items: { type: "string" } },
  },
  run: (app, { caller }, given) => {
    if (given.invite_only && given.is_web_public)
      return async () => left(badRequest("Web-public channels can't be private."));
    const permissions = givenPermissions<ChannelPermission, GroupSetting>(channelPermissions, given);
    return map(({ subscribed, alreadySubscribed, unauthorized }: Subscribed) => ({
      subscribed: Object.fromEntries(subscribed),
      already_subscribed: Object.fromEntries(alreadySubscribed),
      ...(!given.authorization_errors_fatal && { unauthorized }),
    }))(
      app.channels.subscribe(caller, {
        channels: given.subscriptions.map(({ name, description, color }) => ({
          ...{ name, description: description ?? "" },
          ...(color !== undefined && { color }),
        })),
        principals: given.principals,
        authorizationErrorsFatal: given.authorization_errors_fatal,
        draft: {
          privacy: given.is_web_public ? "web-public" : given.invite_only ? "private" : "public",
          historyPublicToSubscribers: given.history_public_to_subscribers ?? !given.invite_only,
          messageRetentionDays: given.message_retention_days,
          topicsPolicy: given.topics_policy,
          isDefault: given.is_default_stream,
          permissions,
        },
      }),
    );
  },
});

export const unsubscribe = endpoint({
  method: "delete",
  at: "/users/me/subscriptions",
  caller: "user",
  summary: "Unsubscribe from channels",
  path: {},
  params: { subscriptions: required(json(t.array(t.string))), principals },
  response: {
    removed: { type: "array", items: { type: "string" } },
    not_removed: { type: "array", items: { type: "string" } },
  },
  run: (app, { caller }, given) =>
    map(({ removed, notRemoved }: Unsubscribed) => ({ removed, not_removed: notRemoved }))(
      app.channels.unsubscribe(caller, { channelNames: given.subscriptions, principals: given.principals }),
    ),
});
