import { useEffect } from "preact/hooks";
import { fetchMessages } from "../../api/requests";
import { afterFrame } from "../../app/after-frame";
import { type App, useApp } from "../../app/app";
import { createKeeper, type Keeper } from "../../offline/keep-messages";
import { inMessageDatabase } from "../../offline/message-database";
import { claimMissedEvents, isMissingEvents, noteStored } from "../../offline/missed-events";
import { newKey } from "../../offline/outbox";
import { restoreList } from "../../offline/restore-list";
import type { MessageList } from "../../store/message-list";
import type { Store } from "../../store/store";
import type { ServerEvent } from "../../wire/event";

const keepEvery = 5000;

let keeper: Keeper | undefined;

const keeperOf = (app: App): Keeper => {
  keeper ??= createKeeper({
    store: app.store,
    inShelf: inMessageDatabase,
    fetchMessages,
    queueId: app.queueId,
    leads: app.leads,
    unstored: { isMissingEvents, claimMissedEvents, noteStored },
    newKey,
    now: () => Date.now(),
    pause: () => new Promise((resolve) => afterFrame(resolve)),
  });
  return keeper;
};

/** Takes events whose changes are to be stored. */
export const keepEvents = (app: App, events: readonly ServerEvent[]): void => keeperOf(app).take(events);

/** Shows the stored part of a list that can't be fetched. */
export const restoreRead = (store: Store, list: MessageList): Promise<void> =>
  restoreList({ store, inShelf: inMessageDatabase }, list);

/** Stores the messages on screen, for starts without a connection. */
export const KeepRead = () => {
  const app = useApp();
  useEffect(() => {
    const keep = () => void keeperOf(app).keep();
    const keepHidden = () => {
      if (document.hidden) keep();
    };
    const timer = setInterval(keep, keepEvery);
    document.addEventListener("visibilitychange", keepHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", keepHidden);
    };
  }, [app]);
  return null;
};
