import { openStream } from "../api/event-stream";
import { type Connection, type Following, followQueue } from "../api/follow-queue";
import { nextEvents } from "../api/next-events";
import { fetchEvents, register } from "../api/requests";
import { type Store, stateOf } from "../store/store";
import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";
import type { Cache, CachedState, Snapshot } from "./stored-snapshot";
import { joinTabs, type Tabs } from "./tabs";

/** The state a window starts with. */
interface InitialState {
  readonly tabs: Tabs;
  readonly snapshot: Snapshot;
  /** Whether it is that of the window that leads. */
  readonly isAnswer?: boolean;
}

const snapshotOf = (registration: Registration): Snapshot => ({
  queueId: registration.queue_id,
  lastEventId: registration.last_event_id,
  state: stateOf(registration),
});

/** Starts from another window's state, from the cache, or from a new registration. */
export const loadInitialState = async (
  userId: number,
  cached: CachedState | undefined,
): Promise<InitialState> => {
  const tabs = await joinTabs(userId);
  if (!tabs.leads()) {
    const answer = await tabs.ask();
    if (answer) return { tabs, snapshot: answer, isAnswer: true };
    // A window that doesn't answer may be frozen.
    tabs.takeOver();
    const snapshot = snapshotOf(await register());
    tabs.post({ kind: "live", snapshot, isAnswer: false });
    return { tabs, snapshot };
  }
  const isOwn = cached?.userId === userId && !cached.isForeign;
  return { tabs, snapshot: isOwn ? cached : snapshotOf(await register()) };
};

interface Dependencies {
  readonly userId: number;
  readonly store: Store;
  readonly realmName: () => string;
  /** Keeps the state for the next start. */
  readonly cache: Cache;
  /** Applies events; `isFirst` if no other window of this browser has seen them. */
  readonly apply: (events: readonly ServerEvent[], isFirst: boolean) => void;
  readonly connection: (state: Connection) => void;
  readonly wait: Following["wait"];
  readonly meaning: Following["meaning"];
  /** Aborted when the machine wakes or its network comes or goes: requests from before may never be answered. */
  readonly interrupted: () => AbortSignal;
  /** The user logged out in another window. */
  readonly onLogout: () => void;
  /** The session has ended, as this or another window has learned. */
  readonly onExpiry: () => void;
}

const saveEvery = 10_000;
/** The first screen is drawn by then, in milliseconds. */
const saveFirst = 1000;
/** How often a window checks that the leading one isn't frozen. */
const checkEvery = 10_000;

/** Keeps a window up to date, by its queue or from the window that leads; takes over when that one closes or freezes. */
export const follow = ({ tabs, snapshot, isAnswer = false }: InitialState, deps: Dependencies) => {
  const { store, apply, connection } = deps;
  const at = { queueId: snapshot.queueId, lastEventId: snapshot.lastEventId };
  let isLeading = false;
  /** Aborted when another window takes over. */
  let turn = new AbortController();
  /** Whether this window has missed events of the one that leads. */
  let isBehind = !isAnswer;
  let hasLeft = false;
  let timer = 0;
  const snapshotNow = (): Snapshot => ({ ...at, state: store.state() });
  const save = (): void => {
    clearTimeout(timer);
    timer = 0;
    if (isLeading && !hasLeft) void deps.cache.writeState(snapshotNow(), deps.userId, deps.realmName());
  };
  const saveSoon = (wait = saveEvery): void => {
    timer ||= window.setTimeout(save, wait);
  };
  const restart = (next: Snapshot): void => {
    at.queueId = next.queueId;
    at.lastEventId = next.lastEventId;
    isBehind = false;
    store.restart(next.state);
  };
  /** Restarts from the leading window, which follows another queue or is ahead. */
  const catchUp = async (): Promise<void> => {
    isBehind = true;
    const answer = await tabs.ask();
    if (answer && isBehind && !isLeading && !hasLeft) restart(answer);
  };

  /** Stores nothing from now on: what is stored is about to be removed. */
  const stop = (): void => {
    hasLeft = true;
    clearTimeout(timer);
  };
  const endHere = (): void => {
    if (hasLeft) return;
    stop();
    deps.onExpiry();
  };
  const expire = (): void => {
    if (hasLeft) return;
    tabs.post({ kind: "expired" });
    endHere();
  };

  tabs.onMessage((message) => {
    switch (message.kind) {
      case "ask":
        if (isLeading) tabs.post({ kind: "live", snapshot: snapshotNow(), isAnswer: true });
        return;
      case "ping":
        if (isLeading) tabs.post({ kind: "here" });
        return;
      case "live":
        if (!isLeading && !message.isAnswer) restart(message.snapshot);
        return;
      case "events":
        if (isLeading || isBehind) return;
        if (message.queueId !== at.queueId) return void catchUp();
        // A window that was frozen may send again what another one has sent since.
        if (message.lastEventId <= at.lastEventId) return;
        apply(
          message.events.filter(({ id = Infinity }) => id > at.lastEventId),
          false,
        );
        at.lastEventId = message.lastEventId;
        return;
      case "connection":
        if (!isLeading) connection(message.state);
        return;
      case "gone":
        stop();
        deps.onLogout();
        return;
      case "expired":
        endHere();
    }
  });
  const startLeading = async (): Promise<void> => {
    isLeading = true;
    isBehind = false;
    turn = new AbortController();
    const { signal: ended } = turn;
    const first = { queue_id: at.queueId, last_event_id: at.lastEventId };
    const { meaning } = deps;
    const now = () => Date.now();
    const next = nextEvents({ openStream, fetchEvents, meaning, now });
    await followQueue(first, {
      register,
      fetchEvents: (queueId, lastEventId, isQuick) =>
        next(queueId, lastEventId, AbortSignal.any([ended, deps.interrupted()]), isQuick),
      apply: (events) => {
        if (events.length === 0 || ended.aborted) return;
        const after = at.lastEventId;
        at.lastEventId = events.reduce((last, { id }) => Math.max(last, id ?? last), after);
        apply(events, true);
        tabs.post({ kind: "events", ...at, events });
        // Typing is out of date by the time the events are read.
        const lasting = events.filter(({ type }) => type !== "typing");
        if (!hasLeft) void deps.cache.addEvents({ ...at, after, events: lasting });
        saveSoon();
      },
      restart: (registration) => {
        if (ended.aborted) return;
        const fresh = snapshotOf(registration);
        restart(fresh);
        tabs.post({ kind: "live", snapshot: fresh, isAnswer: false });
        saveSoon();
      },
      connection: (state) => {
        connection(state);
        tabs.post({ kind: "connection", state });
      },
      wait: deps.wait,
      now,
      isOffline: () => !navigator.onLine,
      isHidden: () => document.hidden,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      meaning,
      isOver: () => ended.aborted,
    });
    if (!ended.aborted) expire();
  };
  const takeTurn = (): void => {
    if (hasLeft || isLeading === tabs.leads()) return;
    if (!isLeading) return void startLeading();
    isLeading = false;
    turn.abort();
    void catchUp();
  };
  tabs.onTurn(takeTurn);
  takeTurn();
  if (isLeading) saveSoon(saveFirst);
  else if (isBehind) void catchUp();
  setInterval(async () => {
    if (isLeading || hasLeft) return;
    if (!(await tabs.isAnswered())) tabs.takeOver();
    else if (isBehind) void catchUp();
  }, checkEvery);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") save();
  });
  return {
    /** None once the user logs out: nothing may be stored any more. */
    queueId: () => (hasLeft ? "" : at.queueId),
    /** Whether this window follows the queue, for all. */
    leads: () => isLeading,
    /** Stops caching and logs out the other windows. */
    leave: () => {
      stop();
      tabs.post({ kind: "gone" });
    },
    /** Forgets the user in all windows: the session has ended. */
    expire,
  };
};
