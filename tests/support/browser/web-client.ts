import { createKeeper } from "../../../web/src/offline/keep-messages";
import { restoreList } from "../../../web/src/offline/restore-list";
import type { FetchMessages } from "../../../web/src/store/history";
import { messageList } from "../../../web/src/store/message-list";
import { createMessageStore } from "../../../web/src/store/messages";
import { isCoveredByEvents, type Narrow, narrowKey } from "../../../web/src/store/narrow";
import {
  capabilities,
  createStore,
  eventTypes,
  fetchTypes,
  type Store,
  stateOf,
} from "../../../web/src/store/store";
import { widgetOf } from "../../../web/src/store/widget";
import type { ServerEvent } from "../../../web/src/wire/event";
import type { Message } from "../../../web/src/wire/wire";
import type { Client } from "../http/http-application";
import { memoryShelf } from "./memory-shelf";

/** The web client's store, fed by a real server. */
export interface WebClient {
  readonly of: Client;
  /** Opens lists, each with all of its messages. */
  open(narrows: readonly Narrow[]): Promise<void>;
  /** Applies the events since the last time. */
  poll(): Promise<void>;
  /** All that a registration contains, in a form in which two clients can be compared. */
  state(): object;
  /** Stores what is in memory the first time; from then on, only what events change in it. */
  keep(): Promise<void>;
  /** The stored messages, by narrow; without those that are older than what is stored. */
  stored(): Promise<Readonly<Record<string, readonly object[]>>>;
  /** Messages of the open lists that needn't be fetched again, by narrow. */
  shown(): Readonly<Record<string, readonly object[]>>;
}

const sorted = (ids: Iterable<number>): readonly number[] => [...ids].sort((a, b) => a - b);
const pick = (one: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name)));
const entries = <V>(map: ReadonlyMap<unknown, V>, show: (value: V) => unknown): object =>
  Object.fromEntries([...map].map(([key, value]) => [String(key), show(value)]));

const channelFields = [
  "name",
  "description",
  "invite_only",
  "is_web_public",
  "is_archived",
  "can_send_message_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "folder_id",
  "history_public_to_subscribers",
  "message_retention_days",
  "topics_policy",
  "creator_id",
  "default_push_notifications",
  "can_subscribe_group",
  "can_remove_subscribers_group",
];
const userFields = ["full_name", "email", "avatar_url", "is_active", "is_bot", "role", "timezone"];
const groupFields = [
  "name",
  "description",
  "direct_subgroup_ids",
  "deactivated",
  "can_mention_group",
  "can_manage_group",
  "can_join_group",
  "creator_id",
];

const summaryOf = (store: Store): object => ({
  users: entries(store.people.value.users, (user) => pick(user, userFields)),
  groups: entries(store.groups.value, (group) => ({
    ...pick(group, groupFields),
    members: sorted(group.members),
  })),
  known: entries(store.channels.value.known, (channel) => pick(channel, channelFields)),
  subscribed: entries(store.channels.value.subscribed, (one) =>
    pick(one, [...channelFields, "color", "is_muted", "pin_to_top"]),
  ),
  drafts: entries(store.drafts.value, (draft) => draft),
  scheduled: entries(store.scheduled.value, (one) => one),
  reminders: entries(store.reminders.value, (one) => one),
  folders: entries(store.folders.value, (folder) => folder),
  unread: entries(store.unread.value.places, ({ ids }) => sorted(ids)),
  mentions: sorted(store.unread.value.mentions),
  wildcards: sorted(store.unread.value.wildcards),
  topics: entries(store.topicPolicies.value, (topic) => topic.visibility_policy),
  mutedUsers: sorted(store.mutedUsers.value),
  settings: store.settings.value,
  realm: store.realm.value,
  emoji: entries(store.realmEmoji.value, (emoji) => emoji),
  profileFields: store.profileFields.value,
  alertWords: store.alertWords.value,
  statuses: entries(store.statuses.value, ({ reaction_type: _kind, ...status }) =>
    Object.fromEntries(Object.entries(status).filter(([, value]) => value !== "" && value !== false)),
  ),
});

/** Stored messages may be read already: only what the user sees of them counts. */
export const withoutRead = (messages: readonly object[]): readonly object[] =>
  messages.map((one) => ({
    ...one,
    flags: ("flags" in one && Array.isArray(one.flags) ? one.flags : []).filter((flag) => flag !== "read"),
  }));

const messageFields = ["id", "sender_id", "content", "subject", "stream_id", "type"];

const shownMessage = (message: Message | undefined): object => ({
  ...pick(message ?? {}, messageFields),
  flags: [...(message?.flags ?? [])].filter((flag) => flag !== "historical").sort(),
  reactions: message?.reactions.map((one) => `${one.user_id} ${one.emoji_code}`).sort(),
  widget: message && widgetOf(message),
  isEdited: message?.last_edit_timestamp !== undefined,
  isMoved: message?.last_moved_timestamp !== undefined,
});

const shownOf = (store: Store, narrow: Narrow): readonly object[] | undefined => {
  const run = store.history.list(narrow).run.peek();
  const isKept = isCoveredByEvents(narrow, store.channels.value.subscribed);
  if (run === undefined || run.isStale || !isKept) return undefined;
  return run.ids.map((id) => shownMessage(store.messageStore.get(id)));
};

/** The contents of a channel that the user may not know of. */
const nothing = { messages: [], anchor: 0, found_oldest: true, found_newest: true };
const everything = { anchor: "newest", before: 4000, after: 0 } as const;

export const webClient = async (client: Client): Promise<WebClient> => {
  const { body } = await client.post("/register", {
    event_types: eventTypes,
    fetch_event_types: fetchTypes,
    client_capabilities: capabilities,
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
  });
  // What windows send each other and store must survive being copied.
  const fetchMessages: FetchMessages = async (narrow, { anchor, before, after }) => {
    const answer = await client.get("/messages", {
      narrow,
      anchor,
      num_before: before,
      num_after: after,
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    return answer.body.result === "success" ? answer.body : nothing;
  };
  const store = createStore(structuredClone(stateOf(body)), { now: () => 0, fetchMessages });
  const { inShelf } = memoryShelf();
  let isKept = false;
  const keeper = createKeeper({
    store: { ...store, history: { ...store.history, all: () => (isKept ? [] : store.history.all()) } },
    inShelf,
    fetchMessages,
    queueId: () => body.queue_id,
    leads: () => true,
    unstored: {
      isMissingEvents: () => false,
      claimMissedEvents: () => undefined,
      noteStored: () => undefined,
    },
    newKey: () => "epoch",
    now: () => 0,
    pause: async () => undefined,
  });
  let lastId: number = body.last_event_id;
  let opened: readonly Narrow[] = [];
  return {
    of: client,
    open: async (narrows) => {
      opened = narrows;
      for (const narrow of narrows) await store.history.open(store.history.list(narrow), everything);
    },
    poll: async () => {
      const answer = await client.get("/events", {
        queue_id: body.queue_id,
        last_event_id: lastId,
        dont_block: true,
      });
      const events: readonly ServerEvent[] = answer.body.events;
      lastId = events.at(-1)?.id ?? lastId;
      store.apply(events);
      keeper.take(events);
      // Nothing on screen may be dropped meanwhile.
      store.history.tidy();
    },
    keep: async () => {
      await keeper.keep();
      isKept = true;
    },
    stored: async () => {
      const lists = await inShelf("readonly", (shelf) => shelf.lists());
      const restored = lists.map(async ({ narrow, hasNewest }) => {
        // A start without a connection has no messages in memory.
        const offline = { ...store, messageStore: createMessageStore() };
        const list = messageList(narrow, offline.messageStore, {
          ownId: store.ownId,
          isSubscribed: () => true,
        });
        await restoreList({ store: offline, inShelf }, list);
        const ids = list.run.peek()?.ids ?? [];
        return [
          narrowKey(narrow),
          hasNewest ? ids.map((id) => shownMessage(offline.messageStore.get(id))) : [],
        ];
      });
      return Object.fromEntries(await Promise.all(restored));
    },
    state: () => summaryOf(store),
    shown: () =>
      Object.fromEntries(
        opened.flatMap((narrow) => {
          const messages = shownOf(store, narrow);
          return messages ? [[narrowKey(narrow), messages]] : [];
        }),
      ),
  };
};
