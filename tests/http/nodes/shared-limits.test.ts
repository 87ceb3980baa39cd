import { setTimeout as sleep } from "node:timers/promises";
import { startServer, type TestServer } from "../../support/http/http-application";
import { engines } from "../../support/servers/engines";

const { redis } = engines();
const secret = () => `a secret of its own ${Math.random()}`.padEnd(40, ".");

/** Two nodes on one database that allow ten calls a minute. */
const twoNodes = async (settings: Readonly<Record<string, string>>) => {
  const one = await startServer({ callsPerMinute: 10, settings });
  return { one, two: await one.restarted() };
};

const stop = async ({ one, two }: { one: TestServer; two: TestServer }): Promise<void> => {
  two.http.close();
  await two.close();
  await one.stop();
};

/** Sends one user's calls to both nodes in turn until one is refused; returns how many were answered. */
const callsUntilRefused = async ({ one, two }: { one: TestServer; two: TestServer }): Promise<number> => {
  const onTwo = two.clientOf(one.owner);
  for (let calls = 0; calls < 30; calls += 1) {
    const { status } = await (calls % 2 === 0 ? one.owner : onTwo).get("/users/me");
    if (status === 429) return calls;
    await sleep(calls % 4 === 3 ? 1100 : 0);
  }
  return 30;
};

/** Waits until so much of the minute is left that no machine is too slow for it, because counts restart with each. */
const withinAMinute = async (): Promise<void> => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 45_000) await sleep(left);
};

const stores: readonly [string, Readonly<Record<string, string>> | undefined][] = [
  ["PostgreSQL", { DATABASE_URL: "postgres://the.server.of.the.tests/parley" }],
  ["Redis", redis === undefined ? undefined : { PARLEY_REDIS_URL: redis, PARLEY_SECRET: secret() }],
];

for (const [name, settings] of stores)
  (settings === undefined ? test.skip : test)(
    `calls at two nodes are counted together in ${name}, to within a second`,
    async () => {
      const nodes = await twoNodes(settings ?? {});
      await withinAMinute();
      const answered = await callsUntilRefused(nodes);
      expect(answered).toBeGreaterThanOrEqual(9);
      expect(answered).toBeLessThanOrEqual(14);
      await stop(nodes);
    },
  );

test("a single process counts by itself", async () => {
  const nodes = await twoNodes({});
  await withinAMinute();
  for (let calls = 0; calls < 10; calls += 1)
    expect((await nodes.one.owner.get("/users/me")).status).toBe(200);
  expect((await nodes.one.owner.get("/users/me")).status).toBe(429);
  await sleep(1100);
  expect((await nodes.two.clientOf(nodes.one.owner).get("/users/me")).status).toBe(200);
  await stop(nodes);
});

test("all bots of one owner share a call count, separate from their owner's and other people's", async () => {
  const server = await startServer({ callsPerMinute: 6 });
  const [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  const aBot = async (name: string) => {
    const { body } = await ann.post("/bots", { full_name: name, short_name: name });
    return server.clientOf({ id: body.user_id, email: `${name}-bot@chat.example.com` });
  };
  const bots = [await aBot("one"), await aBot("two")];
  const statuses: number[] = [];
  for (const who of [...bots, ...bots, ...bots, ...bots, ann, ben])
    statuses.push((await who.get("/users/me")).status);
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429, 200, 200]);
  await server.stop();
});
