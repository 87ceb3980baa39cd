import type { Socket } from "node:net";
import type { RelayLine } from "../../adapters/wakeup/relayed-bus";
import type { ToPrimary, ToWorker } from "./messages";

type Listener = (message: ToWorker, socket: Socket | undefined) => void;

/** A worker's line to its primary process. */
export interface PrimaryLine {
  /** Resolves when this system has taken the message; rejects if the primary has ended. */
  send(message: ToPrimary): Promise<void>;
  /** Returns the function that stops listening. */
  onMessage(listener: Listener): () => void;
  /** The next message of a kind. */
  next<Kind extends ToWorker["kind"]>(kind: Kind): Promise<Extract<ToWorker, { kind: Kind }>>;
}

/** The line of this process to the one that forked it. Ends this process when the other one ends. */
export const lineOf = (worker: NodeJS.Process): PrimaryLine => {
  const listeners = new Set<Listener>();
  worker.on("message", (message: ToWorker, socket: Socket | undefined) => {
    for (const listener of [...listeners]) listener(message, socket);
  });
  // Nobody passes connections any more, and the database may be gone.
  worker.on("disconnect", () => worker.exit(1));
  const onMessage: PrimaryLine["onMessage"] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        worker.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
      }),
    onMessage,
    next: <Kind extends ToWorker["kind"]>(kind: Kind) =>
      new Promise<Extract<ToWorker, { kind: Kind }>>((resolve) => {
        const isAwaited = (message: ToWorker): message is Extract<ToWorker, { kind: Kind }> =>
          message.kind === kind;
        const stop = onMessage((message) => {
          if (!isAwaited(message)) return;
          stop();
          resolve(message);
        });
      }),
  };
};

/** The part of the line that leads to the relay of wake-ups. */
export const relayLineOf = (line: PrimaryLine): RelayLine => ({
  send: (message) => line.send({ kind: "relay", message }),
  onMessage: (listener) =>
    line.onMessage((message) => {
      if (message.kind === "relay") listener(message.message);
    }),
});
