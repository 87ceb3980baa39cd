import { batch, type Signal, signal } from "@preact/signals-core";
import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";
import { channels } from "./channels";
import { folders } from "./folders";
import { groups } from "./groups";
import { type FetchMessages, type History, history } from "./history";
import { createMessageStore, type MessageStore } from "./messages";
import {
  alertWords,
  invitations,
  presences,
  presencesUpTo,
  profileFields,
  realm,
  realmEmoji,
  statuses,
} from "./organization";
import { drafts, reminders, scheduled } from "./pending";
import { people } from "./people";
import { copyingOnce, type Slice } from "./slice";
import { nextTypists, type Typists } from "./typing";
import { unread } from "./unread";
import { directs, mutedUsers, settings, starred, topicPolicies } from "./user-data";

/** The slices that a registration initializes and events update. */
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
  presencesUpTo,
};

type Slices = typeof slices;
type StateOf<S> = S extends Slice<infer A> ? A : never;
/** All slices. Plain values, so that they can be cached and sent to other windows. */
export type StoreState = { readonly [Name in keyof Slices]: StateOf<Slices[Name]> };
type Signals = { readonly [Name in keyof Slices]: Signal<StoreState[Name]> };

/** Parts of the registration and event types to request. */
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

/** Parts of the registration; one is named differently from its events. */
export const fetchTypes: readonly string[] = [...eventTypes, "channel_folders"];

/** The client capabilities that this client declares. */
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

/** Everything this client knows about the organization, kept up to date by events. */
export interface Store extends Signals {
  readonly ownId: number;
  readonly messageStore: MessageStore;
  readonly history: History;
  readonly typists: Signal<Typists>;
  /** Applies events in one batch, so that views redraw once. */
  apply(events: readonly ServerEvent[]): void;
  /** The current state, without messages. */
  state(): StoreState;
  /** Starts over when events were missed. */
  restart(state: StoreState): void;
}

/** What the store depends on. */
interface Dependencies {
  readonly fetchMessages: FetchMessages;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const names = Object.keys(slices) as (keyof Slices)[];
const sliceOf = (name: keyof Slices) => slices[name] as Slice<unknown>;

/** The state that a registration describes. */
export const stateOf = (registration: Registration): StoreState =>
  Object.fromEntries(names.map((name) => [name, sliceOf(name).start(registration)])) as unknown as StoreState;

export const createStore = (initial: StoreState, { fetchMessages, now }: Dependencies): Store => {
  const signals = Object.fromEntries(names.map((name) => [name, signal<unknown>(initial[name])])) as Record<
    keyof Slices,
    Signal<unknown>
  >;
  const { ownId } = initial.people;
  const messageStore = createMessageStore();
  /** The newest state: within a batch, newer than what the signals show. */
  const newest: Record<keyof Slices, unknown> = { ...initial };
  const isSubscribed = (channelId: number): boolean =>
    (newest.channels as StoreState["channels"]).subscribed.has(channelId);
  const messages = history(messageStore, { ownId, isSubscribed }, fetchMessages);
  const typists = signal<Typists>(new Map());

  const applyAll = (events: readonly ServerEvent[]): void => {
    let typing = typists.peek();
    try {
      for (const event of events) {
        for (const name of names) newest[name] = sliceOf(name).next(newest[name], event);
        if (event.type === "typing") typing = nextTypists(typing, event, now());
        messages.apply(event);
      }
    } finally {
      for (const name of names) signals[name].value = newest[name];
      typists.value = typing;
    }
  };

  return {
    ...(signals as unknown as Signals),
    ownId,
    messageStore,
    history: messages,
    typists,
    apply: (events) => batch(() => copyingOnce(() => applyAll(events))),
    state: () =>
      Object.fromEntries(names.map((name) => [name, signals[name].peek()])) as unknown as StoreState,
    restart: (fresh) =>
      batch(() => {
        for (const name of names) {
          newest[name] = fresh[name];
          signals[name].value = fresh[name];
        }
        messages.distrust();
      }),
  };
};
