import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { listCallsOffered } from "../../../../application/calls/list-calls-offered";
import { fetchPublicState } from "../../../../application/events/fetch-public-state";
import { type QueueRequest, registerQueue } from "../../../../application/events/register-queue";
import { findRecentlyActive } from "../../../../application/presence/find-recently-active";
import { listPresenceSince } from "../../../../application/presence/list-presence-since";
import { listIncomingWebhooks } from "../../../../application/webhooks/list-incoming-webhooks";
import { eventIdAt } from "../../../../domain/queues/event-queue";
import { categoriesFor, eventTypes, isAskedFor } from "../../../zulip-wire/codecs/event-types";
import { narrow } from "../../../zulip-wire/codecs/narrow";
import { type Decoded, optional, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, count, either, json, oneOf, upTo } from "../../../zulip-wire/codecs/wire-type";
import type { Presentation } from "../../../zulip-wire/encode/presentation";
import { viewOf } from "../../../zulip-wire/encode/visible-members";
import { messageParts, stateParts } from "../../../zulip-wire/initial-state/parts";
import { requestedState, type Wants, wantsUnread } from "../../../zulip-wire/initial-state/requested-state";
import { checkSpectator, spectatorState } from "../../../zulip-wire/initial-state/spectators";
import { endpoint } from "../../declaration/endpoint";

/** Clients send a few short terms. Each queue stores its narrow, and one user may have a thousand queues. */
const longestNarrow = 10_000;
const capabilities = upTo(10_000, json(t.record(t.string, t.unknown)));

const params = {
  event_types: optional(eventTypes),
  fetch_event_types: optional(eventTypes),
  apply_markdown: withDefault(bool, false),
  client_gravatar: optional(bool),
  include_subscribers: withDefault(either(bool, oneOf("partial")), false),
  slim_presence: withDefault(bool, false),
  presence_history_limit_days: optional(count),
  all_public_streams: withDefault(bool, false),
  narrow: withDefault(upTo(longestNarrow, narrow), []),
  idle_queue_timeout: optional(either(count, oneOf("mobile"))),
  queue_lifespan_secs: optional(count),
  client_capabilities: withDefault(capabilities, {}),
};
type Registration = Decoded<typeof params>;

const presentationIn = (input: Registration, isSignedIn: boolean): Presentation => {
  const has = (name: string): boolean => input.client_capabilities[name] === true;
  return {
    applyMarkdown: input.apply_markdown,
    clientGravatar: input.client_gravatar ?? isSignedIn,
    includeSubscribers: input.include_subscribers !== false,
    slimPresence: input.slim_presence,
    emptyTopicName: has("empty_topic_name"),
    bulkMessageDeletion: has("bulk_message_deletion"),
    streamTypingNotifications: has("stream_typing_notifications"),
    includeDeactivatedGroups: has("include_deactivated_groups"),
    archivedChannels: has("archived_channels"),
    userListIncomplete: has("user_list_incomplete"),
    simplifiedPresence: has("simplified_presence_events"),
    individualEmojiChanges: has("individual_emoji_changes"),
    linkifierUrlTemplate: has("linkifier_url_template"),
  };
};

const queueRequestIn = (input: Registration, presentation: Presentation, wants: Wants): QueueRequest => ({
  categories: categoriesFor(input.event_types, presentation.streamTypingNotifications),
  allPublicChannels: input.all_public_streams,
  presentation: { ...presentation },
  idleTimeout: input.idle_queue_timeout ?? input.queue_lifespan_secs,
  narrow: input.narrow,
  fetch: {
    messages: wants("message"),
    unread: wantsUnread(wants),
    starred: wants("starred_messages"),
    directs: wants("recent_private_conversations"),
    drafts: wants("drafts"),
    snippets: wants("saved_snippets"),
    scheduled: wants("scheduled_messages"),
    reminders: wants("reminders"),
    navigationViews: wants("navigation_views"),
    seenSteps: wants("onboarding_steps"),
    topics: wantsUnread(wants) || wants("user_topic") || wants("muted_topics"),
    callProviders: wants("video_calls"),
  },
  withChannels: wants("stream") || wants("subscription"),
});

export const registerQueueEndpoint = endpoint({
  method: "post",
  at: "/register",
  caller: "spectator",
  cost: "register",
  summary:
    "Create an event queue and fetch the state from which its events continue. Without an account there is no queue, and only the state that is open to the web",
  path: {},
  params,
  response: {
    queue_id: { type: ["string", "null"] },
    last_event_id: { type: "integer" },
    zulip_feature_level: { type: "integer" },
    zulip_version: { type: "string" },
    zulip_merge_base: { type: "string" },
    idle_queue_timeout_secs: { type: "integer" },
  },
  use: {
    fetchPublicState,
    findRecentlyActive,
    listCallsOffered,
    listIncomingWebhooks,
    listPresenceSince,
    registerQueue,
  },
  run: (use, context, input) => {
    const { realm, server, signedIn } = context;
    const presentation = presentationIn(input, signedIn !== undefined);
    const fetched = input.fetch_event_types ?? input.event_types;
    const wants: Wants = (type) => isAskedFor(fetched, type);
    const shared = {
      realm,
      server,
      presentation,
      integrations: use.listIncomingWebhooks(),
      calls: use.listCallsOffered(),
      now: context.now(),
    };
    if (signedIn === undefined) {
      return pipe(
        TE.fromEither(checkSpectator(input)),
        TE.chainW(() => use.fetchPublicState(realm.id)),
        TE.map((found) => spectatorState({ ...found, ...shared }, wants)),
      );
    }
    const { caller } = signedIn;
    return pipe(
      TE.Do,
      TE.bind("presences", () =>
        TE.fromTask(async () =>
          wants("presence")
            ? use.listPresenceSince(caller.realmId, undefined, input.presence_history_limit_days)
            : { presences: new Map(), lastUpdateId: undefined },
        ),
      ),
      TE.bindW("registered", () => use.registerQueue(caller, queueRequestIn(input, presentation, wants))),
      TE.bindW("includeSubscribers", () =>
        TE.fromTask(async () =>
          input.include_subscribers !== "partial"
            ? input.include_subscribers
            : wants("subscription") && use.findRecentlyActive(caller.realmId),
        ),
      ),
      TE.map(({ presences, registered: { queue, state, user, messageState }, includeSubscribers }) => ({
        ...requestedState(
          { stateParts, messageParts },
          { ...shared, ...viewOf(state, user, shared.now), user, includeSubscribers, presences },
          messageState,
          wants,
        ),
        queue_id: queue.id,
        last_event_id: eventIdAt(queue.acknowledged),
        idle_queue_timeout_secs: queue.idleTimeoutSeconds,
      })),
    );
  },
});
