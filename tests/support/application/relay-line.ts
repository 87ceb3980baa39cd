import type { FromRelay, ProcessRelay, ToRelay } from "../../../src/adapters/wakeup/process-relay";
import type { RelayLine } from "../../../src/adapters/wakeup/relayed-bus";
import type { DatabaseProxy } from "../storage/database-proxy";

/** What a door does to the line behind it. */
interface Passage {
  isOpen: boolean;
  isHushed: boolean;
  readonly cuts: Set<() => void>;
}

const passages = new WeakMap<DatabaseProxy, Passage>();

/** A way to the relay that can be blocked, as a database's can. */
export const relayDoor = (): DatabaseProxy => {
  const passage: Passage = { isOpen: true, isHushed: false, cuts: new Set() };
  const cut = (): void => {
    for (const one of passage.cuts) one();
  };
  const door: DatabaseProxy = {
    connection: "",
    cut,
    shut: () => {
      passage.isOpen = false;
      cut();
    },
    open: () => {
      passage.isOpen = true;
    },
    hush: () => {
      passage.isHushed = true;
    },
    mute: () => undefined,
    silence: () => () => undefined,
    close: async () => undefined,
  };
  passages.set(door, passage);
  return door;
};

/** A process's line to the relay: as between processes, messages are copied and arrive later, in order. */
export const relayLine = (relay: ProcessRelay, way?: DatabaseProxy): RelayLine => {
  const passage = way && passages.get(way);
  const listeners = new Set<(message: FromRelay) => void>();
  const arrive = (message: FromRelay): void => {
    for (const listener of [...listeners]) listener(message);
  };
  passage?.cuts.add(() => arrive({ kind: "gap" }));
  const isHeld = (): boolean => passage !== undefined && (passage.isHushed || !passage.isOpen);
  const carry = async <Message>(message: Message, receive: (copy: Message) => void): Promise<void> => {
    const copy = structuredClone(message);
    await new Promise((next) => setImmediate(next));
    if (!isHeld()) receive(copy);
  };
  const member = relay.join((message) => carry(message, arrive));
  return {
    send: async (message: ToRelay) => {
      if (passage?.isOpen === false) throw new Error("The line is closed");
      // A new connection is heard again.
      if (message.kind === "begins" && passage) passage.isHushed = false;
      await carry(message, (copy) => member.receive(copy));
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
