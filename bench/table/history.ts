import { configOf } from "../bench-settings";
import { beside } from "../beside";
import { makeHistory } from "../history";
import { asEach, formHeader, median, throughput } from "../load";
import { readsPerSecond } from "../nodes/load";
import type { Person } from "../seed";
import { atLeast, atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const size = { channels: 60, messages: 100_000, unread: 500 };
const connections = 8;
const registrations = { warmUp: 50, measured: 400 };
const readSeconds = 5;

/** Registers for everything, again and again on several connections of different people: one person has at most two turns at once. */
const register = async (url: string, readers: readonly Person[], amount: number) => {
  const times: number[] = [];
  const asNext = asEach(readers, formHeader);
  const perSecond = await throughput({
    url: `${url}/api/v1/register`,
    method: "POST",
    connections,
    amount,
    setupClient: (client) => {
      asNext(client);
      client.on("response", (_status, _bytes, milliseconds) => times.push(milliseconds));
    },
  });
  return { perSecond, p50: median(times) };
};

/** A client's start and its first page, in an organization with a past. */
export const measureHistory = async (world: World): Promise<readonly Measured[]> => {
  const [other, first, ...more] = world.people as readonly [Person, Person, ...Person[]];
  const readers = [first, ...more.slice(0, connections - 1)] as const;
  await beside(configOf(world.settings), (connection) =>
    makeHistory(connection, world.realmId, readers, other, size),
  );
  return onServer(world, async ({ url }) => {
    await register(url, readers, registrations.warmUp);
    const { p50, perSecond } = await register(url, readers, registrations.measured);
    await readsPerSecond(url, readers, 1);
    const fetches = await readsPerSecond(url, readers, readSeconds);
    return [
      [
        { what: `9 full registration, ${connections} people at once: p50 ms`, digits: 1, goal: atMost(30) },
        p50,
      ],
      [{ what: "  registrations/s", digits: 0, goal: atLeast(300) }, perSecond],
      [{ what: "10 last 100 of 100,000 messages: fetches/s", digits: 0, goal: atLeast(250) }, fetches],
    ];
  });
};
