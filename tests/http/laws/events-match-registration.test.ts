import type { Narrow } from "../../../web/src/store/narrow";
import { type WebClient, webClient, withoutRead } from "../../support/browser/web-client";
import { type Nodes, nodesInMemory, nodesOnPostgres } from "../../support/http/nodes";
import fc from "../../support/random/fast-check";
import { historyCount } from "../../support/random/history-count";
import {
  foundOrganization,
  type Organization,
  perform,
  someAction,
} from "../../support/random/random-actions";
import { stayingInStep } from "./events-match-registration.contract";

/** Device registrations go nowhere. */
const push = { settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` } };

describe("three nodes in memory", () => stayingInStep(() => nodesInMemory(3), 6));
describe("one node on PostgreSQL", () => stayingInStep(() => nodesOnPostgres(1, push), 2));
describe("three nodes on PostgreSQL", () => stayingInStep(() => nodesOnPostgres(3, push), 3));

/** The law above covers the server's events; how the client applies them is tested faster on one node in memory. */
let nodes: Nodes;
let organization: Organization;

beforeAll(async () => {
  nodes = await nodesInMemory(1);
  organization = await foundOrganization(nodes.somewhere(nodes.owner), nodes.anywhere, nodes.runJobs);
});
afterAll(() => nodes.stop());

const channel = (index: number): number => organization.channels[index] ?? 0;
const narrowsOf = (): readonly Narrow[] => [
  [],
  [{ operator: "channel", operand: channel(0) }],
  [{ operator: "channel", operand: channel(2) }],
  [{ operator: "channel", operand: channel(3) }],
  [
    { operator: "channel", operand: channel(0) },
    { operator: "topic", operand: "lunch" },
  ],
  [{ operator: "dm", operand: [organization.owner.id] }],
  [{ operator: "sender", operand: organization.people[1]?.id ?? 0 }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "mentioned" }],
];

test("the web client shows the same after any events as after a fresh start", async () => {
  let compared = 0;
  let storedMessages = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(someAction, { minLength: 40, maxLength: 40 }), async (deeds) => {
      const clients: WebClient[] = [];
      for (const client of organization.people) clients.push(await webClient(client));
      for (const client of clients) {
        await client.open(narrowsOf());
        await client.keep();
      }
      for (const [index, deed] of deeds.entries()) {
        await perform(organization, deed);
        // Some clients apply events one by one, some in batches.
        for (const client of clients.slice(index % 3)) if (index % 5 === 0) await client.poll();
        for (const client of clients.slice(index % 2)) if (index % 7 === 0) await client.keep();
      }
      for (const client of clients) {
        await client.poll();
        const fresh = await webClient(client.of);
        expect([client.of.id, client.state()]).toEqual([client.of.id, fresh.state()]);
        await fresh.open(narrowsOf());
        const shown = client.shown();
        compared += Object.keys(shown).length;
        const expected = fresh.shown();
        await client.keep();
        for (const [narrow, messages] of Object.entries(await client.stored())) {
          storedMessages += messages.length;
          const newest = (expected[narrow] ?? []).slice(-messages.length || Number.POSITIVE_INFINITY);
          expect({ reader: client.of.id, narrow, stored: withoutRead(messages) }).toEqual({
            reader: client.of.id,
            narrow,
            stored: withoutRead(newest),
          });
        }
        for (const [narrow, messages] of Object.entries(shown))
          expect({ reader: client.of.id, narrow, messages }).toEqual({
            reader: client.of.id,
            narrow,
            messages: expected[narrow],
          });
      }
    }),
    { numRuns: historyCount(8), endOnFailure: true },
  );
  // Lists that need a refetch are right by then; many must not need one.
  expect(compared).toBeGreaterThan(historyCount(8));
  expect(storedMessages).toBeGreaterThan(historyCount(8));
}, 600_000);
