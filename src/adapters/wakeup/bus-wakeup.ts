import { randomUUID } from "node:crypto";
import type { Wakeup, WakeupListener } from "../../application/ports/events/wakeup";
import type { Clock } from "../../application/ports/system/clock";
import type { Seals } from "../../application/ports/system/seals";
import type { LoggedEvent } from "../../domain/events/event";
import { encodeLoggedEvent } from "../../domain/events/event-codec";
import type { RealmId } from "../../domain/ids";
import type { Bus, BusMessage } from "./bus";
import { BusOwnership } from "./bus-ownership";
import { type BusPayload, decodePayload, encodePayload, payloadsByRealm, roomIn } from "./bus-payload";
import { BusSender } from "./bus-sender";
import { EventInterest } from "./event-interest";
import { FollowedRealms } from "./followed-realms";
import type { LaneMessage } from "./lane-message";
import { Outbox, textBytes } from "./outbox";
import { PayloadScreen } from "./payload-screen";
import type { RealmOwnership } from "./realm-ownership";
import { ReconnectingConnection } from "./reconnecting-connection";

interface Dependencies {
  readonly clock: Clock;
  readonly seals: Seals;
  readonly onError: (error: unknown) => void;
  /** Receives what fails while the bus is away, perhaps every second; by default, `onError` does. */
  readonly onOutage?: (error: unknown) => void;
}

/** What one bus does for a process. */
interface BusServices {
  readonly wakeup: Wakeup;
  readonly ownership: RealmOwnership;
}

/**
 * Wakes other processes over a bus. Sends them positions, events on request, the ownership of realms, and signals (which aren't logged).
 */
export const busWakeup = (
  bus: Bus,
  { clock, seals, onError, onOutage = onError }: Dependencies,
): BusServices => {
  const self = randomUUID();
  const room = roomIn(bus.mostBytes);
  const outbox = new Outbox(room);
  const interest = new EventInterest(clock);
  const screen = new PayloadScreen(clock, onError);
  let sent = 0;
  let isConnected = (): boolean => false;

  const sealed = (payload: BusPayload): string => {
    sent += 1;
    return encodePayload(seals, { from: self, number: sent, sentAt: clock.now() }, payload);
  };

  const messagesOf = (payload: BusPayload): readonly BusMessage[] =>
    (bus.isByRealm ? payloadsByRealm(payload) : [[0, payload] as const]).map(([realmId, part]) => ({
      realmId,
      payload: sealed(part),
    }));

  const sender = new BusSender({
    outbox,
    onError: onOutage,
    publish: (payload) => bus.publish(messagesOf(payload)),
  });

  const sendAtOnce = (realmId: RealmId, message: LaneMessage): void => {
    outbox.lane(realmId, message);
    sender.sendNow();
  };

  const ownership = new BusOwnership({ self, clock, isConnected: () => isConnected(), send: sendAtOnce });

  /** The events' texts, if another node wants them and they fit into few payloads. */
  const textsOf = (realmId: RealmId, events: readonly LoggedEvent[]): readonly string[] => {
    if (!interest.areWanted(realmId)) return [];
    const texts: string[] = [];
    let bytes = 0;
    for (const { event } of events) {
      const text = JSON.stringify(encodeLoggedEvent(event));
      bytes += textBytes(text);
      if (bytes > room * bus.mostPayloads) return [];
      texts.push(text);
    }
    return texts;
  };

  const hearLane = (from: string, realmId: RealmId, message: LaneMessage): void => {
    if (message.kind === "wants_events") interest.markWanted(realmId);
    else if (message.kind === "asks_for_turn") ownership.heardAsking(realmId, from);
    else ownership.heardGiving(realmId, message);
  };

  const receiverFor =
    (listener: WakeupListener, followed: FollowedRealms) =>
    (payload: string): void => {
      if (payload.length > bus.mostBytes) return;
      const received = decodePayload(seals, payload);
      if (received === undefined || received.from === self || !screen.admits(received)) return;
      const logged = new Map(received.logged);
      for (const [realmId, position] of received.grown) {
        const events = logged.get(realmId) ?? [];
        listener.grown(realmId, position, events.at(-1)?.position === position ? events : []);
        ownership.heardCommit(realmId, received.from, position);
        if (followed.has(realmId) && interest.isDue(realmId)) sendAtOnce(realmId, { kind: "wants_events" });
      }
      for (const [realmId, message] of received.lanes) hearLane(received.from, realmId, message);
      for (const [realmId, signal] of received.signals) listener.signalled(realmId, signal);
    };

  const wakeup: Wakeup = {
    announce: (realmId, position, events) => {
      outbox.announce(realmId, position, textsOf(realmId, events));
      sender.sendSoon();
    },

    signal: (realmId, signal) => {
      if (outbox.signal(realmId, signal)) sender.sendSoon();
      else onError(new Error(`Signal ${signal.type} of realm ${realmId} exceeds the size of a notification`));
    },

    listen: async (listener) => {
      const followed = new FollowedRealms(clock);
      const receive = receiverFor(listener, followed);
      const connection = new ReconnectingConnection({
        onError: onOutage,
        connected: () => listener.connected(),
        connect: async () => {
          const connection = await bus.connect(receive, onOutage);
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
        follow: (realmId) => followed.follow(realmId).catch(onOutage),
        leave: (realmId) => followed.leave(realmId).catch(onOutage),
        close: async () => {
          // Sends the last announcements before the bus closes.
          await sender.close();
          await connection.close();
        },
      };
    },
  };
  return { wakeup, ownership };
};
