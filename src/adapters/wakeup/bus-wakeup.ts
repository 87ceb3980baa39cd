import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LaneTurns } from "../../application/ports/events/lane-turns";
import type { Wakeup, WakeupListener } from "../../application/ports/events/wakeup";
import type { Clock } from "../../application/ports/system/clock";
import type { Seals } from "../../application/ports/system/seals";
import { withTimeout } from "../../application/with-timeout";
import type { LoggedEvent } from "../../domain/events/event";
import { encodeEvent } from "../../domain/events/event-codec";
import type { RealmId } from "../../domain/ids";
import type { Bus, Letter } from "./bus";
import { BusTurns } from "./bus-turns";
import { EventWishes } from "./event-wishes";
import { FollowedRealms } from "./followed-realms";
import type { LaneNews } from "./lane-news";
import { type News, newsByRealm, readNews, writeNews } from "./news";
import { Outbox, sealedTextBytes } from "./outbox";
import { ReconnectingConnection } from "./reconnecting-connection";

/** Announcements within this many milliseconds go out together, unless somebody waits for a turn. */
const gatherMilliseconds = 10;
/** News that isn't accepted within this many milliseconds, or is refused, is sent again after a pause. */
const acceptMilliseconds = 5000;
const retryMilliseconds = 1000;
/** Bytes of a payload around its entries. */
const envelopeBytes = 400;

interface Given {
  readonly clock: Clock;
  readonly seals: Seals;
  readonly onError: (error: unknown) => void;
}

/** What one bus does for a process. */
interface BusServices {
  readonly wakeup: Wakeup;
  readonly turns: LaneTurns;
}

/**
 * Wakes other processes over a bus: sends them positions, events for those that want them, whose turn it is, and
 * signals that are in no log.
 */
export const busWakeup = (bus: Bus, { clock, seals, onError }: Given): BusServices => {
  const self = randomUUID();
  const room = bus.mostBytes - envelopeBytes;
  const outbox = new Outbox(room);
  const wishes = new EventWishes(clock);
  const closing = new AbortController();
  let sending: Promise<void> | undefined;
  let hurrying = new AbortController();
  let isConnected = (): boolean => false;

  const lettersOf = (news: News): readonly Letter[] =>
    (bus.isByRealm ? newsByRealm(news) : [[0, news] as const]).map(([realmId, part]) => ({
      realmId,
      payload: writeNews(seals, self, part),
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

  const pause = async (milliseconds: number, until: AbortSignal): Promise<void> => {
    await sleep(milliseconds, undefined, { signal: until, ref: false }).catch(() => undefined);
  };

  /** One payload after the other, so that signals arrive in order. */
  const sendAll = async (): Promise<void> => {
    await pause(gatherMilliseconds, AbortSignal.any([closing.signal, hurrying.signal]));
    // A commit is announced right after its turn has ended: both go out together.
    await new Promise((next) => setImmediate(next));
    while (!outbox.isEmpty) {
      if (await sendNext()) continue;
      if (closing.signal.aborted) break;
      await pause(retryMilliseconds, closing.signal);
    }
    hurrying = new AbortController();
    sending = undefined;
  };

  const gather = (): void => {
    sending ??= sendAll();
  };

  const sendAtOnce = (realmId: RealmId, news: LaneNews): void => {
    outbox.lane(realmId, news);
    hurrying.abort();
    gather();
  };

  const turns = new BusTurns({ self, clock, isConnected: () => isConnected(), send: sendAtOnce });

  /** The events' texts, if somebody wants them and they fit into few payloads. */
  const textsOf = (realmId: RealmId, events: readonly LoggedEvent[]): readonly string[] => {
    if (!wishes.areHeard(realmId)) return [];
    const texts: string[] = [];
    let bytes = 0;
    for (const { event } of events) {
      const text = JSON.stringify(encodeEvent(event));
      bytes += sealedTextBytes(text);
      if (bytes > room * bus.mostPayloads) return [];
      texts.push(text);
    }
    return texts;
  };

  const hearLane = (from: string, realmId: RealmId, news: LaneNews): void => {
    if (news.kind === "wants_events") wishes.hear(realmId);
    else if (news.kind === "asks_for_turn") turns.heardAsking(realmId, from);
    else turns.heardGiving(realmId, news);
  };

  const receiverFor =
    (listener: WakeupListener, followed: FollowedRealms) =>
    (payload: string): void => {
      const news = readNews(seals, payload);
      if (news === undefined || news.from === self) return;
      const logged = new Map(news.logged);
      for (const [realmId, position] of news.grown) {
        const events = logged.get(realmId) ?? [];
        listener.grown(realmId, position, events.at(-1)?.position === position ? events : []);
        turns.heardCommit(realmId, news.from, position);
        if (followed.has(realmId) && wishes.isDue(realmId)) sendAtOnce(realmId, { kind: "wants_events" });
      }
      for (const [realmId, one] of news.lanes) hearLane(news.from, realmId, one);
      for (const [realmId, signal] of news.signals) listener.signalled(realmId, signal);
    };

  const wakeup: Wakeup = {
    announce: (realmId, position, events) => {
      outbox.announce(realmId, position, textsOf(realmId, events));
      gather();
    },

    signal: (realmId, signal) => {
      if (outbox.signal(realmId, signal)) gather();
      else onError(new Error(`Signal ${signal.type} of realm ${realmId} exceeds the size of a notification`));
    },

    listen: async (listener) => {
      const followed = new FollowedRealms(clock);
      const receive = receiverFor(listener, followed);
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
      isConnected = () => connection.current !== undefined;
      await connection.open();
      return {
        isConnected,
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
  return { wakeup, turns };
};
