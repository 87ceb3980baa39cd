import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { sameButCase } from "../../../src/domain/text/fold-case";
import { errorText } from "../api/error-text";
import { openSession, Refusal, type Session } from "../api/http";
import { addDraft, changeDraft, removeDraft } from "../api/pending";
import type { Connection } from "../api/poll";
import { fetchMessages, sendMessage } from "../api/requests";
import type { BegunStart } from "../offline/begin-start";
import { watchForSleep } from "../offline/detect-sleep";
import { createDrafts, type Drafts, isEditKey } from "../offline/drafts";
import { follow, loadInitialState } from "../offline/follow";
import { newKey, type Outbox, outbox } from "../offline/outbox";
import { keepPresence } from "../offline/presence";
import type { ListEnd } from "../store/message-list";
import { placeOfUnsent } from "../store/pending";
import { keyOf, type Place, placeOfKey, topicPlace } from "../store/place";
import { createStore, type Store } from "../store/store";
import { type Count, unreadPlaces } from "../store/unread-places";
import type { ServerEvent } from "../wire/event";
import { words } from "../words/en";
import { afterFrame } from "./after-frame";
import { applyAppearance } from "./appearance";
import { desktopApp } from "./desktop-app";
import type { Dialog, Toast } from "./dialog";
import { openLayer, watchHistory, withoutLayers } from "./layers";
import { type Location, narrowOf, placeIn, readLocation, writeLocation } from "./location";
import type { SearchNames } from "./search-words";
import { toLogin } from "./to-login";
import { createUploads, type Uploads } from "./uploads";

/** Where a new message goes. */
export interface Composing {
  readonly kind: Place["kind"];
  /** The conversation to reply in. */
  readonly place?: Place;
  /** The channel of a new topic. */
  readonly channelId?: number;
}

/** What all views share. */
export interface App {
  readonly session: Session;
  /** Whether this is a spectator, who has no account: they read what is open to the web and change nothing. */
  readonly isSpectator: boolean;
  readonly store: Store;
  readonly names: SearchNames;
  readonly location: Signal<Location>;
  /** Counts visits to screens; views start anew with each. */
  readonly visit: Signal<number>;
  /** The screen that settings were opened from. */
  readonly before: Signal<Location>;
  readonly connection: Signal<Connection>;
  readonly toast: Signal<Toast | undefined>;
  readonly dialog: Signal<Dialog | undefined>;
  /** The message that has the keyboard focus. */
  readonly selected: Signal<number | undefined>;
  /** The end of the message list that the user asked to see, until it is on screen. */
  readonly jump: Signal<ListEnd | undefined>;
  /** Messages of muted people that the user asked to see. */
  readonly revealed: Signal<ReadonlySet<number>>;
  /** The message that is being edited, on screen or not. */
  readonly editing: Signal<number | undefined>;
  /** Whether the sidebar is open, on screens too narrow to show it permanently. */
  readonly isMenuOpen: Signal<boolean>;
  /** A new message to a place other than the one on screen. */
  readonly composing: Signal<Composing | undefined>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** The keys of drafts and edits that only this device has. */
  readonly localDrafts: ReadonlySignal<readonly string[]>;
  readonly uploads: Uploads;
  /** Unread conversations, newest first. */
  readonly unread: ReadonlySignal<readonly Count[]>;
  /** Unread messages outside muted conversations. */
  readonly unreadCount: ReadonlySignal<number>;
  go(location: Location): void;
  /** The user's home view. */
  readonly home: ReadonlySignal<Location>;
  /** Goes to a screen instead of the current one, which the back button skips. */
  redirect(location: Location): void;
  /** Continues the same visit at another URL: what is on screen has moved there. */
  follow(location: Location): void;
  href(location: Location): string;
  /** Stops caching in this browser and closes the client in its other windows. */
  leave(): void;
  /** Runs an action that the server may refuse, and shows the refusal. */
  attempt(doing: Promise<unknown>): Promise<boolean>;
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("There is no app around this view");
  return app;
};

/** Whether the home view is on screen. */
export const isHome = ({ home, href, location }: App): boolean => href(location.value) === href(home.value);

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

const meaningOf = (error: unknown): "badQueue" | "loggedOut" | "lost" => {
  if (!(error instanceof Refusal)) return "lost";
  if (error.code === "BAD_EVENT_QUEUE_ID") return "badQueue";
  return error.status === 401 ? "loggedOut" : "lost";
};

/** Resolves after this long, or earlier when the window becomes visible or the browser goes online. */
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

const sessionChecks = 20;
const betweenChecks = 250;

/**
 * Resolves once the session has ended: another window says so before it asks the server, whose login page sends people
 * with a session back here.
 */
const onceLoggedOut = async (pause: (milliseconds: number) => Promise<void>): Promise<void> => {
  for (let checks = 0; checks < sessionChecks; checks += 1) {
    const session = await openSession().catch(() => undefined);
    if (session === undefined) return;
    await pause(betweenChecks);
  }
};

const windowName = "parley-window";

/** This window's id, which a reload doesn't change. */
const windowId = (): string => {
  try {
    const known = sessionStorage.getItem(windowName) ?? newKey();
    sessionStorage.setItem(windowName, known);
    return known;
  } catch {
    return newKey();
  }
};

/** What the app asks of the event queue that feeds its store. */
interface QueueControl {
  readonly queueId: () => string;
  readonly leave: () => void;
}

/** An app on top of a store; the caller keeps the store up to date. */
export const createApp = (session: Session, store: Store, queue: QueueControl): App => {
  const names = namesOf(store);
  const home = computed(() => readLocation(String(store.settings.value.web_home_view), names));
  const read = (hash: string) => readLocation(hash, names, home.peek());
  const location = signal(read(window.location.hash));
  const visit = signal(0);
  const before = signal(home.peek());
  const toast = signal<Toast | undefined>(undefined);
  const dialog = signal<Dialog | undefined>(undefined);
  const selected = signal<number | undefined>(undefined);
  const jump = signal<ListEnd | undefined>(undefined);
  const revealed = signal<ReadonlySet<number>>(new Set());
  const editing = signal<number | undefined>(undefined);
  const isMenuOpen = signal(false);
  const composing = signal<Composing | undefined>(undefined);
  const connection = signal<Connection>("online");
  const go = (to: Location): void => {
    window.location.hash = writeLocation(to, names);
    visitNow();
  };
  const sending = outbox({
    userId: store.ownId,
    windowId: windowId(),
    storage: localStorage,
    onStored: (listener) => window.addEventListener("storage", listener),
    deliver: ({ key, place, content }) =>
      sendMessage({ key, place, content, queueId: queue.queueId(), localId: key }),
    errorText,
    onFailure: ({ place }) => {
      const narrow = narrowOf(place, store.ownId);
      const at = location.peek();
      const shown = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
      if (shown && keyOf(shown) === keyOf(place)) return;
      toast.value = {
        text: words.couldNotSend,
        act: { label: words.show, run: () => go({ screen: "narrow", narrow }) },
      };
    },
    now: () => Date.now(),
  });
  const drafts = createDrafts({
    userId: store.ownId,
    storage: localStorage,
    storedNames: () => Object.keys(localStorage),
    add: addDraft,
    change: changeDraft,
    remove: removeDraft,
    isShared: () => store.settings.peek().enable_drafts_synchronization === true,
    stored: (key) => draftsByPlace.value.get(key),
  });
  const draftsByPlace = computed(
    () =>
      new Map(
        [...store.drafts.value.values()].flatMap((draft) => {
          const place = placeOfUnsent(draft, store.ownId);
          return place ? [[keyOf(place), draft]] : [];
        }),
      ),
  );
  const localDrafts = computed(() =>
    [...drafts.local.value].filter(
      (key) => isEditKey(key) || (placeOfKey(key) && !draftsByPlace.value.has(key)),
    ),
  );
  const uploads = createUploads(drafts, async (...file) =>
    (await import("../api/upload")).uploadFile(...file),
  );
  const unread = computed(() => unreadPlaces(store));
  const unreadCount = computed(() =>
    unread.value.reduce((sum, { count, isMuted }) => (isMuted ? sum : sum + count), 0),
  );
  let shownHash = window.location.hash;
  /** Shows the screen of the URL, and closes what was opened on the one before. */
  const visitNow = (): void => {
    if (window.location.hash === shownHash) return;
    shownHash = window.location.hash;
    batch(() => {
      if (!("section" in location.peek())) before.value = location.peek();
      location.value = read(shownHash);
      visit.value += 1;
      selected.value = undefined;
      jump.value = undefined;
      composing.value = undefined;
      dialog.value = undefined;
      isMenuOpen.value = false;
    });
  };
  const replaceHash = (to: Location, state: unknown): void =>
    window.history.replaceState(state, "", writeLocation(to, names));
  watchHistory();
  window.addEventListener("hashchange", visitNow);
  effect(() =>
    isMenuOpen.value
      ? openLayer(() => {
          isMenuOpen.value = false;
        })
      : undefined,
  );
  effect(() => applyAppearance(store.settings.value));
  return {
    session,
    isSpectator: session.user_id === 0,
    store,
    names,
    location,
    visit,
    before,
    home,
    connection,
    toast,
    dialog,
    selected,
    jump,
    revealed,
    editing,
    isMenuOpen,
    composing,
    outbox: sending,
    drafts,
    localDrafts,
    uploads,
    unread,
    unreadCount,
    go,
    redirect: (to) => {
      replaceHash(to, withoutLayers());
      visitNow();
    },
    follow: (to) => {
      replaceHash(to, window.history.state);
      shownHash = window.location.hash;
      location.value = read(shownHash);
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
    leave: queue.leave,
  };
};

/** Starts from the cached state, if it is the user's, and keeps the app up to date from then on. */
export const startApp = async (
  session: Session,
  begun: BegunStart,
  /** Notifies the user of events outside the window. */
  notifyUser: (app: App, events: readonly ServerEvent[]) => void,
): Promise<App> => {
  const initial = await loadInitialState(session.user_id, await begun.cached);
  const store = createStore(initial.snapshot.state, { fetchMessages, now: () => Date.now() });
  let queueId = () => initial.snapshot.queueId;
  const app = createApp(session, store, {
    queueId: () => queueId(),
    leave: () => following.leave(),
  });
  const { location, outbox: sending } = app;
  const shownTopic = (): Place | undefined => {
    const at = location.peek();
    const place = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
    return place?.kind === "topic" ? place : undefined;
  };
  /** When the topic on screen is moved as a whole, follows it to its new place with what is being written. */
  const followTopic = (shown: Place, events: readonly ServerEvent[]): void => {
    if (store.history.list(narrowOf(shown, store.ownId)).run.peek()?.ids.length !== 0) return;
    const next = events.reduce(placeAfter, shown);
    if (keyOf(next) === keyOf(shown)) return;
    app.drafts.move(shown, next);
    app.uploads.move(keyOf(shown), { draftKey: keyOf(next), place: next });
    app.follow({ screen: "narrow", narrow: narrowOf(next, store.ownId) });
  };
  afterFrame(() => keepPresence(() => desktopApp()?.get_idle_on_system?.()));
  const following = follow(initial, {
    userId: store.ownId,
    store,
    wait,
    meaning: meaningOf,
    slept: watchForSleep(),
    writeCache: begun.writeCache,
    onLogout: () => void onceLoggedOut(wait).then(toLogin),
    realmName: () => String(store.realm.peek().realm_name ?? ""),
    apply: (events, isFirst) => {
      const shown = shownTopic();
      for (const event of events) if (event.type === "message") sending.arrived(event.local_message_id);
      store.apply(events);
      if (shown) followTopic(shown, events);
      if (isFirst) notifyUser(app, events);
    },
    connection: (state) => {
      app.connection.value = state;
    },
  });
  queueId = following.queueId;
  return app;
};

/** Where a topic is after an event that moved its messages; unchanged after any other event. */
const placeAfter = (place: Place, event: ServerEvent): Place => {
  if (event.type !== "update_message" || place.kind !== "topic") return place;
  const isIt =
    event.stream_id === place.channelId &&
    event.orig_subject !== undefined &&
    sameButCase(event.orig_subject, place.topic);
  return isIt ? topicPlace(event.new_stream_id ?? place.channelId, event.subject ?? place.topic) : place;
};
