import { isLeft, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { EventsFetched } from "../../../application/events/fetch-events";
import type { EventCategory } from "../../../domain/event";
import { eventIdAt } from "../../../domain/event-queue";
import { narrow } from "../codecs/narrow";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, either, int, json, oneOf, text } from "../codecs/wire-type";
import { encodeEvent } from "../encode/event";
import type { Presentation } from "../encode/presentation";
import { endpoint } from "../endpoint";
import type { StateContext } from "../initial-state/context";
import { messageParts, stateParts, unreadPart, unreadTypes } from "../initial-state/parts";
import { RawJson } from "../raw-json";
import { versionFields } from "../version";

/** The wire's event types that there are events for. */
const categories: Readonly<Record<string, EventCategory>> = {
  realm: "realm",
  user_group: "user_group",
  realm_user: "user",
  stream: "channel",
  default_streams: "default_channels",
  subscription: "subscription",
  message: "message",
  update_message_flags: "message_flags",
};

const defaultTimeout = 600;
const mobileTimeout = 12 * 3600;
const longestTimeout = 7 * 24 * 3600;

const capabilities = json(t.record(t.string, t.unknown));

export const registerQueue = endpoint({
  method: "post",
  at: "/register",
  caller: "user",
  summary: "Make an event queue, and fetch the state that its events go on from",
  path: {},
  params: {
    event_types: optional(json(t.array(t.string))),
    fetch_event_types: optional(json(t.array(t.string))),
    apply_markdown: withDefault(bool, false),
    client_gravatar: withDefault(bool, true),
    include_subscribers: withDefault(either(bool, oneOf("partial")), false),
    slim_presence: withDefault(bool, false),
    presence_history_limit_days: optional(int),
    all_public_streams: withDefault(bool, false),
    narrow: withDefault(narrow, []),
    idle_queue_timeout: optional(either(int, oneOf("mobile"))),
    queue_lifespan_secs: optional(int),
    client_capabilities: withDefault(capabilities, {}),
  },
  response: {
    queue_id: { type: "string" },
    last_event_id: { type: "integer" },
    zulip_feature_level: { type: "integer" },
    zulip_version: { type: "string" },
    zulip_merge_base: { type: "string" },
    idle_queue_timeout_secs: { type: "integer" },
  },
  run:
    (app, { caller, realm, server }, given) =>
    async () => {
      const has = (name: string): boolean => given.client_capabilities[name] === true;
      const presentation: Presentation = {
        applyMarkdown: given.apply_markdown,
        clientGravatar: given.client_gravatar,
        includeSubscribers: given.include_subscribers !== false,
        slimPresence: given.slim_presence,
        emptyTopicName: has("empty_topic_name"),
        bulkMessageDeletion: has("bulk_message_deletion"),
        streamTypingNotifications: has("stream_typing_notifications"),
        includeDeactivatedGroups: has("include_deactivated_groups"),
        archivedChannels: has("archived_channels"),
      };
      const wanted = given.fetch_event_types ?? given.event_types;
      const wants = (type: string): boolean => wanted === undefined || wanted.includes(type);
      const timeout =
        given.idle_queue_timeout === "mobile"
          ? mobileTimeout
          : (given.idle_queue_timeout ?? given.queue_lifespan_secs);
      const idleTimeoutSeconds = Math.min(
        timeout !== undefined && timeout > 0 ? timeout : defaultTimeout,
        longestTimeout,
      );
      const wantsUnread = unreadTypes.every(wants);

      const outcome = await app.events.register(
        caller,
        {
          categories: given.event_types?.flatMap((type) => categories[type] ?? []) ?? null,
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
          },
        },
        (state, user) => {
          const context: StateContext = {
            ...{ state, user, realm, server, presentation },
            includeSubscribers: presentation.includeSubscribers,
            now: Date.now(),
          };
          const fields = Object.entries(stateParts).flatMap(([type, part]) =>
            wants(type) ? [part(context)] : [],
          );
          const about = Object.entries(messageParts).flatMap(([type, part]) => (wants(type) ? [part] : []));
          return {
            fields: Object.assign({}, ...fields) as object,
            parts: (wantsUnread ? [...about, unreadPart] : about).map((part) => part(context)),
          };
        },
      )();
      if (isLeft(outcome)) return outcome;
      const { queue, described, messageState } = outcome.right;
      const about = described.parts.map((part) => part(messageState));
      return right({
        ...versionFields,
        ...described.fields,
        ...(Object.assign({}, ...about) as object),
        queue_id: queue.id,
        last_event_id: eventIdAt(queue.acknowledged),
        idle_queue_timeout_secs: idleTimeoutSeconds,
      });
    },
});

const encodeFetched = (
  { queue, events, heartbeatId, state, user }: EventsFetched,
  realm: StateContext["realm"],
) => {
  const reader = { queue, presentation: queue.presentation as unknown as Presentation, user, realm, state };
  const written = events.flatMap((logged) => encodeEvent(logged, reader) ?? []);
  if (heartbeatId !== undefined) written.push(JSON.stringify({ type: "heartbeat", id: heartbeatId }));
  return new RawJson(`[${written.join(",")}]`);
};

export const fetchEvents = endpoint({
  method: "get",
  at: "/events",
  caller: "user",
  summary: "The next events of a queue, as soon as there are any",
  path: {},
  params: {
    queue_id: required(text),
    last_event_id: optional(int),
    dont_block: withDefault(bool, false),
  },
  response: { events: { type: "array", items: { type: "object" } }, queue_id: { type: "string" } },
  run: (app, { caller, realm, whenGone }, given) =>
    map((fetched: EventsFetched) => ({ events: encodeFetched(fetched, realm), queue_id: given.queue_id }))(
      app.events.fetch(caller, {
        queueId: given.queue_id,
        lastEventId: given.last_event_id,
        dontBlock: given.dont_block,
        whenGone,
      }),
    ),
});

export const deleteQueue = endpoint({
  method: "delete",
  at: "/events",
  caller: "user",
  summary: "End an event queue",
  path: {},
  params: { queue_id: required(text) },
  response: {},
  run: (app, { caller }, { queue_id }) => map(() => ({}))(app.events.deleteQueue(caller, queue_id)),
});
