import type { Page, Window } from "../store/history";
import type { Narrow } from "../store/narrow";
import type { Place } from "../store/place";
import { capabilities, eventTypes } from "../store/store";
import { get, send } from "./call";
import type { ServerEvent } from "./event";
import type { Message, ReactionKind, Registration } from "./wire";

const idleQueueSeconds = 3600;

export const register = (): Promise<Registration> =>
  send("POST", "/register", {
    event_types: eventTypes,
    fetch_event_types: eventTypes,
    client_capabilities: capabilities,
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: idleQueueSeconds,
  });

export const fetchEvents = async (
  queueId: string,
  lastEventId: number,
  signal: AbortSignal,
): Promise<readonly ServerEvent[]> => {
  const query = { queue_id: queueId, last_event_id: lastEventId };
  return (await get<{ events: readonly ServerEvent[] }>("/events", query, { signal })).events;
};

export const fetchMessages = (narrow: Narrow, { anchor, before, after }: Window): Promise<Page> =>
  get("/messages", {
    ...{ narrow, anchor: String(anchor), num_before: before, num_after: after },
    ...{ client_gravatar: false, allow_empty_topic_name: true },
  });

/** A message with its source. */
export const fetchMessage = (
  id: number,
): Promise<{ readonly message: Message; readonly raw_content: string }> =>
  get(`/messages/${id}`, { allow_empty_topic_name: true });

interface Outgoing {
  readonly place: Place;
  readonly content: string;
  readonly key: string;
  readonly queueId: string;
  readonly localId: string;
}

const destination = (place: Place): object =>
  place.kind === "topic"
    ? { type: "channel", to: place.channelId, topic: place.topic }
    : { type: "direct", to: place.userIds };

export const sendMessage = ({
  place,
  content,
  key,
  queueId,
  localId,
}: Outgoing): Promise<{ readonly id: number }> =>
  send(
    "POST",
    "/messages",
    { ...destination(place), content, queue_id: queueId, local_id: localId, read_by_sender: true },
    { idempotencyKey: key },
  );

export const editMessage = (id: number, content: string): Promise<unknown> =>
  send("PATCH", `/messages/${id}`, { content });

export const deleteMessage = (id: number): Promise<unknown> => send("DELETE", `/messages/${id}`);

export const changeFlag = (
  messages: readonly number[],
  op: "add" | "remove",
  flag: "read" | "starred",
): Promise<unknown> => send("POST", "/messages/flags", { messages, op, flag });

/** Makes everything from the message on unread. */
export const markUnreadFrom = (narrow: Narrow, messageId: number): Promise<unknown> =>
  send("POST", "/messages/flags/narrow", {
    ...{ anchor: messageId, num_before: 0, num_after: 5000, narrow },
    ...{ op: "remove", flag: "read" },
  });

interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly kind: ReactionKind;
}

export const changeReaction = (
  id: number,
  op: "add" | "remove",
  { name, code, kind }: Emoji,
): Promise<unknown> =>
  send(op === "add" ? "POST" : "DELETE", `/messages/${id}/reactions`, {
    emoji_name: name,
    emoji_code: code,
    reaction_type: kind,
  });

export const setTopicPolicy = (channelId: number, topic: string, policy: number): Promise<unknown> =>
  send("POST", "/user_topics", { stream_id: channelId, topic, visibility_policy: policy });

export const setSubscriptionProperty = (
  channelId: number,
  property: "is_muted" | "pin_to_top",
  value: boolean,
): Promise<unknown> => send("POST", `/users/me/subscriptions/${channelId}`, { property, value });

export const subscribe = (name: string): Promise<unknown> =>
  send("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });

export const unsubscribe = (name: string): Promise<unknown> =>
  send("DELETE", "/users/me/subscriptions", { subscriptions: [name] });

export interface Topic {
  readonly name: string;
  readonly max_id: number;
}

export const fetchTopics = async (channelId: number): Promise<readonly Topic[]> =>
  (
    await get<{ topics: readonly Topic[] }>(`/users/me/${channelId}/topics`, {
      allow_empty_topic_name: true,
    })
  ).topics;

export const reportPresence = (isActive: boolean): Promise<unknown> =>
  send("POST", "/users/me/presence", {
    ...{ status: isActive ? "active" : "idle", ping_only: true, new_user_input: isActive },
  });

export const signalTyping = (place: Place, op: "start" | "stop"): Promise<unknown> =>
  send(
    "POST",
    "/typing",
    place.kind === "topic"
      ? { type: "channel", op, stream_id: place.channelId, topic: place.topic }
      : { type: "direct", op, to: place.userIds },
  );

export const renderMarkdown = async (content: string): Promise<string> =>
  (await send<{ rendered: string }>("POST", "/messages/render", { content })).rendered;

export const uploadFile = (file: File): Promise<{ readonly url: string; readonly filename?: string }> => {
  const form = new FormData();
  form.append("file", file);
  return send("POST", "/user_uploads", form);
};
