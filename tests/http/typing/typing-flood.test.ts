import { extendLogs } from "../../../src/application/events/extend-logs";
import type { Signal } from "../../../src/domain/queues/signal";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

test("somebody who sends 2,200 typing notifications in a silent organization costs their recipient no queue", async () => {
  const { body } = await ben.post("/register", { event_types: ["typing"] });
  const { queue_id } = body;
  let seen: number = body.last_event_id;
  const poll = (more: object) => ben.get("/events", { queue_id, last_event_id: seen, ...more });
  const take = (events: readonly { readonly type: string; readonly id: number }[]): number => {
    for (const { id } of events) {
      expect(id).toBeGreaterThan(seen);
      seen = id;
    }
    return events.filter(({ type }) => type === "typing").length;
  };
  const takeAll = async () => take((await poll({ dont_block: true }).expect(200)).body.events);
  const form = { op: "start", type: "direct", to: [ben.id] };
  const typeOnce = () => server.owner.post("/typing", form).expect(200);
  // Most of them skip HTTP, which would take a minute.
  const { liveQueues, directory } = server.services;
  const place = { kind: "direct", participants: [server.owner.id, ben.id] } as const;
  const typing: Signal = { type: "typing", op: "start", userId: server.owner.id, place };
  const state = await directory.stateOf(server.realmId);
  for (const count of [1000, 1000]) {
    for (let index = 0; index < count; index += 1) liveQueues.signal(server.realmId, state, typing);
    // Each took an id, though only the newest of them still wait.
    expect(await takeAll()).toBe(200);
  }
  for (let count = 0; count < 40; count += 1) await typeOnce();
  await extendLogs(server.services)();
  for (let count = 0; count < 160; count += 1) await typeOnce();
  expect(await takeAll()).toBe(200);
  const waiting = poll({}).then(({ body }) => body);
  const wake = setInterval(() => liveQueues.wake(server.realmId, ben.id), 100);
  const waited = await waiting;
  clearInterval(wake);
  expect(waited).toMatchObject({ result: "success", events: [{ type: "heartbeat" }] });
  take(waited.events);
  await server.owner.post("/typing", { ...form, op: "stop" });
  expect(take((await poll({}).expect(200)).body.events)).toBe(1);
}, 60_000);
