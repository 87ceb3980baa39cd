import type { Narrow } from "../../web/src/store/narrow";
import { foundTown, perform, someDeed, type Town } from "../support/deeds";
import fc from "../support/fast-check";
import { historyCount } from "../support/history-count";
import { type Nodes, nodesInMemory, nodesOnPostgres } from "../support/nodes";
import { type WebClient, webClient } from "../support/web-client";
import { stayingInStep } from "./staying-in-step.contract";

/** Registrations of devices go nowhere. */
const push = { settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` } };

describe("three nodes in memory", () => stayingInStep(() => nodesInMemory(3), 6));
describe("one node on PostgreSQL", () => stayingInStep(() => nodesOnPostgres(1, push), 2));
describe("three nodes on PostgreSQL", () => stayingInStep(() => nodesOnPostgres(3, push), 3));

/** What a server tells is the law above: how the client takes it in is quicker seen on one in memory. */
let nodes: Nodes;
let town: Town;

beforeAll(async () => {
  nodes = await nodesInMemory(1);
  town = await foundTown(nodes.somewhere(nodes.owner), nodes.anywhere, nodes.runJobs);
});
afterAll(() => nodes.stop());

const channel = (index: number): number => town.channels[index] ?? 0;
const narrowsOf = (): readonly Narrow[] => [
  [],
  [{ operator: "channel", operand: channel(0) }],
  [{ operator: "channel", operand: channel(2) }],
  [{ operator: "channel", operand: channel(3) }],
  [
    { operator: "channel", operand: channel(0) },
    { operator: "topic", operand: "lunch" },
  ],
  [{ operator: "dm", operand: [town.owner.id] }],
  [{ operator: "sender", operand: town.people[1]?.id ?? 0 }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "mentioned" }],
];

test("what the web client shows after any events is what it would show if it began anew", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(someDeed, { minLength: 40, maxLength: 40 }), async (deeds) => {
      const clients: WebClient[] = [];
      for (const client of town.people) clients.push(await webClient(client));
      for (const client of clients) await client.open(narrowsOf());
      for (const [index, deed] of deeds.entries()) {
        await perform(town, deed);
        // Some take events in as they come, some many at once.
        for (const client of clients.slice(index % 3)) if (index % 5 === 0) await client.poll();
      }
      for (const client of clients) {
        await client.poll();
        const fresh = await webClient(client.of);
        expect([client.of.id, client.state(town.leaver.id)]).toEqual([
          client.of.id,
          fresh.state(town.leaver.id),
        ]);
        await fresh.open(narrowsOf());
        const shown = client.shown();
        compared += Object.keys(shown).length;
        const anew = fresh.shown();
        for (const [narrow, messages] of Object.entries(shown))
          expect({ reader: client.of.id, narrow, messages }).toEqual({
            reader: client.of.id,
            narrow,
            messages: anew[narrow],
          });
      }
    }),
    { numRuns: historyCount(8), endOnFailure: true },
  );
  // Lists that must be fetched anew are right by then; many must not.
  expect(compared).toBeGreaterThan(2 * historyCount(8));
}, 600_000);
