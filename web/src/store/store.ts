import { batch, type Signal, signal } from "@preact/signals-core";
import type { ServerEvent } from "../api/event";
import type { Registration } from "../api/wire";
import { channels } from "./channels";
import { groups } from "./groups";
import { type FetchMessages, type History, history } from "./history";
import { type MessageBook, messageBook } from "./messages";
import { presences, realm, realmEmoji, statuses } from "./organization";
import { people } from "./people";
import { directs, mutedUsers, settings, starred, topicPolicies } from "./personal";
import type { Slice } from "./slice";
import { nextTypists, type Typists } from "./typing";
import { unread } from "./unread";

/** The families of state that a registration begins and events go on with. */
const slices = {
  people,
  groups,
  channels,
  unread,
  topicPolicies,
  mutedUsers,
  starred,
  settings,
  directs,
  realm,
  realmEmoji,
  statuses,
  presences,
};

type Slices = typeof slices;
type StateOf<S> = S extends Slice<infer A> ? A : never;
type State = { readonly [Name in keyof Slices]: StateOf<Slices[Name]> };
type Signals = { readonly [Name in keyof Slices]: Signal<State[Name]> };

/** What the parts of the registration and the events are asked for by. */
export const eventTypes: readonly string[] = [
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "reaction",
  "starred_messages",
  "recent_private_conversations",
  "subscription",
  "stream",
  "user_topic",
  "muted_users",
  "realm",
  "realm_user",
  "realm_user_groups",
  "user_group",
  "realm_emoji",
  "user_settings",
  "user_status",
  "presence",
  "typing",
];

/** What this client tells the server that it understands. */
export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
};

/** Everything this client knows of the organization, kept in step by events. */
export interface Store extends Signals {
  readonly ownId: number;
  readonly book: MessageBook;
  readonly history: History;
  readonly typists: Signal<Typists>;
  /** Takes events in, in one redraw. */
  apply(events: readonly ServerEvent[]): void;
  /** Begins again from a new registration, where the events between are lost. */
  restart(registration: Registration): void;
}

/** What the store needs from outside. */
interface Outside {
  readonly fetchMessages: FetchMessages;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export const createStore = (registration: Registration, { fetchMessages, now }: Outside): Store => {
  const names = Object.keys(slices) as (keyof Slices)[];
  const sliceOf = (name: keyof Slices) => slices[name] as Slice<unknown>;
  const signals = Object.fromEntries(
    names.map((name) => [name, signal(sliceOf(name).start(registration))]),
  ) as Record<keyof Slices, Signal<unknown>>;
  const ownId = registration.user_id;
  const book = messageBook();
  const isSubscribed = (channelId: number): boolean =>
    (signals.channels.peek() as State["channels"]).subscribed.has(channelId);
  const messages = history(book, { ownId, isSubscribed }, fetchMessages);
  const typists = signal<Typists>(new Map());

  const take = (event: ServerEvent): void => {
    for (const name of names) signals[name].value = sliceOf(name).next(signals[name].peek(), event);
    if (event.type === "typing") typists.value = nextTypists(typists.peek(), event, now());
    messages.apply(event);
  };

  return {
    ...(signals as unknown as Signals),
    ownId,
    book,
    history: messages,
    typists,
    apply: (events) =>
      batch(() => {
        for (const event of events) take(event);
      }),
    restart: (again) =>
      batch(() => {
        for (const name of names) signals[name].value = sliceOf(name).start(again);
        messages.clear();
      }),
  };
};
