import { type Either, left, right } from "fp-ts/Either";
import type { OpenTransaction, RealmTransactions } from "../../src/application/ports/realm-transactions";
import { RealmDirectory } from "../../src/application/realm-directory";
import { realmLanes } from "../../src/application/realm-lanes";
import type { Transaction } from "../../src/application/transaction";
import { type ApiError, badRequest } from "../../src/domain/errors";
import { aMessage, aUser } from "./builders";
import { localWakeup } from "./fakes";
import type { Persistence } from "./persistence";

type Outcome<A> = () => Promise<Either<ApiError, A>>;

/** A process: its lanes and its directory on a storage that others may share. `alter` stands for what fails. */
export const aProcess = (
  persistence: Persistence,
  alter: (open: OpenTransaction) => Partial<OpenTransaction> = () => ({}),
) => {
  const wakeup = localWakeup();
  const directory = new RealmDirectory(persistence);
  const counts = { begun: 0, committed: 0 };
  const rings: number[] = [];
  const counting =
    (begin: RealmTransactions["begin"]): RealmTransactions["begin"] =>
    async (realmId) => {
      const open = await begin(realmId);
      counts.begun += 1;
      const commit: OpenTransaction["commit"] = async (head) => {
        await open.commit(head);
        counts.committed += 1;
      };
      const counted = { ...open, commit };
      return { ...counted, ...alter(counted) };
    };
  const { begin, beginOptimistic, found } = persistence.transactions;
  const transactions: RealmTransactions = {
    begin: counting(begin),
    beginOptimistic: counting(beginOptimistic),
    found,
  };
  const inTransaction = realmLanes({
    transactions,
    directory,
    clock: persistence.clock,
    wakeup,
    bell: { ring: (dueAt) => rings.push(dueAt) },
  });
  return { inTransaction, directory, wakeup, counts, rings };
};

/** Sends a message, and tells its id. */
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

/** Creates a user, and tells how many there were. */
export const join =
  (email: string) =>
  (tx: Transaction): Outcome<number> =>
  async () => {
    tx.append({ type: "user_created", user: aUser({ id: tx.newId("user"), email }) });
    return right(tx.state.users.size);
  };

/** Finds something wrong before it wrote. */
export const refuse =
  (_: Transaction): Outcome<never> =>
  async () =>
    left(badRequest("refused"));

/** Finds something wrong after it wrote. */
export const writeAndRefuse =
  (tx: Transaction): Outcome<never> =>
  async () => {
    await send("never")(tx)();
    return left(badRequest("refused late"));
  };

/** Breaks after it wrote. */
export const writeAndThrow =
  (tx: Transaction): Outcome<never> =>
  async () => {
    await send("never")(tx)();
    throw new Error("broken");
  };
