import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { ApiError } from "../../../../application/api-error";
import { listCallsOffered } from "../../../../application/calls/list-calls-offered";
import { deleteQueue } from "../../../../application/events/delete-queue";
import { awaitEvents, type EventsFetched, fetchEvents } from "../../../../application/events/fetch-events";
import { fetchPublicState } from "../../../../application/events/fetch-public-state";
import { type QueueRequest, registerQueue } from "../../../../application/events/register-queue";
import { findTopicLinks } from "../../../../application/messages/find-topic-links";
import { findRecentlyActive } from "../../../../application/presence/find-recently-active";
import { listPresenceSince } from "../../../../application/presence/list-presence-since";
import { listIncomingWebhooks } from "../../../../application/webhooks/list-incoming-webhooks";
import { notLoggedIn } from "../../../../domain/caller-refusals";
import { eventIdAt } from "../../../../domain/queues/event-queue";
import { secondsIn } from "../../../../domain/units/time";
import { categoriesFor, eventTypes, isAskedFor } from "../../../zulip-wire/codecs/event-types";
import { narrow } from "../../../zulip-wire/codecs/narrow";
import { optional, type ParameterRefusal, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import {
  bool,
  count,
  decodeText,
  either,
  int,
  json,
  oneOf,
  text,
  upTo,
} from "../../../zulip-wire/codecs/wire-type";
import type { Presentation } from "../../../zulip-wire/encode/presentation";
import { encodeFetchedAsJson, encodeFetchedEvents } from "../../../zulip-wire/events/fetched-events";
import type { StateContext } from "../../../zulip-wire/initial-state/context";
import { messageParts, stateParts, unreadPart, unreadTypes } from "../../../zulip-wire/initial-state/parts";
import { spectatorRefusal, spectatorState } from "../../../zulip-wire/initial-state/spectators";
import { versionFields } from "../../../zulip-wire/version";
import { done, endpoint } from "../../declaration/endpoint";
import { EventStream } from "../../reply/event-stream";
import { Later } from "../../reply/later";

const defaultTimeout = 600;
const mobileTimeout = 12 * secondsIn.hour;
const longestTimeout = secondsIn.week;

/** Clients send a few short terms. Each queue stores its narrow, and one user may have a thousand queues. */
const longestNarrow = 10_000;
const capabilities = upTo(10_000, json(t.record(t.string, t.unknown)));

const registerQueueEndpoint = endpoint({
  method: "post",
  at: "/register",
  caller: "spectator",
  cost: "register",
  summary:
    "Create an event queue, and fetch the state that its events continue. Without an account there is no queue, and only the state that is open to the web",
  path: {},
  params: {
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
  },
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
  run: (
    {
      fetchPublicState,
      findRecentlyActive,
      listCallsOffered,
      listIncomingWebhooks,
      listPresenceSince,
      registerQueue,
    },
    { realm, server, signedIn },
    given,
  ) => {
    const has = (name: string): boolean => given.client_capabilities[name] === true;
    const presentation: Presentation = {
      applyMarkdown: given.apply_markdown,
      clientGravatar: given.client_gravatar ?? signedIn !== undefined,
      includeSubscribers: given.include_subscribers !== false,
      slimPresence: given.slim_presence,
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
    const fetched = given.fetch_event_types ?? given.event_types;
    const wants = (type: string): boolean => isAskedFor(fetched, type);
    const offered = { integrations: listIncomingWebhooks(), calls: listCallsOffered(), now: Date.now() };
    if (signedIn === undefined) {
      const refusal = spectatorRefusal(given);
      if (refusal) return TE.left(refusal);
      return pipe(
        fetchPublicState(realm.id),
        TE.map((found) => spectatorState({ ...found, ...offered, realm, server, presentation }, wants)),
      );
    }
    const { caller } = signedIn;
    const timeout =
      given.idle_queue_timeout === "mobile"
        ? mobileTimeout
        : (given.idle_queue_timeout ?? given.queue_lifespan_secs);
    const idleTimeoutSeconds = Math.min(
      timeout !== undefined && timeout > 0 ? timeout : defaultTimeout,
      longestTimeout,
    );
    const wantsUnread = unreadTypes.every(wants);
    const wanted: QueueRequest = {
      categories: categoriesFor(given.event_types, presentation.streamTypingNotifications),
      allPublicChannels: given.all_public_streams,
      presentation: { ...presentation },
      idleTimeoutSeconds,
      narrow: given.narrow,
      fetch: {
        messages: wants("message"),
        unread: wantsUnread,
        starred: wants("starred_messages"),
        directs: wants("recent_private_conversations"),
        channels: wants("stream") || wants("subscription"),
        drafts: wants("drafts"),
        snippets: wants("saved_snippets"),
        scheduled: wants("scheduled_messages"),
        reminders: wants("reminders"),
        navigationViews: wants("navigation_views"),
        seenSteps: wants("onboarding_steps"),
        topics: wantsUnread || wants("user_topic") || wants("muted_topics"),
        callProviders: wants("video_calls"),
      },
    };
    return pipe(
      TE.Do,
      TE.bind("presences", () =>
        TE.fromTask(async () =>
          wants("presence")
            ? listPresenceSince(caller.realmId, -1, given.presence_history_limit_days)
            : { presences: new Map(), lastUpdateId: -1 },
        ),
      ),
      TE.bindW("registered", () => registerQueue(caller, wanted)),
      TE.bindW("includeSubscribers", () =>
        TE.fromTask(async () =>
          given.include_subscribers === "partial"
            ? findRecentlyActive(caller.realmId)
            : given.include_subscribers,
        ),
      ),
      TE.map(({ presences, registered: { queue, state, user, messageState }, includeSubscribers }) => {
        const context: StateContext = {
          state,
          user,
          realm,
          server,
          presentation,
          includeSubscribers,
          presences,
          ...offered,
        };
        const fields = Object.entries(stateParts).flatMap(([type, part]) =>
          wants(type) ? [part(context)] : [],
        );
        const about = Object.entries(messageParts).flatMap(([type, part]) => (wants(type) ? [part] : []));
        const ofMessages = (wantsUnread ? [...about, unreadPart] : about).map((part) =>
          part(context)(messageState),
        );
        return {
          ...versionFields,
          ...(Object.assign({}, ...fields, ...ofMessages) as object),
          queue_id: queue.id,
          last_event_id: eventIdAt(queue.acknowledged),
          idle_queue_timeout_secs: idleTimeoutSeconds,
        };
      }),
    );
  },
});

const fetchEventsEndpoint = endpoint({
  method: "get",
  at: "/events",
  caller: "user",
  cost: "poll",
  summary: "Get the next events of a queue, as soon as there are any",
  path: {},
  params: {
    queue_id: required(text),
    last_event_id: optional(int),
    dont_block: withDefault(bool, false),
  },
  response: { events: { type: "array", items: { type: "object" } }, queue_id: { type: "string" } },
  use: { awaitEvents, findTopicLinks },
  run: ({ awaitEvents, findTopicLinks }, context, given) => {
    const answerOf = (fetched: EventsFetched): E.Either<ApiError, object> =>
      E.right({
        events: encodeFetchedAsJson(fetched, context, findTopicLinks),
        queue_id: given.queue_id,
      });
    const allowed = (fetched: EventsFetched) => {
      // The wait may outlast the session or API key that started it. Checking a key needs no database query.
      const isAllowed = given.dont_block || context.isStillSignedIn();
      if (typeof isAllowed === "boolean") return isAllowed ? answerOf(fetched) : E.left(notLoggedIn);
      return isAllowed.then((isStill) => (isStill ? answerOf(fetched) : E.left(notLoggedIn)));
    };
    const ifAllowed = E.matchW(E.left<ApiError>, allowed);
    const wanted = {
      queueId: given.queue_id,
      lastEventId: given.last_event_id,
      dontBlock: given.dont_block,
    };
    return new Later((answer) =>
      awaitEvents(context.caller, wanted, (outcome) =>
        answer(outcome instanceof Promise ? outcome.then(ifAllowed) : ifAllowed(outcome)),
      ),
    );
  },
});

const lastEventIdHeader = "Last-Event-ID";

const decodeLastEventId = (header: string): E.Either<ParameterRefusal, number> =>
  pipe(
    decodeText(int, header, lastEventIdHeader),
    E.mapLeft((message) => ({ code: "REQUEST_VARIABLE_INVALID", message, variable: lastEventIdHeader })),
  );

const followEventsEndpoint = endpoint({
  method: "get",
  at: "/events/stream",
  caller: "user",
  cost: "poll",
  summary:
    "Stream the events of a queue as server-sent events, each with the id that a returning client sends in `Last-Event-ID`. The stream ends when another request polls the queue, and with the key or the session",
  path: {},
  params: { queue_id: required(text), last_event_id: optional(int) },
  response: {},
  answersWith: "text/event-stream",
  use: { awaitEvents, fetchEvents, findTopicLinks },
  run: ({ awaitEvents, fetchEvents, findTopicLinks }, context, given) => {
    const { caller, lastEventId: header } = context;
    const queueId = given.queue_id;
    return pipe(
      header === undefined ? E.right(given.last_event_id) : decodeLastEventId(header),
      TE.fromEither,
      TE.chainW((lastEventId) =>
        fetchEvents(caller, { queueId, lastEventId, dontBlock: true, whenGone: () => {} }),
      ),
      TE.map(
        (first) =>
          new EventStream({
            first,
            next: (lastEventId, receive) =>
              awaitEvents(caller, { queueId, lastEventId, dontBlock: false }, receive),
            encode: (fetched) => encodeFetchedEvents(fetched, context, findTopicLinks),
            isAllowed: () => context.isStillSignedIn(),
          }),
      ),
    );
  },
});

const deleteQueueEndpoint = endpoint({
  method: "delete",
  at: "/events",
  caller: "user",
  summary: "End an event queue",
  path: {},
  params: { queue_id: required(text) },
  response: {},
  use: deleteQueue,
  run: (deleteQueue, { caller }, { queue_id }) => done(deleteQueue(caller, queue_id)),
});

export const eventEndpoints = [
  fetchEventsEndpoint,
  followEventsEndpoint,
  registerQueueEndpoint,
  deleteQueueEndpoint,
];
