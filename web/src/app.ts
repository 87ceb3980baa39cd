import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Refusal, type Session } from "./api/call";
import { type Connection, poll } from "./api/poll";
import { fetchEvents, fetchMessages, register, reportPresence } from "./api/requests";
import type { Registration } from "./api/wire";
import { type Outbox, outbox } from "./offline/outbox";
import type { Place } from "./store/place";
import { createStore, type Store } from "./store/store";
import { type Location, readLocation, writeLocation } from "./views/location";
import type { SearchNames } from "./views/search-words";
import { words } from "./words/en";

/** A short word to the reader, with something they may do about it. */
interface Toast {
  readonly text: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

/** Something above the rest of the window. */
type Dialog =
  | { readonly kind: "keys" }
  | { readonly kind: "go" }
  | { readonly kind: "picture"; readonly url: string; readonly name: string }
  | { readonly kind: "person"; readonly userId: number }
  | { readonly kind: "confirm"; readonly text: string; readonly label: string; readonly run: () => void };

/** Where a new message goes. */
type Draft = { readonly place: Place | undefined; readonly kind: "topic" | "direct" };

/** All that the views share. */
export interface App {
  readonly session: Session;
  readonly store: Store;
  readonly names: SearchNames;
  readonly location: Signal<Location>;
  readonly connection: Signal<Connection>;
  readonly toast: Signal<Toast | undefined>;
  readonly dialog: Signal<Dialog | undefined>;
  /** The message that the keyboard is at. */
  readonly selected: Signal<number | undefined>;
  /** The message that is being edited. */
  readonly editing: Signal<number | undefined>;
  /** Whether the list of channels is open, where there is no room beside it. */
  readonly isMenuOpen: Signal<boolean>;
  /** A message to somewhere else than what is shown. */
  readonly composing: Signal<Draft | undefined>;
  readonly outbox: Outbox;
  readonly unreadCount: ReadonlySignal<number>;
  go(location: Location): void;
  href(location: Location): string;
  /** Does something that may be refused, and says so where it is. */
  attempt(doing: Promise<unknown>): Promise<boolean>;
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("There is no app around this view");
  return app;
};

const namesOf = (store: Store): SearchNames => ({
  ownId: store.ownId,
  channelName: (id) => store.channels.value.known.get(id)?.name,
  channelId: (name) =>
    [...store.channels.value.known.values()].find((one) => one.name.toLowerCase() === name.toLowerCase())
      ?.stream_id,
  userName: (id) => store.people.value.users.get(id)?.full_name,
  userId: (name) => {
    const wanted = name.toLowerCase();
    const users = [...store.people.value.users.values()];
    return (
      users.find((one) => one.full_name.toLowerCase() === wanted || one.email.toLowerCase() === wanted) ??
      users.find((one) => one.is_active && one.full_name.toLowerCase().startsWith(wanted))
    )?.user_id;
  },
});

/** What an error is to somebody who reads it. */
const errorText = (error: unknown): string =>
  error instanceof Refusal && error.message !== "" ? error.message : words.noAnswer;

const meaningOf = (error: unknown): "badQueue" | "loggedOut" | "lost" => {
  if (!(error instanceof Refusal)) return "lost";
  if (error.code === "BAD_EVENT_QUEUE_ID") return "badQueue";
  return error.status === 401 ? "loggedOut" : "lost";
};

const presenceEvery = 55_000;
const recentlyActive = 60_000;

/** Until so long has passed, or the window is looked at or online again. */
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
  });

/** Registers, and keeps what is shown in step from then on. */
export const startApp = async (session: Session): Promise<App> => {
  const registration = await register();
  const store = createStore(registration, { fetchMessages, now: () => Date.now() });
  const names = namesOf(store);
  const location = signal(readLocation(window.location.hash, names));
  const toast = signal<Toast | undefined>(undefined);
  const dialog = signal<Dialog | undefined>(undefined);
  const selected = signal<number | undefined>(undefined);
  const editing = signal<number | undefined>(undefined);
  const isMenuOpen = signal(false);
  const composing = signal<Draft | undefined>(undefined);
  const connection = signal<Connection>("online");
  const queue = { id: registration.queue_id };
  const sending = outbox({ userId: store.ownId, queueId: () => queue.id, errorText });
  const unreadCount = computed(() => countUnread(store));

  window.addEventListener("hashchange", () => {
    location.value = readLocation(window.location.hash, names);
    selected.value = undefined;
    editing.value = undefined;
    composing.value = undefined;
    isMenuOpen.value = false;
  });
  effect(() => {
    const count = unreadCount.value;
    const name = String(store.realm.value.realm_name ?? session.realm_name);
    document.title = count > 0 ? `(${count}) ${name}` : name;
  });
  keepPresence();
  void poll(registration, {
    register: async () => {
      const again: Registration = await register();
      queue.id = again.queue_id;
      return again;
    },
    fetchEvents,
    apply: (events) => {
      for (const event of events) if (event.type === "message") sending.arrived(event.local_message_id);
      store.apply(events);
    },
    restart: store.restart,
    connection: (state) => {
      connection.value = state;
    },
    wait,
    meaning: meaningOf,
  });

  return {
    ...{ session, store, names, location, connection, toast, dialog, selected, editing, isMenuOpen },
    ...{ composing, outbox: sending, unreadCount },
    go: (to) => {
      window.location.hash = writeLocation(to, names);
    },
    href: (to) => writeLocation(to, names),
    attempt: async (doing) => {
      try {
        await doing;
        return true;
      } catch (error) {
        toast.value = { text: errorText(error) };
        return false;
      }
    },
  };
};

/** Tells the others that somebody is here, for as long as they are. */
const keepPresence = (): void => {
  let lastInput = Date.now();
  for (const type of ["pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(
      type,
      () => {
        lastInput = Date.now();
      },
      { passive: true },
    );
  const report = () => {
    const isActive = document.hasFocus() && Date.now() - lastInput < recentlyActive;
    // Whoever can't be told now is told in a minute.
    if (document.visibilityState === "visible") reportPresence(isActive).catch(() => undefined);
  };
  report();
  setInterval(report, presenceEvery);
};

/** Unread messages that count: mentions and people always, topics unless they are muted. */
const countUnread = (store: Store): number => {
  let count = 0;
  for (const { place, ids } of store.unread.value.places.values())
    if (!isMuted(store, place)) count += ids.size;
  return count;
};

/** Whether the reader has muted the conversation, by itself or with its channel. */
export const isMuted = (store: Store, place: Place): boolean => {
  if (place.kind === "direct") {
    const others = place.userIds.filter((id) => id !== store.ownId);
    return others.length === 1 && store.mutedUsers.value.has(others[0] ?? 0);
  }
  const policy = policyOf(store, place.channelId, place.topic);
  if (policy !== 0) return policy === 1;
  const subscription = store.channels.value.subscribed.get(place.channelId);
  return subscription === undefined || subscription.is_muted;
};

/** What the reader does with a topic: 0 as its channel, 1 muted, 2 unmuted, 3 followed. */
export const policyOf = (store: Store, channelId: number, topic: string): number =>
  store.topicPolicies.value.get(`t${channelId} ${topic.toLowerCase()}`)?.visibility_policy ?? 0;
