import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Wakeup } from "../../application/ports/events/wakeup";
import type { Clock } from "../../application/ports/system/clock";
import type { Bus, Letter } from "./bus";
import { FollowedRealms } from "./followed-realms";
import { type News, newsByRealm, readNews, writeNews } from "./news";
import { Outbox } from "./outbox";
import { ReconnectingConnection } from "./reconnecting-connection";
import { withTimeout } from "./with-timeout";

/** Announcements within this many milliseconds go out as one: a listener needs only the newest position. */
const gatherMilliseconds = 10;
/** News that isn't accepted within this many milliseconds, or is refused, is sent again after a pause. */
const acceptMilliseconds = 5000;
const retryMilliseconds = 1000;
/** Bytes of a payload around its entries. */
const envelopeBytes = 200;

interface Given {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Wakes other processes over a bus: sends them positions, and signals that are in no log. */
export const busWakeup = (bus: Bus, { clock, onError }: Given): Wakeup => {
  const self = randomUUID();
  const outbox = new Outbox(bus.mostBytes - envelopeBytes);
  const closing = new AbortController();
  let sending: Promise<void> | undefined;

  const lettersOf = (news: News): readonly Letter[] =>
    (bus.isByRealm ? newsByRealm(news) : [[0, news] as const]).map(([realmId, part]) => ({
      realmId,
      payload: writeNews(self, part),
    }));

  /**
   * Sends what fits into one payload and returns whether it was accepted; otherwise it goes back to the
   * outbox.
   */
  const sendNext = async (): Promise<boolean> => {
    const news = outbox.next();
    if (news === undefined) return true;
    try {
      await withTimeout("The wake-up bus took nothing", acceptMilliseconds, bus.publish(lettersOf(news)));
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

  /** One payload after the other, so that signals arrive in order. */
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
      else onError(new Error(`Signal ${signal.type} of realm ${realmId} exceeds the size of a notification`));
    },

    listen: async (listener) => {
      const followed = new FollowedRealms(clock);
      const receive = (payload: string): void => {
        const news = readNews(payload);
        if (news === undefined || news.from === self) return;
        for (const [realmId, position] of news.grown) listener.grown(realmId, position);
        for (const [realmId, signal] of news.signals) listener.signalled(realmId, signal);
      };
      const connection = new ReconnectingConnection({
        onError,
        connected: () => listener.connected(),
        connect: async () => {
          const connection = await bus.connect(receive, onError);
          try {
            await followed.begin(connection);
          } catch (error) {
            await connection.close();
            throw error;
          }
          return connection;
        },
      });
      await connection.open();
      return {
        isConnected: () => connection.current !== undefined,
        follow: (realmId) => followed.follow(realmId).catch(onError),
        leave: (realmId) => followed.leave(realmId).catch(onError),
        close: async () => {
          closing.abort();
          // Sends the last announcements before the bus closes.
          await sending;
          await connection.close();
        },
      };
    },
  };
};
