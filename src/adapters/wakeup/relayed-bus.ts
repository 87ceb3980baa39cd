import { bytesIn } from "../../domain/units/size";
import type { Bus, BusConnection } from "./bus";
import type { FromRelay, ToRelay } from "./bus-relay";
import { Questions } from "./questions";

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
  const questions = new Questions<true>(answerMilliseconds);
  const ask = async (message: (question: number) => ToRelay): Promise<void> => {
    const answer = await questions.ask((question) => line.send(message(question)));
    if (answer === undefined) throw new Error("The primary process did not answer");
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
      const stopHearing = line.hear((message) => {
        if (message.kind === "payloads") for (const payload of message.payloads) receive(payload);
        else if (message.kind === "gap") end();
        else questions.answered(message.question, true);
      });
      try {
        await ask((question) => ({ kind: "begins", question }));
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
