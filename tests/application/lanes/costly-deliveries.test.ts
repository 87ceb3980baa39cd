import * as E from "fp-ts/Either";
import { byServer, type Caller } from "../../../src/application/caller";
import { aProcess, send } from "../../support/application/lanes";
import { createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

/** Lanes of a process where the changes of user 1 take two seconds to deliver. */
const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const { lanes, directory, liveQueues } = aProcess(persistence);
  const order: string[] = [];
  directory.follow({
    follow: (_, { event }) => {
      if (event.type !== "message_sent") return;
      order.push(event.message.content);
      if (event.message.content.startsWith("loud")) liveQueues.deliveryTime += 2000;
    },
  });
  const by = (userId: number): Caller => ({ realmId, userId, client: "tests", apiKeyVersion: 1 });
  return { lanes, by, realmId, order };
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
afterEach(() => void jest.useRealTimers());

test("while others change something, changes that take long to deliver pause, and others' go on", async () => {
  const { lanes, by, order } = await begun();
  await lanes(by(2), send("quiet 1"));
  await lanes(by(1), send("loud 1"));
  const loud = lanes(by(1), send("loud 2"));
  await lanes(by(2), send("quiet 2"));
  await lanes(by(3), send("quiet 3"));
  expect(order).toEqual(["quiet 1", "loud 1", "quiet 2", "quiet 3"]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(E.isRight(await loud)).toBe(true);
  expect(order.at(-1)).toBe("loud 2");
});

test("they go on at once while nobody else changes anything", async () => {
  const { lanes, by, order } = await begun();
  for (const content of ["loud 1", "loud 2", "loud 3"]) await lanes(by(1), send(content));
  expect(order).toEqual(["loud 1", "loud 2", "loud 3"]);
});

test("whoever has such a change waiting for long is refused another, but a job of theirs isn't", async () => {
  const { lanes, by, realmId } = await begun();
  await lanes(by(2), send("quiet"));
  await lanes(by(1), send("loud 1"));
  const waiting = lanes(by(1), send("loud 2"));
  expect(await lanes(by(1), send("loud 3"))).toMatchObject(E.left({ code: "RATE_LIMIT_HIT" }));
  const job = lanes({ realmId, userId: 1, client: "job" }, send("job"));
  await jest.advanceTimersByTimeAsync(3000);
  expect([await waiting, await job].every(E.isRight)).toBe(true);
});

test("the server's own changes never pause", async () => {
  const { lanes, by, realmId, order } = await begun();
  await lanes(by(2), send("quiet"));
  for (const content of ["loud 1", "loud 2"]) await lanes(byServer(realmId), send(content));
  expect(order).toEqual(["quiet", "loud 1", "loud 2"]);
});
