import { configOf } from "../bench-settings";
import { beside } from "../beside";
import { makeHistory } from "../history";
import { authorization, median, throughput } from "../load";
import { readsPerSecond } from "../nodes/load";
import type { Person } from "../seed";
import { atLeast, atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const size = { channels: 60, messages: 100_000, unread: 500 };
const connections = 8;
/** A person has at most a thousand queues; beyond them, the oldest would have to make way. */
const registrations = { warmUp: 50, measured: 400 };
const readSeconds = 5;

/** Registers for everything, again and again on several connections. */
const register = async (url: string, reader: Person, amount: number) => {
  const times: number[] = [];
  const perSecond = await throughput({
    url: `${url}/api/v1/register`,
    method: "POST",
    connections,
    amount,
    headers: {
      Authorization: authorization(reader),
      "Content-Type": "application/x-www-form-urlencoded",
    },
    setupClient: (client) => {
      client.on("response", (_status, _bytes, milliseconds) => times.push(milliseconds));
    },
  });
  return { perSecond, p50: median(times) };
};

/** A client's start and its first page, in an organization with a past. */
export const measureHistory = async (world: World): Promise<readonly Measured[]> => {
  const [reader, other] = world.people as readonly [Person, Person, ...Person[]];
  await beside(configOf(world.settings), (connection) =>
    makeHistory(connection, world.realmId, reader, other, size),
  );
  return onServer(world, async ({ url }) => {
    await register(url, reader, registrations.warmUp);
    const { p50, perSecond } = await register(url, reader, registrations.measured);
    const everyone = Array.from({ length: connections }, () => reader);
    await readsPerSecond(url, everyone, 1);
    const fetches = await readsPerSecond(url, everyone, readSeconds);
    return [
      [{ what: `9 full registration, ${connections} at once: p50 ms`, digits: 1, goal: atMost(30) }, p50],
      [{ what: "  registrations/s", digits: 0, goal: atLeast(300) }, perSecond],
      [{ what: "10 last 100 of 100,000 messages: fetches/s", digits: 0, goal: atLeast(250) }, fetches],
    ];
  });
};
