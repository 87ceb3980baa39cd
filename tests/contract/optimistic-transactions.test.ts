import { left, right } from "fp-ts/Either";
import { HeadMoved, type OpenTransaction } from "../../src/application/ports/realm-transactions";
import type { Transaction } from "../../src/application/transaction";
import { badRequest } from "../../src/domain/errors";
import type { RealmEvent } from "../../src/domain/event";
import { aMessage, aMessageSent, aUser, directConversation } from "../support/builders";
import { commitAll, eventsAfter, foundRealm } from "../support/foundations";
import { knexPersistence } from "../support/knex-persistence";
import { aProcess, join, send } from "../support/lanes";
import type { Persistence } from "../support/persistence";
import { createTestDatabase, type TestDatabase } from "../support/test-database";

let database: TestDatabase;
let one: Persistence;
let other: Persistence;
let realmId: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
  [one, other] = [knexPersistence(database.db), knexPersistence(database.db)];
  realmId = (await foundRealm(one.transactions, [aMessageSent({ id: 1 })])).id;
});

const begin = () => one.transactions.beginOptimistic(realmId);
const append = (tx: OpenTransaction, event: RealmEvent) =>
  tx.append({ position: tx.head.position + 1, event });
const next = (tx: OpenTransaction) => ({
  ...tx.head,
  position: tx.head.position + 1,
  messageId: tx.head.messageId + 1,
});
const begins = { beginsConversation: true };
const direct = { id: 2, conversation: directConversation(500, 1, 2), topic: "" };
const userCreated = (id: number): RealmEvent => ({ type: "user_created", user: aUser({ id }) });

const changes: readonly [string, RealmEvent][] = [
  ["a plain message", aMessageSent({ id: 2 })],
  ["a message with marks", aMessageSent({ id: 2 }, { marks: { "1": ["mentioned"] } })],
  ["the first message of a conversation", aMessageSent(direct, begins)],
  [
    "a message that begins a poll",
    aMessageSent({ id: 2, submessages: [{ id: 1, senderId: 1, kind: "widget", content: "{}" }] }),
  ],
  ["another change", userCreated(1)],
];

test.each(changes)("%s is committed with the head that follows it", async (_, event) => {
  const tx = await begin();
  append(tx, event);
  await tx.flush();
  await tx.commit(next(tx));
  expect(await eventsAfter(one.eventLog, realmId, 2, 9)).toEqual([{ position: 3, event }]);
  const locked = await other.transactions.begin(realmId);
  await locked.rollback();
  expect(locked.head).toEqual({ position: 3, messageId: 2, ids: {} });
  if (event.type === "message_sent") expect(await one.messages.byIds(realmId, [2])).toEqual([event.message]);
});

test.each(changes)("%s is refused when another process was faster", async (_, event) => {
  const tx = await begin();
  await commitAll(other.transactions, realmId, [userCreated(9)]);
  append(tx, event);
  await expect(tx.commit(next(tx))).rejects.toThrow(HeadMoved);
  await tx.rollback();
  expect(await one.eventLog.head(realmId)).toBe(3);
  expect(await one.messages.byIds(realmId, [2])).toEqual([]);
  expect((await begin()).head.position).toBe(3);
});

test("the id of what is attached to a message is given out once", async () => {
  const poll = aMessageSent({ id: 2, submessages: [{ id: 1, senderId: 1, kind: "widget", content: "{}" }] });
  const tx = await begin();
  append(tx, poll);
  await tx.flush();
  await tx.commit({ ...next(tx), ids: { submessage: 1 } });
  const again = await other.transactions.begin(realmId);
  await again.rollback();
  expect(again.head.ids).toEqual({ submessage: 1 });
});

test("what only read is refused too when another process was faster", async () => {
  await commitAll(one.transactions, realmId, [userCreated(8)]);
  await commitAll(other.transactions, realmId, [userCreated(9)]);
  const tx = await begin();
  if (tx.head.position === 4) throw new Error("It was to begin on the head that this process knows");
  await expect(tx.commit(tx.head)).rejects.toThrow(HeadMoved);
});

test("reads see what was appended before them, however many at once", async () => {
  const tx = await begin();
  expect(await tx.messages.byIds(realmId, [1, 2])).toHaveLength(1);
  append(tx, aMessageSent({ id: 2 }));
  const found = await Promise.all([1, 2, 3].map(() => tx.messages.byIds(realmId, [1, 2])));
  expect(found.map(({ length }) => length)).toEqual([2, 2, 2]);
  await tx.commit(next(tx));
  expect(await one.eventLog.head(realmId)).toBe(3);
});

test("a password that was set is seen inside, and outside after the commit", async () => {
  const tx = await begin();
  const { passwordHash, setPasswordHash } = tx.credentials;
  await setPasswordHash(realmId, 1, "secret");
  expect(await passwordHash(realmId, 1)).toBe("secret");
  expect(await one.credentials.passwordHash(realmId, 1)).toBeUndefined();
  await tx.commit(tx.head);
  expect(await one.credentials.passwordHash(realmId, 1)).toBe("secret");
});

test("a rollback leaves nothing, and holds no lock, not even one that was being taken", async () => {
  const tx = await begin();
  append(tx, aMessageSent({ id: 2 }));
  const reading = tx.messages.byIds(realmId, [1]);
  await tx.rollback();
  await reading.catch(() => undefined);
  expect(await commitAll(other.transactions, realmId, [userCreated(1)])).toBe(3);
  expect(await one.messages.byIds(realmId, [2])).toEqual([]);
});

test("work that finds too little in an old state is done again on the newest", async () => {
  const [here, there] = [aProcess(one), aProcess(other)];
  await here.inTransaction(realmId, send())();
  await there.inTransaction(realmId, join("new@example.com"))();
  const find = (tx: Transaction) => async () =>
    tx.state.userByEmail("new@example.com") ? right("found") : left(badRequest("no such user"));
  expect(await here.inTransaction(realmId, find)()).toEqual(right("found"));

  await there.inTransaction(realmId, join("newer@example.com"))();
  const sendAndFind = (tx: Transaction) => async () => {
    await send()(tx)();
    return tx.state.userByEmail("newer@example.com") ? right("found") : left(badRequest("no such user"));
  };
  expect(await here.inTransaction(realmId, sendAndFind)()).toEqual(right("found"));

  await there.inTransaction(realmId, join("newest@example.com"))();
  const sendOrThrow = (tx: Transaction) => async () => {
    if (!tx.state.userByEmail("newest@example.com")) throw new Error("no such user");
    return send()(tx)();
  };
  expect(await here.inTransaction(realmId, sendOrThrow)()).toMatchObject({ _tag: "Right" });
});

test("messages that storage refuses fail only whoever wrote them", async () => {
  const { inTransaction } = aProcess(one);
  const repeat = (tx: Transaction) => async () => {
    tx.append({ type: "message_sent", message: aMessage({ id: 1 }), beginsConversation: false, marks: {} });
    return right(undefined);
  };
  const outcomes = await Promise.allSettled(
    [send("a"), repeat, send("c")].map((work) => inTransaction<unknown>(realmId, work)()),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await one.messages.byIds(realmId, [2, 3])).map(({ content }) => content)).toEqual(["a", "c"]);
});
