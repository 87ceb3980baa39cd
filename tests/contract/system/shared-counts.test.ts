import { randomUUID } from "node:crypto";
import { postgresCounts } from "../../../src/adapters/security/postgres-counts";
import { redisCounts } from "../../../src/adapters/security/redis-counts";
import type { SharedCounts } from "../../../src/application/ports/system/shared-counts";
import { engines } from "../../support/servers/engines";
import { proxyTo } from "../../support/storage/database-proxy";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

const { redis } = engines();

/** What every store of counts does, with two nodes. */
const countsContract = (open: () => readonly [SharedCounts, SharedCounts]): void => {
  test("adds up what several nodes contribute, separately for each name", async () => {
    const [one, other] = open();
    const name = randomUUID();
    expect(await one.add(new Map([[name, 3]]))).toEqual(new Map([[name, 3]]));
    expect(
      await other.add(
        new Map([
          [name, 2],
          [`${name} b`, 1],
        ]),
      ),
    ).toEqual(
      new Map([
        [name, 5],
        [`${name} b`, 1],
      ]),
    );
  });

  test("counts simultaneous additions in full", async () => {
    const [one, other] = open();
    const names = Array.from({ length: 200 }, () => randomUUID());
    const add = (node: SharedCounts, order: readonly string[]) =>
      node.add(new Map(order.map((name) => [name, 1])));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 ? add(one, names) : add(other, names.toReversed()),
      ),
    );
    const totals = await add(one, names);
    expect(totals.size).toBe(200);
    expect(new Set(totals.values())).toEqual(new Set([11]));
  });
};

describe("in PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.destroy());

  countsContract(() => [postgresCounts(database.db), postgresCounts(database.db)]);

  test("the table doesn't reveal callers' names, and is swept with the throttles", async () => {
    await postgresCounts(database.db).add(new Map([["at 203.0.113.9", 1]]));
    const rows = await database.db("throttles").select("key", "expire");
    expect(rows.some(({ key }) => key.includes("203.0.113.9"))).toBe(false);
    for (const { expire } of rows) expect(expire).toBeLessThanOrEqual(Date.now() + 120_000);
  });
});

(redis === undefined ? describe.skip : describe)("in Redis (skipped where there is none)", () => {
  const url = redis ?? "redis://nowhere";
  const prefix = `parley.test.${randomUUID()}`;
  const opened: { close(): Promise<void> }[] = [];
  const errors: unknown[] = [];
  const open = (at = url) => {
    const counts = redisCounts(at, prefix, (error) => errors.push(error));
    opened.push(counts);
    return counts;
  };
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  countsContract(() => [open(), open()]);

  test("an unreachable Redis fails within the time limit, and closing doesn't wait", async () => {
    const counts = open("redis://127.0.0.1:1");
    await expect(counts.add(new Map([["ann", 1]]))).rejects.toThrow("Redis isn't connected");
    await counts.close();
  });

  test("fails at once while Redis is away, and recovers when it returns", async () => {
    const door = await proxyTo(url);
    const counts = open(String(door.connection));
    await counts.add(new Map([["ann", 1]]));
    door.shut();
    await expect(counts.add(new Map([["ann", 1]]))).rejects.toThrow();
    door.open();
    for (let tries = 0; tries < 50; tries += 1) {
      const total = await counts.add(new Map([["ann", 1]])).catch(() => undefined);
      if (total !== undefined) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await counts.add(new Map([["ann", 0]]))).get("ann")).toBeGreaterThanOrEqual(2);
    await door.close();
  });
});
