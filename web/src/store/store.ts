import { batch, type Signal, signal } from "@preact/signals-core";
import type { ServerEvent } from "../api/event";
import type { Registration } from "../api/registration";
import { channels } from "./channels";
import { folders } from "./folders";
import { groups } from "./groups";
import { type FetchMessages, type History, history } from "./history";
import { drafts, reminders, scheduled } from "./later";
import { type MessageBook, messageBook } from "./messages";
import {
  alertWords,
  invitations,
  presences,
  profileFields,
  realm,
  realmEmoji,
  statuses,
} from "./organization";
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
  folders,
  drafts,
  scheduled,
  reminders,
  unread,
  topicPolicies,
  mutedUsers,
  starred,
  settings,
  directs,
  realm,
  realmEmoji,
  profileFields,
  alertWords,
  invitations,
  statuses,
  presences,
};

type Slices = typeof slices;
type StateOf<S> = S extends Slice<infer A> ? A : never;
/** All families of state. Plain values: they can be kept, and sent to other windows. */
export type StoreState = { readonly [Name in keyof Slices]: StateOf<Slices[Name]> };
type Signals = { readonly [Name in keyof Slices]: Signal<StoreState[Name]> };

/** What the parts of the registration and the events are asked for by. */
export const eventTypes: readonly string[] = [
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "reaction",
  "submessage",
  "starred_messages",
  "recent_private_conversations",
  "subscription",
  "stream",
  "drafts",
  "scheduled_messages",
  "reminders",
  "channel_folder",
  "default_streams",
  "default_stream_groups",
  "user_topic",
  "muted_users",
  "realm",
  "realm_user",
  "realm_user_groups",
  "user_group",
  "realm_emoji",
  "realm_domains",
  "realm_linkifiers",
  "realm_playgrounds",
  "realm_user_settings_defaults",
  "custom_profile_fields",
  "alert_words",
  "invites_changed",
  "user_settings",
  "user_status",
  "presence",
  "typing",
];

/** Parts of the registration; one has another name than its events. */
export const fetchTypes: readonly string[] = [...eventTypes, "channel_folders"];

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
  /** What is known now, but for messages. */
  state(): StoreState;
  /** Begins again, where the events between are lost. */
  restart(state: StoreState): void;
}

/** What the store needs from outside. */
interface Outside {
  readonly fetchMessages: FetchMessages;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const names = Object.keys(slices) as (keyof Slices)[];
const sliceOf = (name: keyof Slices) => slices[name] as Slice<unknown>;

/** What a registration tells. */
export const stateOf = (registration: Registration): StoreState =>
  Object.fromEntries(names.map((name) => [name, sliceOf(name).start(registration)])) as unknown as StoreState;

export const createStore = (begun: StoreState, { fetchMessages, now }: Outside): Store => {
  const signals = Object.fromEntries(names.map((name) => [name, signal<unknown>(begun[name])])) as Record<
    keyof Slices,
    Signal<unknown>
  >;
  const { ownId } = begun.people;
  const book = messageBook();
  const isSubscribed = (channelId: number): boolean =>
    (signals.channels.peek() as StoreState["channels"]).subscribed.has(channelId);
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
    state: () =>
      Object.fromEntries(names.map((name) => [name, signals[name].peek()])) as unknown as StoreState,
    restart: (again) =>
      batch(() => {
        for (const name of names) signals[name].value = again[name];
        messages.clear();
      }),
  };
};
