import type { OpenTransaction } from "../../src/application/ports/realm-transactions";
import type { RealmEvent } from "../../src/domain/event";
import { aChannel, aGroup, aMessageSent, aRealm, aUser, directConversation } from "../support/builders";
import { commitAll, eventsAfter, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

const soon = () => new Promise<"waiting">((resolve) => setTimeout(resolve, 40, "waiting"));
const userCreated = (id: number, more = {}): RealmEvent => ({
  type: "user_created",
  user: aUser({ id, ...more }),
});
const channelCreated = (id: number, more = {}): RealmEvent => ({
  type: "channel_created",
  channel: aChannel({ id, ...more }),
});

export const realmTransactionsContract = (open: OpenPersistence): void => {
  const append = (tx: OpenTransaction, event: RealmEvent) =>
    tx.append({ position: tx.head.position + 1, event });

  test("a realm comes into being when its first transaction commits", async () => {
    const { transactions, registry, snapshots } = open();
    const tx = await transactions.found("to-commit", (id) => aRealm({ id, subdomain: "to-commit" }));
    expect((await registry.list()).map(({ subdomain }) => subdomain)).not.toContain("to-commit");
    await tx.commit({ position: 0, messageId: 0, ids: {} });
    expect(await registry.list()).toContainEqual({ id: tx.realm.id, subdomain: "to-commit" });
    expect((await snapshots.load(tx.realmId)).realm).toEqual(tx.realm);
  });

  test("a realm whose first transaction is rolled back never was", async () => {
    const { transactions, snapshots } = open();
    const tx = await transactions.found("to-roll-back", (id) => aRealm({ id }));
    await tx.rollback();
    await expect(transactions.begin(tx.realmId)).rejects.toThrow("There is no realm");
    await expect(snapshots.load(tx.realmId)).rejects.toThrow("There is no realm");
    const again = await transactions.found("to-roll-back", (id) => aRealm({ id }));
    await again.rollback();
    expect(again.realm.subdomain).toBe("to-roll-back");
  });

  test("two realms can't have one subdomain", async () => {
    const { transactions } = open();
    const { subdomain } = await foundRealm(transactions);
    await expect(transactions.found(subdomain, (id) => aRealm({ id }))).rejects.toThrow();
  });

  test("a realm's head is what the last commit left", async () => {
    const { transactions } = open();
    const { id } = await foundRealm(transactions);
    const first = await transactions.begin(id);
    append(first, channelCreated(1));
    await first.commit({ position: 2, messageId: 7, ids: { user: 9, channel: 3 } });
    const second = await transactions.begin(id);
    await second.rollback();
    expect(second.head).toEqual({ position: 2, messageId: 7, ids: { user: 9, channel: 3 } });
  });

  test("transactions of one realm wait for each other, in the order they began", async () => {
    const { transactions } = open();
    const { id } = await foundRealm(transactions);
    const first = await transactions.begin(id);
    const second = transactions.begin(id);
    expect(await Promise.race([second, soon()])).toBe("waiting");
    append(first, channelCreated(1));
    await first.commit({ ...first.head, position: 2 });
    const open2 = await second;
    expect(open2.head.position).toBe(2);
    await open2.rollback();
  });

  test("a rollback lets the next one in", async () => {
    const { transactions } = open();
    const { id } = await foundRealm(transactions);
    const first = await transactions.begin(id);
    const second = transactions.begin(id);
    await first.rollback();
    await (await second).rollback();
    await expect((await second).commit({ position: 2, messageId: 0, ids: {} })).rejects.toThrow();
  });

  test("transactions of two realms don't wait for each other", async () => {
    const { transactions } = open();
    const one = await transactions.begin((await foundRealm(transactions)).id);
    const other = await transactions.begin((await foundRealm(transactions)).id);
    expect(one.realmId).not.toBe(other.realmId);
    await one.rollback();
    await other.rollback();
  });

  test("reads inside see what was appended, reads outside only what was committed", async () => {
    const { transactions, messages, directConversations, credentials, eventLog } = open();
    const { id } = await foundRealm(transactions);
    const conversation = directConversation(500, 1, 2);
    const tx = await transactions.begin(id);
    append(tx, aMessageSent({ id: 1, conversation, topic: "" }, { beginsConversation: true }));
    await tx.credentials.setPasswordHash(id, 1, "secret");
    expect((await tx.messages.byIds(id, [1])).map((message) => message.id)).toEqual([1]);
    expect(await tx.directConversations.between(id, [2, 1])).toEqual(conversation);
    expect(await tx.readStates.statesOf(id, 2, [500])).toHaveLength(1);
    expect(await tx.credentials.passwordHash(id, 1)).toBe("secret");

    expect(await messages.byIds(id, [1])).toEqual([]);
    expect(await directConversations.between(id, [1, 2])).toBeUndefined();
    expect(await credentials.passwordHash(id, 1)).toBeUndefined();
    expect(await eventLog.head(id)).toBe(1);
    await tx.commit({ ...tx.head, position: 2, messageId: 1 });
    expect(await messages.byIds(id, [1])).toHaveLength(1);
    expect(await credentials.passwordHash(id, 1)).toBe("secret");
    expect(await eventLog.head(id)).toBe(2);
  });

  test("reads that go on at once all see what was appended", async () => {
    const { transactions } = open();
    const { id } = await foundRealm(transactions);
    const tx = await transactions.begin(id);
    append(tx, aMessageSent({ id: 1 }));
    const found = await Promise.all([1, 2, 3].map(() => tx.messages.byIds(id, [1])));
    await tx.rollback();
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test("a rollback leaves nothing of what was written and flushed", async () => {
    const { transactions, snapshots, credentials, eventLog } = open();
    const { id } = await foundRealm(transactions, [userCreated(1)]);
    const before = await snapshots.load(id);
    const tx = await transactions.begin(id);
    append(tx, userCreated(2));
    await tx.flush();
    await tx.credentials.setPasswordHash(id, 1, "secret");
    await tx.rollback();
    expect(await snapshots.load(id)).toEqual(before);
    expect(await eventsAfter(eventLog, id, 2, 10)).toEqual([]);
    expect(await credentials.passwordHash(id, 1)).toBeUndefined();
  });

  test("a rollback may come twice, and after a commit", async () => {
    const { transactions, eventLog } = open();
    const { id } = await foundRealm(transactions);
    const tx = await transactions.begin(id);
    append(tx, userCreated(1));
    await tx.commit({ ...tx.head, position: 2 });
    await tx.rollback();
    await tx.rollback();
    expect(await eventLog.head(id)).toBe(2);
  });

  const direct = (messageId: number, conversationId: number): RealmEvent =>
    aMessageSent(
      { id: messageId, conversation: directConversation(conversationId, 1, 2), topic: "" },
      { beginsConversation: true },
    );
  const refused: readonly [string, RealmEvent, RealmEvent][] = [
    ["user id", userCreated(1), userCreated(1, { email: "other@example.com" })],
    ["address", userCreated(1, { email: "é@x.org" }), userCreated(2, { email: "é@x.org" })],
    ["channel id", channelCreated(1), channelCreated(1, { name: "other" })],
    ["channel name", channelCreated(1, { name: "Été" }), channelCreated(2, { name: "Été" })],
    [
      "group name",
      { type: "group_created", group: aGroup({ id: 20, name: "Team" }) },
      { type: "group_created", group: aGroup({ id: 21, name: "Team" }) },
    ],
    ["message id", aMessageSent({ id: 5 }), aMessageSent({ id: 5 })],
    ["conversation between the same people", direct(1, 500), direct(2, 501)],
  ];
  test.each(refused)("a second %s is refused when it is flushed", async (_, first, second) => {
    const { transactions, eventLog } = open();
    const { id } = await foundRealm(transactions, [first]);
    const tx = await transactions.begin(id);
    append(tx, second);
    await expect(tx.flush()).rejects.toThrow();
    await expect(tx.commit({ ...tx.head, position: 3 })).rejects.toThrow();
    await tx.rollback();
    await expect(commitAll(transactions, id, [second])).rejects.toThrow();
    expect(await eventLog.head(id)).toBe(2);
    expect(await commitAll(transactions, id, [userCreated(77)])).toBe(3);
  });

  test("a second event at one position is refused", async () => {
    const { transactions } = open();
    const { id } = await foundRealm(transactions);
    const tx = await transactions.begin(id);
    tx.append({ position: 1, event: userCreated(1) });
    await expect(tx.flush()).rejects.toThrow();
    await tx.rollback();
  });

  test("one realm's rows don't get in the way of another's", async () => {
    const { transactions, snapshots } = open();
    const events = [userCreated(1), channelCreated(1), aMessageSent({ id: 1 })];
    const one = await foundRealm(transactions, events);
    const other = await foundRealm(transactions, [...events, userCreated(2)]);
    expect((await snapshots.load(one.id)).users).toEqual([aUser({ id: 1 })]);
    expect((await snapshots.load(other.id)).users).toHaveLength(2);
  });
};
