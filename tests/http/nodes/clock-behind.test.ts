import { knexEventQueueStore } from "../../../src/adapters/persistence/knex/events/event-queue-store";
import { systemClock } from "../../../src/adapters/system/clock";
import { sweep } from "../../../src/application/events/sweep";
import { millisecondsIn } from "../../../src/domain/units/time";
import { listenTo } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";

const behind = 20 * millisecondsIn.minute;

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ clock: { now: () => Date.now() - behind }, onError: () => {} });
  await server.clockWatch.compare();
});
afterEach(() => server.stop());

/** Another node, whose clock is right, deletes idle queues. */
const sweepElsewhere = () =>
  sweep({
    ...server.patientServices,
    clock: systemClock,
    queueStore: knexEventQueueStore(server.database.db),
  })();

test("a queue that was just registered outlives a sweep, though its node's clock is 20 minutes behind", async () => {
  const events = await listenTo(server.owner, ["message"]);
  await sweepElsewhere();
  await server.owner.post("/messages", { type: "direct", to: [1], content: "here" }).expect(200);
  expect(await events()).toMatchObject([{ type: "message" }]);
});

test("a queue that is polled outlives a sweep, though its node's clock is 20 minutes behind", async () => {
  const events = await listenTo(server.owner, ["message"]);
  await events();
  // As if it had been registered an hour ago, and was last saved then.
  await server.database.db.raw("UPDATE event_queues SET last_seen_at = last_seen_at - ?", [
    millisecondsIn.hour,
  ]);
  await server.services.liveQueues.settleQueues();
  await sweepElsewhere();
  await server.owner.post("/messages", { type: "direct", to: [1], content: "here" }).expect(200);
  expect(await events()).toMatchObject([{ type: "message" }]);
});

test("a node whose clock is 20 minutes behind deletes the queues that have idled by the database's clock", async () => {
  await listenTo(server.owner, ["message"]);
  await server.database.db.raw("UPDATE event_queues SET last_seen_at = last_seen_at - ?", [
    20 * millisecondsIn.minute,
  ]);
  await sweep(server.patientServices)();
  const { rows } = await server.database.db.raw("SELECT FROM event_queues");
  expect(rows).toEqual([]);
});
