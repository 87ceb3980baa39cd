import type { ServerEvent } from "../api/event";
import { type Connection, type Polling, poll } from "../api/poll";
import type { Registration } from "../api/registration";
import { fetchEvents, register } from "../api/requests";
import { type Store, stateOf } from "../store/store";
import { type Kept, type Live, writeKept } from "./kept";
import { joinTabs, type Tabs } from "./tabs";

/** What a window begins with, and whether it asks the server for what follows. */
interface Beginning {
  readonly tabs: Tabs;
  readonly live: Live;
  readonly polls: boolean;
}

const liveOf = (registration: Registration): Live => ({
  queueId: registration.queue_id,
  lastEventId: registration.last_event_id,
  state: stateOf(registration),
});

/** Begins with what another window knows, with what the last one kept, or with a registration. */
export const begin = async (userId: number, kept: Kept | undefined): Promise<Beginning> => {
  const tabs = await joinTabs(userId);
  if (!tabs.leads) {
    const live = await tabs.ask();
    // One that doesn't answer may be frozen: this window looks after itself.
    return { tabs, live: live ?? liveOf(await register()), polls: live === undefined };
  }
  const live = kept?.userId === userId ? kept : liveOf(await register());
  return { tabs, live, polls: true };
};

interface Outside {
  readonly userId: number;
  readonly store: Store;
  readonly realmName: () => string;
  /** Takes events in; `isFirst` where no other window of this browser did. */
  readonly apply: (events: readonly ServerEvent[], isFirst: boolean) => void;
  readonly connection: (state: Connection) => void;
  readonly wait: Polling["wait"];
  readonly meaning: Polling["meaning"];
  /** Ends when the machine has slept: what is asked then may never be answered. */
  readonly slept: () => AbortSignal;
  /** Somebody logged out in another window. */
  readonly gone: () => void;
}

const keepEvery = 10_000;
/** By then what is shown first is drawn. */
const keepFirst = 1000;

/** Keeps a window in step, by polling or by the window that polls; takes its part when that one closes. */
export const follow = ({ tabs, live, polls }: Beginning, outside: Outside) => {
  const { store, apply, connection } = outside;
  const at = { queueId: live.queueId, lastEventId: live.lastEventId };
  let isPolling = polls;
  let isOver = false;
  let timer = 0;
  const now = (): Live => ({ ...at, state: store.state() });
  const keep = (): void => {
    clearTimeout(timer);
    timer = 0;
    if (isPolling && !isOver) void writeKept(now(), outside.userId, outside.realmName());
  };
  const keepSoon = (wait = keepEvery): void => {
    timer ||= window.setTimeout(keep, wait);
  };
  const restart = (next: Live): void => {
    at.queueId = next.queueId;
    at.lastEventId = next.lastEventId;
    store.restart(next.state);
  };

  tabs.hear((word) => {
    switch (word.kind) {
      case "ask":
        if (isPolling && tabs.leads) tabs.say({ kind: "live", live: now(), isAnswer: true });
        return;
      case "live":
        if (!isPolling && !word.isAnswer) restart(word.live);
        return;
      case "events":
        // Of a queue that this window doesn't go on with, or what it has taken in already.
        if (isPolling || word.queueId !== at.queueId || word.lastEventId <= at.lastEventId) return;
        at.lastEventId = word.lastEventId;
        apply(word.events, false);
        return;
      case "connection":
        if (!isPolling) connection(word.state);
        return;
      case "gone":
        isOver = true;
        outside.gone();
    }
  });
  const lead = (): Promise<void> => {
    isPolling = true;
    const first = { queue_id: at.queueId, last_event_id: at.lastEventId };
    return poll(first, {
      register,
      fetchEvents: (queueId, lastEventId, signal) =>
        fetchEvents(queueId, lastEventId, AbortSignal.any([signal, outside.slept()])),
      apply: (events) => {
        if (events.length === 0) return;
        at.lastEventId = events.reduce((last, { id }) => Math.max(last, id ?? last), at.lastEventId);
        apply(events, true);
        tabs.say({ kind: "events", ...at, events });
        keepSoon();
      },
      restart: (registration) => {
        const next = liveOf(registration);
        restart(next);
        tabs.say({ kind: "live", live: next, isAnswer: false });
        keepSoon();
      },
      connection: (state) => {
        connection(state);
        tabs.say({ kind: "connection", state });
      },
      wait: outside.wait,
      now: () => Date.now(),
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      meaning: outside.meaning,
    });
  };
  if (polls) void lead();
  else void tabs.led.then(lead);
  if (polls) keepSoon(keepFirst);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
  return {
    queueId: () => at.queueId,
    /** Nothing more is kept, and the other windows go too. */
    leave: () => {
      isOver = true;
      clearTimeout(timer);
      tabs.say({ kind: "gone" });
    },
  };
};
