import type { Page, Window } from "../store/history";
import type { Narrow } from "../store/narrow";
import type { Place } from "../store/place";
import { capabilities, eventTypes, fetchTypes } from "../store/store";
import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";
import type { Message } from "../wire/wire";
import { get, send } from "./http";

const idleQueueSeconds = 3600;

export const register = (): Promise<Registration> =>
  send("POST", "/register", {
    event_types: eventTypes,
    fetch_event_types: fetchTypes,
    client_capabilities: capabilities,
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: idleQueueSeconds,
  });

/** Milliseconds; longer than the server holds a request without events. */
const longestPoll = 120_000;
/** Within this time, an answer begins that needn't wait for events. A slow network may take longer to bring all of it. */
const longestQuickPoll = 10_000;

export const fetchEvents = async (
  queueId: string,
  lastEventId: number,
  signal: AbortSignal,
  /** Whether to answer at once, even without events. */
  isQuick: boolean,
): Promise<readonly ServerEvent[]> => {
  const query = { queue_id: queueId, last_event_id: lastEventId, ...(isQuick && { dont_block: true }) };
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), isQuick ? longestQuickPoll : longestPoll);
  const options = {
    signal: AbortSignal.any([signal, tooLate.signal, AbortSignal.timeout(longestPoll)]),
    onAnswer: () => clearTimeout(timer),
  };
  return (await get<{ events: readonly ServerEvent[] }>("/events", query, options)).events;
};

export const fetchMessages = (narrow: Narrow, { anchor, before, after }: Window): Promise<Page> =>
  get("/messages", {
    narrow,
    anchor: String(anchor),
    num_before: before,
    num_after: after,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });

/** A message with its Markdown source. */
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
  readonly signal: AbortSignal;
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
  signal,
}: Outgoing): Promise<{ readonly id: number }> =>
  send(
    "POST",
    "/messages",
    { ...destination(place), content, queue_id: queueId, local_id: localId, read_by_sender: true },
    { idempotencyKey: key, signal },
  );

/** Changes a message that may already have arrived with another text, as retries do after a lost answer. */
export const changeIfArrived = async (id: number, content: string): Promise<void> => {
  if ((await fetchMessage(id)).raw_content !== content) await send("PATCH", `/messages/${id}`, { content });
};

export const changeFlag = (
  messages: readonly number[],
  op: "add" | "remove",
  flag: "read" | "starred" | "collapsed",
): Promise<unknown> => send("POST", "/messages/flags", { messages, op, flag });

export const signalTyping = (place: Place, op: "start" | "stop"): Promise<unknown> =>
  send(
    "POST",
    "/typing",
    place.kind === "topic"
      ? { type: "channel", op, stream_id: place.channelId, topic: place.topic }
      : { type: "direct", op, to: place.userIds },
  );

/** Changes one of the user's own settings. */
export const changeSetting = (name: string, value: unknown): Promise<unknown> =>
  send("PATCH", "/settings", { [name]: value });
