import type { Caller } from "../../../src/application/caller";
import { nextTurn } from "../../../src/application/next-turn";
import type { Transaction } from "../../../src/application/transaction";
import { aProcess, send } from "../../support/application/lanes";
import { createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

afterEach(() => jest.restoreAllMocks());

test("nobody is refused because others' work blocked the process while theirs read something", async () => {
  let blocked = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => now() + blocked);
  const persistence = memoryPersistence();
  const byIds: typeof persistence.messages.byIds = async () => {
    await nextTurn();
    blocked += 400;
    return [];
  };
  const { id: realmId } = await createRealm(persistence.eventStore);
  const { lanes } = aProcess({ ...persistence, messages: { ...persistence.messages, byIds } });
  const by = (userId: number): Caller => ({ realmId, userId, client: "tests", apiKeyVersion: 1 });
  const readAndSend = async (tx: Transaction) => {
    await tx.messages.byIds(realmId, [1]);
    return send("read")(tx);
  };
  for (let count = 0; count < 3; count += 1) await lanes(by(1), readAndSend);
  const outcomes = [lanes(by(2), send("other")), lanes(by(2), send("other"))];
  for (let count = 0; count < 4; count += 1) outcomes.push(lanes(by(1), readAndSend));
  expect((await Promise.all(outcomes)).filter(({ _tag }) => _tag === "Left")).toEqual([]);
});
