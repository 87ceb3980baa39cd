import { AsyncLocalStorage } from "node:async_hooks";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import type { InTransaction, Readers } from "../../../src/application/transaction";
import type { Persistence } from "../storage/persistence";

const lane = new AsyncLocalStorage<"in a lane">();

/** Whether the caller is work in a watched realm lane. */
const isInLane = (): boolean => lane.getStore() !== undefined;

let running = 0;

/** Work in the lane. Every promise takes longer while Node follows the storage, so it stops after the work. */
const inLane = async <A>(work: () => Promise<A>): Promise<A> => {
  running += 1;
  try {
    return await lane.run("in a lane", work);
  } finally {
    running -= 1;
    if (running === 0) lane.disable();
  }
};

/** The services with lanes that mark the work running in them. */
export const withWatchedLanes = <S extends { readonly inTransaction: InTransaction }>(services: S): S => ({
  ...services,
  inTransaction: ((realmId, work) =>
    services.inTransaction(realmId, (tx) => inLane(() => work(tx)))) satisfies InTransaction,
});

/** Fails rendering in a watched lane, where everybody's changes would wait for it. */
export const renderingOutside = <R extends MessageRenderer>(renderer: R): R => ({
  ...renderer,
  render: async (...given: Parameters<MessageRenderer["render"]>) => {
    if (isInLane()) throw new Error("Something was rendered in a realm's lane");
    return renderer.render(...given);
  },
});

const readers: readonly (keyof Readers)[] = [
  "messages",
  "readStates",
  "directConversations",
  "userData",
  "attachments",
  "credentials",
];

const rowsOf = (answer: unknown): number => {
  if (Array.isArray(answer)) return answer.length;
  if (answer instanceof Set) return answer.size;
  if (!(answer instanceof Map)) return answer === undefined ? 0 : 1;
  return [...answer.values()].reduce((sum, one) => sum + (Array.isArray(one) ? one.length : 1), 0);
};

/** The storage, recording the largest number of rows that a query in a watched lane returned. */
export const countingRows = (persistence: Persistence) => {
  const largest = { rows: 0, asked: "" };
  const counted = (reader: object): object =>
    Object.fromEntries(
      Object.entries(reader).map(([asked, read]) => [
        asked,
        async (...given: unknown[]) => {
          const answer = await read(...given);
          const rows = isInLane() ? rowsOf(answer) : 0;
          if (rows > largest.rows) Object.assign(largest, { rows, asked });
          return answer;
        },
      ]),
    );
  const counting = Object.fromEntries(readers.map((name) => [name, counted(persistence[name])]));
  return { largest, persistence: { ...persistence, ...counting } as Persistence };
};
