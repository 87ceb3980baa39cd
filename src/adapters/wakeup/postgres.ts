import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import type { Wakeup } from "../../application/ports/wakeup";
import type { Connection } from "../persistence/knex/database";
import { ListenConnection } from "./listen-connection";
import { readNews, writeNews } from "./news";
import { Outbox } from "./outbox";

const topic = "parley_log";
/** Announcements within this time go out as one: a listener needs only the newest position. */
const gatherMilliseconds = 10;
/** A notification that isn't accepted in time, or is refused, is sent again after a pause. */
const acceptMilliseconds = 5000;
const retryMilliseconds = 1000;

/** Wakes other processes on the same database by NOTIFY: it tells positions, and signals that are in no log. */
export const postgresWakeup = (
  db: Knex,
  connection: Connection,
  onError: (error: unknown) => void,
): Wakeup => {
  const self = randomUUID();
  const outbox = new Outbox();
  const closing = new AbortController();
  let sending: Promise<void> | undefined;

  /** Sends one payload. Says whether it was accepted; if not, it waits in the outbox again. */
  const sendNext = async (): Promise<boolean> => {
    const news = outbox.next();
    if (news === undefined) return true;
    try {
      await db.raw("SELECT pg_notify(?, ?)", [topic, writeNews(self, news)]).timeout(acceptMilliseconds);
      outbox.sent();
      return true;
    } catch (error) {
      onError(error);
      outbox.takeBack(news);
      return false;
    }
  };

  const pause = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
  };

  /** One payload after the other: what is signalled later must not be heard first. */
  const sendAll = async (): Promise<void> => {
    await pause(gatherMilliseconds);
    while (!outbox.isEmpty) {
      if (await sendNext()) continue;
      if (closing.signal.aborted) break;
      await pause(retryMilliseconds);
    }
    sending = undefined;
  };

  const gather = (): void => {
    sending ??= sendAll();
  };

  return {
    announce: (realmId, position) => {
      outbox.announce(realmId, position);
      gather();
    },

    signal: (realmId, signal) => {
      if (outbox.signal(realmId, signal)) gather();
      else onError(new Error(`A signal of realm ${realmId} is too large for a notification: ${signal.type}`));
    },

    listen: async (listener) => {
      const listening = new ListenConnection(connection, {
        topic,
        onError,
        connected: () => listener.connected(),
        hear: (payload) => {
          const news = readNews(payload);
          if (news === undefined || news.from === self) return;
          for (const [realmId, position] of news.grown) listener.grown(realmId, position);
          for (const [realmId, signal] of news.signals) listener.signalled(realmId, signal);
        },
      });
      await listening.open();
      return {
        close: async () => {
          closing.abort();
          // What was announced last goes out too, before the database is let go.
          await sending;
          await listening.close();
        },
      };
    },
  };
};
