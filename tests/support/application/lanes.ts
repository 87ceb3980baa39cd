import * as E from "fp-ts/Either";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { byServer } from "../../../src/application/caller";
import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import { realmLanes } from "../../../src/application/lanes/realm-lanes";
import type { EventStore, Turn } from "../../../src/application/ports/events/event-store";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import type { Transaction } from "../../../src/application/transaction";
import { badRequest } from "../../../src/domain/refusal";
import { aMessage, aUser } from "../builders/entities";
import type { Persistence } from "../storage/persistence";
import { escapingRenderer, localWakeup } from "./fakes";
import { memoryMetrics } from "./memory-metrics";

export const refused = badRequest("refused", "refused");
export const refusedLate = badRequest("refusedLate", "refused late");

type Refused = typeof refused | typeof refusedLate;
type Outcome<A, E = Refused> = Promise<E.Either<E, A>>;

/** A process: its lanes and its directory on storage that others may share. `alter` replaces what is to fail. */
export const aProcess = (
  persistence: Persistence,
  alter: (turn: Turn) => Partial<Turn> = () => ({}),
  renderer: MessageRenderer = escapingRenderer,
) => {
  const wakeup = localWakeup();
  const errors: unknown[] = [];
  const directory = new RealmDirectory({ ...persistence, onError: (error) => errors.push(error) });
  const counts = { begun: 0, committed: 0 };
  const eventStore: EventStore = {
    ...persistence.eventStore,
    begin: async (realmId, seen) => {
      const turn = await persistence.eventStore.begin(realmId, seen);
      counts.begun += 1;
      const counted: Turn = {
        ...turn,
        append: async (commit) => {
          const appended = await turn.append(commit);
          if (appended._tag === "Right") counts.committed += 1;
          return appended;
        },
      };
      return { ...counted, ...alter(counted) };
    },
  };
  const metrics = memoryMetrics();
  const rings: number[] = [];
  const bell = { ring: (dueAt: number) => rings.push(dueAt) };
  const liveQueues = { wake: () => {}, deliveryTime: 0 };
  const lanes = realmLanes({
    ...persistence,
    eventStore,
    directory,
    wakeup,
    renderer,
    bell,
    metrics,
    tracing: noTracing,
    liveQueues,
  });
  const inTransaction = <A, E>(realmId: number, work: (tx: Transaction) => Outcome<A, E>): Outcome<A, E> =>
    lanes(byServer(realmId), work);
  return { inTransaction, lanes, directory, wakeup, counts, errors, rings, metrics, liveQueues };
};

/** Sends a message and returns its id. */
export const send =
  (content = "hello") =>
  async (tx: Transaction): Outcome<number> => {
    const id = tx.newMessageId();
    tx.append({
      type: "message_sent",
      message: aMessage({ id, content }),
      beginsConversation: false,
      flagsByUser: {},
    });
    return E.right(id);
  };

/** Creates a user and returns how many there were. */
export const join =
  (email: string) =>
  async (tx: Transaction): Outcome<number> => {
    tx.append({ type: "user_created", user: aUser({ id: tx.newId("user"), email }) });
    return E.right(tx.state.users.size);
  };

/** Refuses before it writes. */
export const refuse = async (_: Transaction): Outcome<never> => E.left(refused);

/** Refuses after it wrote. */
export const writeAndRefuse = async (tx: Transaction): Outcome<never> => {
  await send("never")(tx);
  return E.left(refusedLate);
};

/** Throws after it wrote. */
export const writeAndThrow = async (tx: Transaction): Outcome<never> => {
  await send("never")(tx);
  throw new Error("broken");
};
