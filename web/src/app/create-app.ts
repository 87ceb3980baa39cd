import { computed, effect, signal } from "@preact/signals";
import { sameButCase } from "../../../src/domain/text/fold-case";
import { foldName } from "../../../src/domain/text/fold-name";
import { errorText } from "../api/error-text";
import type { Connection } from "../api/follow-queue";
import type { Session } from "../api/http";
import { changeFlag, changeIfArrived, sendMessage } from "../api/requests";
import { newKey, outbox } from "../offline/outbox";
import type { ListEnd } from "../store/message-list";
import { isCoveredByEvents } from "../store/narrow";
import { keyOf } from "../store/place";
import type { Store } from "../store/store";
import { badgeOf, unreadPlaces } from "../store/unread-places";
import { words } from "../words/en";
import type { App, Composing } from "./app";
import { applyAppearance } from "./appearance";
import type { Dialog } from "./dialog";
import { openLayer } from "./layers";
import type { Names } from "./location";
import { narrowOf, placeIn, readLocation } from "./location";
import { createNavigation } from "./navigation";
import { createReads } from "./reads";
import { createSharedDrafts } from "./shared-drafts";
import { createToasts } from "./toasts";
import type { TopicMove } from "./topic-moves";
import { createUploads } from "./uploads";

const namesOf = (store: Store): Names => ({
  ownId: store.ownId,
  channelName: (id) => store.channels.value.known.get(id)?.name,
  channelId: (name) => {
    const all = [...store.channels.value.known.values()];
    const wanted = foldName(name);
    return (
      all.find((one) => sameButCase(one.name, name)) ?? all.find((one) => foldName(one.name) === wanted)
    )?.stream_id;
  },
  userName: (id) => store.people.value.users.get(id)?.full_name,
  userId: (name) => {
    const wanted = foldName(name);
    const users = [...store.people.value.users.values()];
    const isName = (text: string | null) => sameButCase(text ?? "", name);
    return (
      users.find((one) => isName(one.email) || isName(one.delivery_email)) ??
      users.find((one) => isName(one.full_name)) ??
      users.find((one) => one.is_active && foldName(one.full_name).startsWith(wanted))
    )?.user_id;
  },
});

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

/** The app's requests to the event queue that feeds its store. */
type QueueControl = Pick<App, "queueId" | "leads" | "leave" | "expire">;

/** An app on top of a store; the caller keeps the store up to date. */
export const createApp = (session: Session, store: Store, queue: QueueControl): App => {
  const names = namesOf(store);
  const home = computed(() => readLocation(String(store.settings.value.web_home_view), names));
  const toasts = createToasts();
  const dialog = signal<Dialog | undefined>(undefined);
  const selected = signal<number | undefined>(undefined);
  const jump = signal<ListEnd | undefined>(undefined);
  const revealed = signal<ReadonlySet<number>>(new Set());
  const editing = signal<number | undefined>(undefined);
  const isMenuOpen = signal(false);
  const composing = signal<Composing | undefined>(undefined);
  const topicMoves = signal<readonly TopicMove[]>([]);
  const connection = signal<Connection>("online");
  const navigation = createNavigation(
    names,
    home,
    () => {
      selected.value = undefined;
      jump.value = undefined;
      composing.value = undefined;
      dialog.value = undefined;
      isMenuOpen.value = false;
    },
    (hash) => {
      dialog.value = { kind: "url", hash };
    },
  );
  const { location, go } = navigation;
  const { drafts, localDrafts } = createSharedDrafts(store);
  const sending = outbox({
    userId: store.ownId,
    windowId: windowId(),
    storage: localStorage,
    onStored: (listener) => window.addEventListener("storage", listener),
    deliver: async ({ key, place, content, isChanged }, signal) => {
      const { id } = await sendMessage({
        key,
        place,
        content,
        queueId: queue.queueId(),
        localId: key,
        signal,
      });
      if (isChanged) await changeIfArrived(id, content);
      const narrow = narrowOf(place, store.ownId);
      if (isCoveredByEvents(narrow, store.channels.peek().subscribed)) return;
      // No event will deliver it. The next message doesn't wait until it is shown.
      const list = store.history.list(narrow);
      store.history.open(list, { anchor: "newest", before: 100, after: 0 }).then(
        () => sending.arrived(key),
        () => undefined,
      );
    },
    errorText,
    onFailure: ({ place }) => {
      const narrow = narrowOf(place, store.ownId);
      const at = location.peek();
      const shown = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
      if (shown && keyOf(shown) === keyOf(place)) return;
      toasts.showToast({
        text: words.couldNotSend,
        act: { label: words.show, run: () => go({ screen: "narrow", narrow }) },
      });
    },
    now: () => Date.now(),
  });
  const uploads = createUploads(drafts, async (...file) =>
    (await import("../api/upload")).uploadFile(...file),
  );
  const unread = computed(() => unreadPlaces(store));
  const unreadCount = computed(() => unread.value.reduce((sum, { waiting }) => sum + waiting, 0));
  const badge = computed(() => badgeOf(store, unread.value));
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
    home,
    connection,
    ...toasts,
    dialog,
    selected,
    jump,
    revealed,
    editing,
    isMenuOpen,
    composing,
    topicMoves,
    outbox: sending,
    drafts,
    localDrafts,
    uploads,
    reads: createReads((ids) => changeFlag(ids, "add", "read")),
    scheduledAtStart: store.scheduled.peek(),
    unread,
    unreadCount,
    badge,
    ...navigation,
    attempt: async (doing) => {
      try {
        await doing;
        return true;
      } catch (error) {
        toasts.showToast({ text: errorText(error) });
        return false;
      }
    },
    ...queue,
  };
};
