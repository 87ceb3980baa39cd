import { type Either, isLeft, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { SubscriptionWish } from "../../../application/channels/change-subscriptions";
import { changeSubscriptions } from "../../../application/channels/change-subscriptions";
import type { SubscriptionList } from "../../../application/channels/list-subscriptions";
import { listSubscriptions } from "../../../application/channels/list-subscriptions";
import type { Subscribed, SubscribeWanted } from "../../../application/channels/subscribe";
import { subscribe } from "../../../application/channels/subscribe";
import type { Unsubscribed } from "../../../application/channels/unsubscribe";
import { unsubscribe } from "../../../application/channels/unsubscribe";
import { findRecentlyActive } from "../../../application/presence/find-recently-active";
import type { ApiError } from "../../../domain/errors";
import { draftOf, draftParameters } from "../codecs/channel-draft";
import { channelId, names, naming } from "../codecs/naming";
import { integer } from "../codecs/numbers";
import { optional, required, withDefault } from "../codecs/parameter";
import { checkColor, subscriptionChange } from "../codecs/subscription-property";
import { quotedText } from "../codecs/user-settings";
import { bool, either, json, oneOf, text } from "../codecs/wire-type";
import { encodeSubscription } from "../encode/channel";
import { done, endpoint } from "../endpoint";
import { JsonList } from "../json-body";

const inList = (name: string | number): string => JSON.stringify([name]);
const principals = optional(
  // Ids first: for a long list, what is tried and fails costs most.
  naming(json(t.union([t.array(integer), t.array(t.string)])), names.user(inList), names.userAddress(inList)),
);
const channelNames = naming(json(t.array(t.string)), names.channelName(inList));
const namesByUser = { type: "object", additionalProperties: { type: "array", items: { type: "string" } } };

const listSubscriptionsEndpoint = endpoint({
  method: "get",
  at: "/users/me/subscriptions",
  caller: "user",
  summary: "The caller's subscriptions",
  path: {},
  params: { include_subscribers: withDefault(either(bool, oneOf("partial")), false) },
  response: { subscriptions: { type: "array", items: { type: "object" } } },
  use: { findRecentlyActive, listSubscriptions },
  run:
    ({ findRecentlyActive, listSubscriptions }, { caller }, { include_subscribers }) =>
    async () => {
      const subscribers =
        include_subscribers === "partial" ? await findRecentlyActive(caller.realmId) : include_subscribers;
      return map(({ state, subscriptions }: SubscriptionList) => ({
        subscriptions: new JsonList(subscriptions, ({ subscription, activity }) =>
          encodeSubscription(activity, subscription, state, subscribers),
        ),
      }))(listSubscriptions(caller))();
    },
});

const added = t.array(
  t.intersection([t.type({ name: t.string }), t.partial({ description: t.string, color: t.string })]),
);

/** The channels that a request names, with the colours that the caller wants them in. */
const namedChannels = (wire: t.TypeOf<typeof added>): Either<ApiError, SubscribeWanted["channels"]> => {
  for (const { color } of wire) {
    const checked = color === undefined ? right(color) : checkColor(color, "add.color");
    if (isLeft(checked)) return checked;
  }
  return right(
    wire.map(({ name, description, color }) => ({
      name,
      description: description ?? "",
      ...(color !== undefined && { color }),
    })),
  );
};

const encodeSubscribed = ({ subscribed, alreadySubscribed }: Subscribed): object => ({
  subscribed: Object.fromEntries(subscribed),
  already_subscribed: Object.fromEntries(alreadySubscribed),
});

/** Naming nobody is the same as naming oneself. */
const named = <A>(names: readonly A[] | undefined): readonly A[] | undefined =>
  names?.length === 0 ? undefined : names;

const subscribeEndpoint = endpoint({
  method: "post",
  at: "/users/me/subscriptions",
  caller: "user",
  cost: "bulk",
  summary: "Subscribe to channels, and make those that don't exist",
  path: {},
  params: {
    subscriptions: required(json(added)),
    principals,
    authorization_errors_fatal: withDefault(bool, true),
    send_new_subscription_messages: withDefault(bool, true),
    ...draftParameters,
  },
  response: {
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    unauthorized: { type: "array", items: { type: "string" } },
    new_subscription_messages_sent: { type: "boolean" },
  },
  use: subscribe,
  run: (subscribe, { caller }, given) => {
    const channels = namedChannels(given.subscriptions);
    if (isLeft(channels)) return async () => channels;
    const draft = draftOf(given);
    if (isLeft(draft)) return async () => draft;
    return map((outcome: Subscribed) => ({
      ...encodeSubscribed(outcome),
      ...(!given.authorization_errors_fatal && { unauthorized: outcome.unauthorized }),
      ...(given.send_new_subscription_messages && {
        new_subscription_messages_sent: outcome.toldSubscribers,
      }),
    }))(
      subscribe(caller, {
        channels: channels.right,
        principals: named<string | number>(given.principals),
        authorizationErrorsFatal: given.authorization_errors_fatal,
        draft: draft.right,
        announce: given.announce,
        tellSubscribers: given.send_new_subscription_messages,
      }),
    );
  },
});

const unsubscribeEndpoint = endpoint({
  method: "delete",
  at: "/users/me/subscriptions",
  caller: "user",
  cost: "bulk",
  summary: "Unsubscribe from channels",
  path: {},
  params: { subscriptions: required(channelNames), principals },
  response: {
    removed: { type: "array", items: { type: "string" } },
    not_removed: { type: "array", items: { type: "string" } },
  },
  use: unsubscribe,
  run: (unsubscribe, { caller }, given) =>
    map(({ removed, notRemoved }: Unsubscribed) => ({ removed, not_removed: notRemoved }))(
      unsubscribe(caller, {
        channelNames: given.subscriptions,
        principals: named<string | number>(given.principals),
      }),
    ),
});

const changeSubscriptionsEndpoint = endpoint({
  method: "post",
  at: "/users/me/subscriptions/properties",
  section: "4.2",
  caller: "user",
  cost: "bulk",
  summary: "Change how the caller has channels: colour, muting, notifications",
  path: {},
  params: {
    subscription_data: required(
      naming(
        json(
          t.array(t.type({ stream_id: integer, property: t.string, value: t.union([t.string, t.boolean]) })),
        ),
        names.channel((id) => JSON.stringify([{ stream_id: Number(id), property: "is_muted", value: true }])),
      ),
    ),
  },
  response: {},
  use: changeSubscriptions,
  run: (changeSubscriptions, { caller }, { subscription_data }) => {
    const wishes: SubscriptionWish[] = [];
    for (const { stream_id, property, value } of subscription_data) {
      const change = subscriptionChange(property, value);
      if (isLeft(change)) return async () => change;
      wishes.push({ channelId: stream_id, change: change.right });
    }
    return done(changeSubscriptions(caller, wishes));
  },
});

/** Text or a truth value; a colour may come quoted. */
const propertyValue = either<boolean, string>(bool, quotedText);

/** Zulip's route is PATCH; the API document names POST. */
const changeSubscriptionBy = (method: "patch" | "post") =>
  endpoint({
    method,
    at: "/users/me/subscriptions/{stream_id}",
    section: "4.2",
    caller: "user",
    summary: "Change how the caller has one channel",
    path: { stream_id: required(channelId) },
    params: { property: required(text), value: required(propertyValue) },
    response: {},
    use: changeSubscriptions,
    run: (changeSubscriptions, { caller }, { stream_id, property, value }) => {
      const change = subscriptionChange(property, value);
      if (isLeft(change)) return async () => change;
      return done(changeSubscriptions(caller, [{ channelId: stream_id, change: change.right }]));
    },
  });

const changeSubscription = [changeSubscriptionBy("patch"), changeSubscriptionBy("post")];

export const subscriptionEndpoints = [
  listSubscriptionsEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
  changeSubscriptionsEndpoint,
  ...changeSubscription,
];
