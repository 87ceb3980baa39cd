import { setTimeout as sleep } from "node:timers/promises";
import { listenTo } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";
import { engines } from "../../support/servers/engines";
import { type DatabaseProxy, proxyTo } from "../../support/storage/database-proxy";

const { redis, nats } = engines();
const buses: readonly ["redis" | "nats", string | undefined][] = [
  ["redis", redis],
  ["nats", nats],
];
/** Ten times what is promised: without the comparison of heads, the message would never come. */
const longestMilliseconds = 100_000;
/** Heads are compared every three seconds: without the bus, a message would mostly take longer. */
const promptly = 1400;

for (const [name, url] of buses)
  (url === undefined ? describe.skip : describe)(`nodes that ${name} wakes (skipped where it isn't)`, () => {
    let door: DatabaseProxy;
    let one: TestServer;
    let two: TestServer;
    const quiet: unknown[] = [];

    beforeAll(async () => {
      door = await proxyTo(url ?? "");
      one = await startServer({
        onError: (error) => quiet.push(error),
        settings: {
          PARLEY_SECRET: `a secret of its own ${Math.random()}`.padEnd(40, "."),
          PARLEY_WAKEUP: name,
          [`PARLEY_${name.toUpperCase()}_URL`]: String(door.connection),
          PARLEY_CALLS_PER_MINUTE: "0",
        },
      });
      two = await one.restarted();
    });
    afterAll(async () => {
      two.http.close();
      await two.close();
      await one.stop();
      await door.close();
    });

    const say = (content: string) =>
      one.owner.post("/messages", { type: "channel", to: "general", topic: "t", content });

    /** Milliseconds from a send at one node until a queue at the other delivers the message. */
    const delivery = async (content: string): Promise<number> => {
      const newEvents = await listenTo(two.clientOf(one.owner), ["message"]);
      const began = Date.now();
      expect((await say(content)).status).toBe(200);
      while (Date.now() - began < longestMilliseconds) {
        const events = await newEvents();
        if (JSON.stringify(events).includes(content)) break;
        await sleep(20);
      }
      return Date.now() - began;
    };

    test("delivers a message sent on another node before heads are compared", async () => {
      // Without the errors of a bus that was away.
      quiet.length = 0;
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) times.push(await delivery(`round ${round}`));
      expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(promptly);
      expect(quiet).toEqual([]);
    });

    test("shows a user who becomes active on another node", async () => {
      const ben = await one.newMember(`Ben ${name}`);
      const benThere = two.clientOf(ben);
      for (let tries = 0; (await benThere.get("/users/me")).status !== 200 && tries < 600; tries += 1)
        await sleep(100);
      const newEvents = await listenTo(two.clientOf(one.owner), ["presence"]);
      await ben.post("/users/me/presence", { status: "active" });
      let events: readonly object[] = [];
      for (let tries = 0; events.length === 0 && tries < 3000; tries += 1) {
        await sleep(20);
        events = await newEvents();
      }
      expect(events).toMatchObject([{ type: "presence", user_id: ben.id }]);
    });

    test("without the bus, delivers all the same; at once again when it returns", async () => {
      door.shut();
      expect(await delivery("away")).toBeLessThan(longestMilliseconds);
      door.open();
      const times: number[] = [];
      for (let tries = 0; tries < 20 && !times.some((time) => time < promptly); tries += 1)
        times.push(await delivery(`back ${tries}`));
      expect(times.at(-1)).toBeLessThan(promptly);
    });
  });
