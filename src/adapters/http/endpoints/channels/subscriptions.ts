import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import {
  changeSubscriptions,
  type SubscriptionUpdate,
} from "../../../../application/channels/change-subscriptions";
import { listSubscriptions } from "../../../../application/channels/list-subscriptions";
import type { Subscribed, SubscribeRequest } from "../../../../application/channels/shared/plan-subscribing";
import { subscribe } from "../../../../application/channels/subscribe";
import { unsubscribe } from "../../../../application/channels/unsubscribe";
import { findRecentlyActive } from "../../../../application/presence/find-recently-active";
import type { ChannelError } from "../../../../domain/channels/refusals";
import type { ChannelId } from "../../../../domain/ids";
import { decodeChannelDraft, draftParameters } from "../../../zulip-wire/codecs/channel-draft";
import { channelId, names, naming } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { checkColor, subscriptionChange } from "../../../zulip-wire/codecs/subscription-property";
import { quotedText } from "../../../zulip-wire/codecs/user-settings";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { bool, either, json, oneOf, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeSubscription } from "../../../zulip-wire/encode/channel";
import { viewOf } from "../../../zulip-wire/encode/visible-members";
import { JsonList } from "../../../zulip-wire/json";
import { done, endpoint } from "../../declaration/endpoint";

const inList = (name: string | number): string => JSON.stringify([name]);
const principals = optional(
  // Tries ids first: a long list of ids decoded as names would collect an error for each element.
  naming(json(t.union([t.array(integer), t.array(t.string)])), names.user(inList), names.userAddress(inList)),
);
const channelNames = naming(json(t.array(t.string)), names.channelName(inList));
const namesByUser = { type: "object", additionalProperties: { type: "array", items: { type: "string" } } };

const listSubscriptionsEndpoint = endpoint({
  method: "get",
  at: "/users/me/subscriptions",
  caller: "user",
  summary: "List the caller's subscriptions",
  path: {},
  params: { include_subscribers: withDefault(either(bool, oneOf("partial")), false) },
  response: { subscriptions: { type: "array", items: { type: "object" } } },
  use: { findRecentlyActive, listSubscriptions },
  run: ({ findRecentlyActive, listSubscriptions }, context, { include_subscribers }) =>
    pipe(
      TE.fromTask(async () =>
        include_subscribers === "partial" ? findRecentlyActive(context.caller.realmId) : include_subscribers,
      ),
      TE.chain((subscribers) =>
        pipe(
          listSubscriptions(context.caller),
          TE.map(({ state, user, subscriptions }) => {
            const view = viewOf(state, user, context.now());
            return {
              subscriptions: new JsonList(subscriptions, ({ subscription, activity }) =>
                encodeSubscription(activity, subscription, view, subscribers),
              ),
            };
          }),
        ),
      ),
    ),
});

const added = t.array(
  t.intersection([t.type({ name: t.string }), t.partial({ description: t.string, color: t.string })]),
);

/** The channels named in a request, with the requested colors. */
const namedChannels: (wire: t.TypeOf<typeof added>) => E.Either<ChannelError, SubscribeRequest["channels"]> =
  E.traverseArray(({ name, description = "", color }) =>
    color === undefined
      ? E.right({ name, description })
      : pipe(
          checkColor(color, "add.color"),
          E.map((checked) => ({ name, description, color: checked })),
        ),
  );

const encodeSubscribed = ({ subscribed, alreadySubscribed }: Subscribed): object => ({
  subscribed: Object.fromEntries(subscribed),
  already_subscribed: Object.fromEntries(alreadySubscribed),
});

/** An empty list of principals means the caller, like an absent one. */
const nonEmpty = <A>(names: readonly A[] | undefined): readonly A[] | undefined =>
  names?.length === 0 ? undefined : names;

const subscribeEndpoint = endpoint({
  method: "post",
  at: "/users/me/subscriptions",
  caller: "user",
  cost: "bulk",
  summary: "Subscribe to channels, and create those that do not exist",
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
  run: (subscribe, { caller }, input) =>
    pipe(
      E.Do,
      E.bind("channels", () => namedChannels(input.subscriptions)),
      E.bindW("draft", () => decodeChannelDraft(input)),
      TE.fromEither,
      TE.chainW(({ channels, draft }) =>
        subscribe(caller, {
          channels,
          principals: nonEmpty<string | number>(input.principals),
          authorizationErrorsFatal: input.authorization_errors_fatal,
          draft,
          announce: input.announce,
          notifySubscribers: input.send_new_subscription_messages,
        }),
      ),
      TE.map((outcome) => ({
        ...encodeSubscribed(outcome),
        ...(!input.authorization_errors_fatal && { unauthorized: outcome.unauthorized }),
        ...(input.send_new_subscription_messages && {
          new_subscription_messages_sent: outcome.notifiedSubscribers,
        }),
      })),
    ),
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
  run: (unsubscribe, { caller }, input) =>
    pipe(
      unsubscribe(caller, {
        channelNames: input.subscriptions,
        principals: nonEmpty<string | number>(input.principals),
      }),
      TE.map(({ removed, notRemoved }) => ({ removed, not_removed: notRemoved })),
    ),
});

interface WireUpdate {
  readonly stream_id: ChannelId;
  readonly property: string;
  readonly value: string | boolean;
}

const decodeUpdate = ({
  stream_id,
  property,
  value,
}: WireUpdate): E.Either<ChannelError, SubscriptionUpdate> =>
  pipe(
    subscriptionChange(property, value),
    E.map((change) => ({ channelId: stream_id, change })),
  );

const changeSubscriptionsEndpoint = endpoint({
  method: "post",
  at: "/users/me/subscriptions/properties",
  section: "4.2",
  caller: "user",
  cost: "bulk",
  summary: "Change the caller's settings for channels: color, muting, notifications",
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
  run: (changeSubscriptions, { caller }, { subscription_data }) =>
    pipe(
      subscription_data,
      E.traverseArray(decodeUpdate),
      TE.fromEither,
      TE.chainW((updates) => changeSubscriptions(caller, updates)),
      done,
    ),
});

/** A boolean or a text; a color may be quoted. */
const propertyValue = either<boolean, string>(bool, quotedText);

/** Zulip's route is PATCH, while the API document says POST. */
const changeSubscriptionBy = (method: "patch" | "post") =>
  endpoint({
    method,
    at: "/users/me/subscriptions/{stream_id}",
    section: "4.2",
    caller: "user",
    summary: "Change the caller's settings for one channel",
    path: { stream_id: required(channelId) },
    params: { property: required(text), value: required(propertyValue) },
    response: {},
    use: changeSubscriptions,
    run: (changeSubscriptions, { caller }, input) =>
      pipe(
        decodeUpdate(input),
        TE.fromEither,
        TE.chainW((update) => changeSubscriptions(caller, [update])),
        done,
      ),
  });

const changeSubscription = [changeSubscriptionBy("patch"), changeSubscriptionBy("post")];

export const subscriptionEndpoints = [
  listSubscriptionsEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
  changeSubscriptionsEndpoint,
  ...changeSubscription,
];
