import { withTimeout } from "../../application/with-timeout";
import { bytesIn } from "../../domain/units/size";
import type { Bus, BusConnection } from "./bus";
import type { FromRelay, ToRelay } from "./bus-relay";

const mostBytes = 64 * bytesIn.kibibyte;
const mostPayloads = 8;
const answerMilliseconds = 3000;

/** A process's line to the relay. */
export interface RelayLine {
  /** Resolves when this system has taken the message; rejects if the line is closed. */
  send(message: ToRelay): Promise<unknown>;
  /** Returns the function that stops hearing. */
  hear(listener: (message: FromRelay) => void): () => void;
}

/** The other processes of the same server, through the relay in their primary process. */
export const relayedBus = (line: RelayLine): Bus => {
  let questions = 0;
  return {
    mostBytes,
    mostPayloads,
    isByRealm: true,

    connect: async (receive): Promise<BusConnection> => {
      const asked = new Map<number, (answer: undefined) => void>();
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const stopHearing = line.hear((message) => {
        if (message.kind === "payloads") for (const payload of message.payloads) receive(payload);
        else if (message.kind === "gap") end();
        else {
          asked.get(message.question)?.(undefined);
          asked.delete(message.question);
        }
      });
      const ask = async (message: (question: number) => ToRelay): Promise<undefined> => {
        questions += 1;
        const question = questions;
        const answered = new Promise<undefined>((resolve) => asked.set(question, resolve));
        await line.send(message(question));
        return answered;
      };
      try {
        await withTimeout(
          "The primary process did not answer",
          answerMilliseconds,
          ask((question) => ({ kind: "begins", question })),
        );
      } catch (error) {
        stopHearing();
        throw error;
      }
      return {
        ended,
        follow: (realmIds) => ask((question) => ({ kind: "follows", realmIds, question })),
        leave: (realmId) => line.send({ kind: "leaves", realmId }),
        check: () => ask((question) => ({ kind: "checks", question })),
        close: async () => {
          stopHearing();
          end();
        },
      };
    },

    publish: (messages) => line.send({ kind: "publishes", messages }),
  };
};
