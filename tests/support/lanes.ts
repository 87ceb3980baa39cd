import { type Either, left, right } from "fp-ts/Either";
import { memoryMetrics } from "../../src/adapters/metrics/memory-metrics";
import { byServer } from "../../src/application/caller";
import { RealmDirectory } from "../../src/application/held-realms/realm-directory";
import { realmLanes } from "../../src/application/lanes/realm-lanes";
import type { EventStore, Turn } from "../../src/application/ports/events/event-store";
import type { MessageRenderer } from "../../src/application/ports/messages/message-renderer";
import type { Transaction } from "../../src/application/transaction";
import { type ApiError, badRequest } from "../../src/domain/errors";
import { aMessage, aUser } from "./builders";
import { escapingRenderer, localWakeup } from "./fakes";
import type { Persistence } from "./persistence";

type Outcome<A> = () => Promise<Either<ApiError, A>>;

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
  const liveQueues = { wake: () => {} };
  const lanes = realmLanes({
    ...persistence,
    eventStore,
    directory,
    wakeup,
    renderer,
    bell,
    metrics,
    liveQueues,
  });
  const inTransaction = <A>(realmId: number, work: (tx: Transaction) => Outcome<A>): Outcome<A> =>
    lanes(byServer(realmId), work);
  return { inTransaction, directory, wakeup, counts, errors, rings, metrics };
};

/** Sends a message and returns its id. */
export const send =
  (content = "hello") =>
  (tx: Transaction): Outcome<number> =>
  async () => {
    const id = tx.newMessageId();
    tx.append({
      type: "message_sent",
      message: aMessage({ id, content }),
      beginsConversation: false,
      marks: {},
    });
    return right(id);
  };

/** Creates a user and returns how many there were. */
export const join =
  (email: string) =>
  (tx: Transaction): Outcome<number> =>
  async () => {
    tx.append({ type: "user_created", user: aUser({ id: tx.newId("user"), email }) });
    return right(tx.state.users.size);
  };

/** Refuses before it writes. */
export const refuse =
  (_: Transaction): Outcome<never> =>
  async () =>
    left(badRequest("refused"));

/** Refuses after it wrote. */
export const writeAndRefuse =
  (tx: Transaction): Outcome<never> =>
  async () => {
    await send("never")(tx)();
    return left(badRequest("refused late"));
  };

/** Throws after it wrote. */
export const writeAndThrow =
  (tx: Transaction): Outcome<never> =>
  async () => {
    await send("never")(tx)();
    throw new Error("broken");
  };
