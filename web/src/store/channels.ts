import type { ServerEvent } from "../wire/event";
import type { Channel, Subscription } from "../wire/wire";
import { mapBy, type Slice, withChange, withEntries, withoutEntries } from "./slice";

export interface Channels {
  /** Every channel the user can know about. */
  readonly known: ReadonlyMap<number, Channel>;
  /** The user's own settings for the channels they are subscribed to. */
  readonly subscribed: ReadonlyMap<number, Subscription>;
}

type ChannelEvent = Extract<ServerEvent, { type: "stream" }>;
type SubscriptionEvent = Extract<ServerEvent, { type: "subscription" }>;

const withAll = <V extends { readonly stream_id: number }>(
  map: ReadonlyMap<number, V>,
  more: readonly V[],
): ReadonlyMap<number, V> =>
  withEntries(
    map,
    more.map((one) => [one.stream_id, one]),
  );

const nextOfChannel = (state: Channels, event: ChannelEvent): Channels => {
  switch (event.op) {
    case "create":
      return { ...state, known: withAll(state.known, event.streams) };
    case "delete":
      return {
        known: withoutEntries(state.known, event.stream_ids),
        subscribed: withoutEntries(state.subscribed, event.stream_ids),
      };
    case "update": {
      const change = {
        [event.property]: event.value,
        ...(event.rendered_description !== undefined && { rendered_description: event.rendered_description }),
        ...(event.is_web_public !== undefined && { is_web_public: event.is_web_public }),
        ...(event.history_public_to_subscribers !== undefined && {
          history_public_to_subscribers: event.history_public_to_subscribers,
        }),
      };
      return {
        known: withChange(state.known, event.stream_id, (one) => ({ ...one, ...change })),
        subscribed: withChange(state.subscribed, event.stream_id, (one) => ({ ...one, ...change })),
      };
    }
  }
};

type KnownChannels = Channels["known"];

const withCount = (known: KnownChannels, id: number, count: (before: number) => number): KnownChannels =>
  withChange(known, id, (one) => ({ ...one, subscriber_count: Math.max(0, count(one.subscriber_count)) }));

const nextOfSubscription = (state: Channels, event: SubscriptionEvent): Channels => {
  switch (event.op) {
    case "add":
      return {
        known: event.subscriptions.reduce(
          (known, { stream_id, subscriber_count }) => withCount(known, stream_id, () => subscriber_count),
          state.known,
        ),
        subscribed: withAll(state.subscribed, event.subscriptions),
      };
    case "remove":
      return {
        known: event.subscriptions.reduce(
          (known, { stream_id }) => withCount(known, stream_id, (count) => count - 1),
          state.known,
        ),
        subscribed: withoutEntries(
          state.subscribed,
          event.subscriptions.map((one) => one.stream_id),
        ),
      };
    case "update":
      return {
        ...state,
        subscribed: withChange(state.subscribed, event.stream_id, (one) => ({
          ...one,
          [event.property]: event.value,
        })),
      };
    case "peer_add":
    case "peer_remove": {
      const more = event.op === "peer_add" ? event.user_ids.length : -event.user_ids.length;
      const known = event.stream_ids.reduce(
        (map, id) => withCount(map, id, (count) => count + more),
        state.known,
      );
      return { ...state, known };
    }
  }
};

export const channels: Slice<Channels> = {
  start: ({ streams, subscriptions }) => ({
    known: mapBy(streams, (one) => one.stream_id),
    subscribed: mapBy(subscriptions, (one) => one.stream_id),
  }),
  next: (state, event) => {
    if (event.type === "stream") return nextOfChannel(state, event);
    return event.type === "subscription" ? nextOfSubscription(state, event) : state;
  },
};
