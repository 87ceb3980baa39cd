import { PresenceBoard } from "../src/application/presence/presence-board";
import { afterReport } from "../src/domain/presence/presence";
import { memoryStorage } from "../tests/support/storage/memory/storage";
import { memoryPresenceStore } from "../tests/support/storage/memory/users/presence-store";
import { authorization, throughput } from "./load";
import type { Person } from "./seed";
import { startProcess } from "./server-process";

const realmId = 1;
const people = 10_000;
const rounds = 10;

/** Microseconds for one report, and for one answer with changes, in a realm where 10,000 people report every minute. */
export const presenceCost = async (): Promise<{ report: number; answer: number }> => {
  let now = Date.now();
  const board = new PresenceBoard({
    presenceStore: memoryPresenceStore(memoryStorage()),
    clock: { now: () => now },
  });
  const everyoneReports = async () => {
    for (let userId = 1; userId <= people; userId += 1)
      await board.report(realmId, userId, (before) => afterReport(before, "active", now));
  };
  await everyoneReports();
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    now += 60_000;
    await everyoneReports();
  }
  const report = ((performance.now() - began) * 1000) / (people * rounds);
  // A client that asks every second gets a few.
  let { lastUpdateId } = await board.since(realmId, undefined);
  let spent = 0;
  for (let second = 0; second < 1000; second += 1) {
    now += 1000;
    for (let userId = 1; userId <= people / 120; userId += 1)
      await board.report(realmId, second * 83 + userId, (before) => afterReport(before, "active", now));
    const start = performance.now();
    ({ lastUpdateId } = await board.since(realmId, lastUpdateId));
    spent += performance.now() - start;
  }
  return { report, answer: (spent * 1000) / 1000 };
};

const form = new URLSearchParams({
  status: "active",
  new_user_input: "false",
  last_update_id: String(Number.MAX_SAFE_INTEGER),
}).toString();

const load = (url: string, person: Person): Promise<number> =>
  throughput({
    url: `${url}/api/v1/users/me/presence`,
    method: "POST",
    connections: 16,
    duration: 5,
    headers: {
      Authorization: authorization(person),
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: form,
  });

/** Presence reports per second, and the same for a bare Express route that reads the form. */
export const presencePerSecond = async (
  url: string,
  person: Person,
): Promise<{ ours: number; bare: number }> => {
  const bareServer = await startProcess("bench/bare-express.js", {});
  try {
    await load(bareServer.url, person);
    const bare = await load(bareServer.url, person);
    await load(url, person);
    return { bare, ours: await load(url, person) };
  } finally {
    await bareServer.stop();
  }
};
