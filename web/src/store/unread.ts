import type { FlagsChanged, MessageMoved, ServerEvent, UnreadDetail } from "../wire/event";
import type { Registration } from "../wire/registration";
import { directPlace, keyOf, type Place, placeOf, topicPlace } from "./place";
import { ownMap, ownSet, type Slice } from "./slice";

/** Unread messages of one conversation. */
interface UnreadPlace {
  readonly place: Place;
  readonly ids: ReadonlySet<number>;
}

export interface Unread {
  readonly ownId: number;
  readonly places: ReadonlyMap<string, UnreadPlace>;
  /** Unread messages that mention the user by name or through a group. */
  readonly mentions: ReadonlySet<number>;
  /** Unread messages that mention the user only through a wildcard. */
  readonly wildcards: ReadonlySet<number>;
  /** Whether there are more than the server counts. */
  readonly isCut: boolean;
}

type Mention = "personal" | "wildcard" | undefined;

const mentionAmong = (flags: readonly string[]): Mention => {
  if (flags.includes("mentioned")) return "personal";
  return flags.some((flag) => flag.endsWith("wildcard_mentioned")) ? "wildcard" : undefined;
};

const start = ({ user_id, unread_msgs }: Registration): Unread => {
  const { streams, pms, huddles, mentions, old_unreads_missing } = unread_msgs;
  const wildcards = new Set(unread_msgs.wildcard_mentions);
  const found: readonly (readonly [Place, readonly number[]])[] = [
    ...streams.map((one) => [topicPlace(one.stream_id, one.topic), one.unread_message_ids] as const),
    ...pms.map((one) => [directPlace([one.other_user_id, user_id]), one.unread_message_ids] as const),
    ...huddles.map(
      (one) => [directPlace(one.user_ids_string.split(",").map(Number)), one.unread_message_ids] as const,
    ),
  ];
  return {
    ownId: user_id,
    places: new Map(found.map(([place, ids]) => [keyOf(place), { place, ids: new Set(ids) }])),
    mentions: new Set(mentions.filter((id) => !wildcards.has(id))),
    wildcards,
    isCut: old_unreads_missing,
  };
};

const add = (state: Unread, place: Place, ids: readonly number[]): Unread => {
  const key = keyOf(place);
  const before = state.places.get(key);
  const unread = ownSet(before?.ids ?? new Set<number>());
  for (const id of ids) unread.add(id);
  return {
    ...state,
    places: ownMap(state.places).set(key, { place: before?.place ?? place, ids: unread }),
  };
};

const mark = (state: Unread, ids: readonly number[], mention: Mention): Unread => {
  const mentions = ownSet(state.mentions);
  const wildcards = ownSet(state.wildcards);
  for (const id of ids) {
    mention === "personal" ? mentions.add(id) : mentions.delete(id);
    mention === "wildcard" ? wildcards.add(id) : wildcards.delete(id);
  }
  return { ...state, mentions, wildcards };
};

/** The intersection of two sets, in time proportional to the smaller one. */
const shared = (one: ReadonlySet<number>, other: ReadonlySet<number>): readonly number[] => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].filter((id) => many.has(id));
};

const removeFromPlaces = (state: Unread, ids: readonly number[]): Unread => {
  const gone = new Set(ids);
  const places = ownMap(state.places);
  for (const [key, { place, ids: unread }] of places) {
    const read = shared(unread, gone);
    if (read.length === 0) continue;
    const left = ownSet(unread);
    for (const id of read) left.delete(id);
    if (left.size === 0) places.delete(key);
    else places.set(key, { place, ids: left });
  }
  return { ...state, places };
};

const remove = (state: Unread, ids: readonly number[]): Unread =>
  mark(removeFromPlaces(state, ids), ids, undefined);

const unreadAmong = ({ places }: Unread, ids: readonly number[]): readonly number[] => {
  const wanted = new Set(ids);
  return [...places.values()].flatMap(({ ids: unread }) => shared(unread, wanted));
};

const move = (state: Unread, event: MessageMoved): Unread => {
  const channelId = event.new_stream_id ?? event.stream_id;
  const topic = event.subject ?? event.orig_subject;
  if (channelId === undefined || topic === undefined) return state;
  const moved = unreadAmong(state, event.message_ids);
  return moved.length === 0
    ? state
    : add(removeFromPlaces(state, moved), topicPlace(channelId, topic), moved);
};

const edit = (state: Unread, event: MessageMoved): Unread =>
  event.rendered_content !== undefined && unreadAmong(state, [event.message_id]).length > 0
    ? mark(state, [event.message_id], mentionAmong(event.flags))
    : state;

const placeIn = (detail: UnreadDetail, ownId: number): Place =>
  detail.type === "stream"
    ? topicPlace(detail.stream_id ?? 0, detail.topic ?? "")
    : directPlace([...(detail.user_ids ?? []), ownId]);

const mentionIn = ({ mentioned, wildcard_mentioned }: UnreadDetail): Mention => {
  if (wildcard_mentioned) return "wildcard";
  return mentioned ? "personal" : undefined;
};

const flag = (state: Unread, event: FlagsChanged): Unread => {
  if (event.flag !== "read") return state;
  if (event.op === "add")
    return event.all
      ? { ...state, places: new Map(), mentions: new Set(), wildcards: new Set(), isCut: false }
      : remove(state, event.messages);
  return Object.entries(event.message_details ?? {}).reduce(
    (before, [id, detail]) =>
      mark(add(before, placeIn(detail, state.ownId), [Number(id)]), [Number(id)], mentionIn(detail)),
    state,
  );
};

export const unread: Slice<Unread> = {
  start,
  next: (state, event: ServerEvent) => {
    switch (event.type) {
      case "message": {
        if (event.flags.includes("read")) return state;
        const { message, flags } = event;
        return mark(add(state, placeOf(message), [message.id]), [message.id], mentionAmong(flags));
      }
      case "update_message":
        return edit(move(state, event), event);
      case "update_message_flags":
        return flag(state, event);
      case "delete_message":
        return remove(state, event.message_ids);
      default:
        return state;
    }
  },
};
