import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import type { Caller } from "../../../src/application/caller";
import type { CommitSlot } from "../../../src/application/ports/events/event-store";
import type { Transaction } from "../../../src/application/transaction";
import { newBot } from "../../../src/domain/bots/bot";
import { weightOf } from "../../../src/domain/events/event-weight";
import { aProcess, send } from "../../support/application/lanes";
import { aMessage, aUser } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const millisecondsPerRow = 1 / 30;
const mentioned = Object.fromEntries(
  Array.from({ length: 3000 }, (_, index) => [index + 1, ["mentioned" as const]]),
);

/** Sends a message that mentions three thousand people. */
const mentionAll = async (tx: Transaction): Promise<E.Either<never, number>> => {
  const id = tx.newMessageId();
  const message = aMessage({ id, content: "all" });
  tx.append({ type: "message_sent", message, beginsConversation: false, flagsByUser: mentioned });
  return E.right(id);
};

const nobody = { subscribers: () => ({ size: 0 }) };

/** Lanes on storage whose commits take a thirtieth of a millisecond for each row. */
const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const commits: string[][] = [];
  const slowly = (slot: CommitSlot): Partial<CommitSlot> => ({
    append: async (commit) => {
      const sent = commit.events.flatMap(({ event }) => (event.type === "message_sent" ? [event] : []));
      commits.push(sent.map(({ message }) => message.content));
      await sleep(millisecondsPerRow * sent.reduce((sum, event) => sum + weightOf(event, nobody), 0));
      return slot.append(commit);
    },
  });
  const { lanes } = aProcess(persistence, slowly);
  const by = (userId: number): Caller => ({ realmId, userId, client: "tests", apiKeyVersion: 1 });
  return { lanes, by, realmId, commits };
};

test("a heavy change ends its commit, and others' changes come before the next one", async () => {
  const { lanes, by, commits } = await begun();
  const attack = [1, 2, 3].map(() => lanes(by(1), mentionAll));
  const others = ["a", "b"].map((text) => lanes(by(2), send(text)));
  await Promise.all(others);
  expect(commits).toEqual([["all"], ["a", "b"]]);
  await Promise.all(attack);
  expect(commits).toEqual([["all"], ["a", "b"], ["all"], ["all"]]);
});

test("while one user's heavy changes fill the lane, another's waits for one of them, or for two if one has waited too long", async () => {
  const { lanes, by, commits } = await begun();
  let isOver = false;
  const attack = Array.from({ length: 16 }, async () => {
    while (!isOver) if (E.isLeft(await lanes(by(1), mentionAll))) await sleep(5);
  });
  await sleep(150);
  for (let count = 0; count < 5; count += 1) {
    const before = commits.length;
    await lanes(by(2), send(`${count}`));
    expect(commits.slice(before).filter(([first]) => first === "all").length).toBeLessThanOrEqual(2);
  }
  isOver = true;
  await Promise.all(attack);
});

test("a user is refused who has more work waiting than the lane does in half a second, but a job of theirs isn't", async () => {
  const { lanes, by, realmId } = await begun();
  const first = Array.from({ length: 16 }, () => lanes(by(1), mentionAll));
  await first[8];
  const other = lanes(by(2), send("other"));
  const refused = await lanes(by(1), mentionAll);
  expect(refused).toMatchObject(E.left({ code: "RATE_LIMIT_HIT" }));
  expect(
    E.isLeft(refused) && "retryAfterSeconds" in refused.left && refused.left.retryAfterSeconds,
  ).toBeGreaterThan(0.5);
  expect(await other).toMatchObject({ _tag: "Right" });
  expect(await lanes({ realmId, userId: 1, client: "job" }, send("job"))).toMatchObject({ _tag: "Right" });
  expect((await Promise.all(first)).every(E.isRight)).toBe(true);
  expect(await lanes(by(1), mentionAll)).toMatchObject({ _tag: "Right" });
});

/** The bots of user 1. */
const bots = Array.from({ length: 16 }, (_, index) => 100 + index);

const createBots = async (tx: Transaction): Promise<E.Either<never, undefined>> => {
  for (const id of bots) tx.append({ type: "user_created", user: aUser({ id, bot: newBot("generic", 1) }) });
  return E.right(undefined);
};

test("a user's bots share the owner's part of the lane", async () => {
  const { lanes, by, commits } = await begun();
  await lanes(by(1), createBots);
  await Promise.all(bots.slice(0, 8).map((id) => lanes(by(id), mentionAll)));
  const before = commits.length;
  const others = bots.slice(8).map((id) => lanes(by(id), mentionAll));
  await lanes(by(2), send("a"));
  expect(commits.slice(before)).toEqual([["a"]]);
  await Promise.all(others);
});

test("a bot is refused for its own waiting work, not for that of its owner's other bots", async () => {
  const { lanes, by } = await begun();
  await lanes(by(1), createBots);
  const first = Array.from({ length: 16 }, () => lanes(by(100), mentionAll));
  await first[8];
  const other = lanes(by(2), send("other"));
  expect(await lanes(by(100), mentionAll)).toMatchObject(E.left({ code: "RATE_LIMIT_HIT" }));
  expect(await Promise.all([other, lanes(by(101), send("b")), ...first])).not.toContainEqual(
    expect.objectContaining({ _tag: "Left" }),
  );
});

test("while nobody else's work waits, a user may have any heavy work waiting", async () => {
  const { lanes, by } = await begun();
  const first = Array.from({ length: 8 }, () => lanes(by(1), mentionAll));
  await first[5];
  expect(E.isRight(await lanes(by(1), mentionAll))).toBe(true);
  await Promise.all(first);
});

test("a user's many small changes aren't refused, and share commits", async () => {
  const { lanes, by, commits } = await begun();
  const all = Array.from({ length: 500 }, (_, index) => lanes(by(1), send(`${index}`)));
  expect((await Promise.all(all)).every(E.isRight)).toBe(true);
  expect(commits.length).toBeLessThan(10);
});
