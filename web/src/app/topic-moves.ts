import { chosenRecipients, rememberRecipients } from "../offline/chosen-recipients";
import { isForwardKey, isNewKey } from "../offline/draft-keys";
import type { Drafts } from "../offline/drafts";
import { keyOf, type Place, topicPlace } from "../store/place";
import type { ServerEvent } from "../wire/event";

/** A topic that was moved or renamed as a whole. */
export interface TopicMove {
  readonly from: Place;
  readonly to: Place;
}

/** Where an event took messages of a topic, be it all of them or some; undefined for any other event. */
const moveOf = (event: ServerEvent): TopicMove | undefined => {
  if (event.type !== "update_message" || event.stream_id === undefined || event.orig_subject === undefined)
    return undefined;
  const { stream_id: channelId, orig_subject: topic, new_stream_id: newId, subject } = event;
  return { from: topicPlace(channelId, topic), to: topicPlace(newId ?? channelId, subject ?? topic) };
};

const movesOf = (events: readonly ServerEvent[]): readonly TopicMove[] =>
  events.flatMap((event) => moveOf(event) ?? []);

/** The moves of whole topics. */
export const topicMovesIn = (events: readonly ServerEvent[]): readonly TopicMove[] =>
  movesOf(events.filter((event) => "propagate_mode" in event && event.propagate_mode === "change_all"));

/** Where a conversation is after moves. */
export const placeAfter = (place: Place, moves: readonly TopicMove[]): Place =>
  moves.reduce((at, { from, to }) => (keyOf(at) === keyOf(from) ? to : at), place);

/** Where a topic is after events that moved its messages, or some of them. */
export const placeAfterEvents = (place: Place, events: readonly ServerEvent[]): Place =>
  placeAfter(place, movesOf(events));

/** Moves drafts along with their topics, whether or not they are on screen. */
export const moveDrafts = (drafts: Drafts, moves: readonly TopicMove[]): void => {
  for (const { from, to } of moves) drafts.move(from, to);
  for (const key of drafts.local.peek()) {
    if (!isNewKey(key) && !isForwardKey(key)) continue;
    const chosen = chosenRecipients(drafts, key);
    if (chosen.channelId === undefined) continue;
    const place = topicPlace(chosen.channelId, chosen.topic);
    const next = placeAfter(place, moves);
    if (next !== place && next.kind === "topic")
      rememberRecipients(drafts, key, { ...chosen, channelId: next.channelId, topic: next.topic });
  }
};
