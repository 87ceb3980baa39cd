import { bytesIn } from "../../domain/units/size";
import type { Bus, BusConnection } from "./bus";
import { PendingRequests } from "./pending-requests";
import type { FromRelay, ToRelay } from "./process-relay";

const mostBytes = 64 * bytesIn.kibibyte;
const mostPayloads = 8;
const answerMilliseconds = 3000;

/** A process's line to the relay. */
export interface RelayLine {
  /** Resolves when this system has taken the message; rejects if the line is closed. */
  send(message: ToRelay): Promise<unknown>;
  /** Returns the function that stops listening. */
  onMessage(listener: (message: FromRelay) => void): () => void;
}

/** The other processes of the same server, through the relay in their primary process. */
export const relayedBus = (line: RelayLine): Bus => {
  const requests = new PendingRequests<true>(answerMilliseconds);
  const ask = async (message: (request: number) => ToRelay): Promise<void> => {
    const answer = await requests.ask((request) => line.send(message(request)));
    if (answer === undefined) throw new Error("The primary process didn't answer");
  };
  return {
    mostBytes,
    mostPayloads,
    isByRealm: true,

    connect: async (receive): Promise<BusConnection> => {
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const stopListening = line.onMessage((message) => {
        if (message.kind === "payloads") for (const payload of message.payloads) receive(payload);
        else if (message.kind === "gap") end();
        else requests.answered(message.request, true);
      });
      try {
        await ask((request) => ({ kind: "begins", request }));
      } catch (error) {
        stopListening();
        throw error;
      }
      return {
        ended,
        follow: (realmIds) => ask((request) => ({ kind: "follows", realmIds, request })),
        leave: (realmId) => line.send({ kind: "leaves", realmId }),
        check: () => ask((request) => ({ kind: "checks", request })),
        close: async () => {
          stopListening();
          end();
        },
      };
    },

    publish: (messages) => line.send({ kind: "publishes", messages }),
  };
};
