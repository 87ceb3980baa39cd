import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

shows(
  "§6 note 3",
  "works as in Zulip: /register creates a queue with its initial state, GET /events reads it, DELETE removes it",
  async () => {
    const { body } = await ben.post("/register", { event_types: ["drafts"] });
    const { queue_id, last_event_id } = body;
    expect(body).toMatchObject(
      success({ queue_id: expect.any(String), last_event_id: expect.any(Number), drafts: [] }),
    );
    expect(body).not.toHaveProperty("streams");
    const since = (last: number, more: object = { dont_block: true }) =>
      ben.get("/events", { queue_id, last_event_id: last, ...more });
    const draft = (content: string) =>
      ben.post("/drafts", { drafts: [{ type: "", to: [], topic: "", content, timestamp: 1 }] });
    await draft("one");
    const first = (await since(last_event_id)).body;
    const added = { type: "drafts", op: "add", drafts: [expect.objectContaining({ content: "one" })] };
    expect(first).toEqual(success({ queue_id, events: [{ id: expect.any(Number), ...added }] }));
    const [{ id }] = first.events;
    expect(id).toBeGreaterThan(last_event_id);
    // Unacknowledged events are repeated.
    expect((await since(last_event_id)).body).toEqual(first);
    expect((await since(id)).body).toEqual(success({ queue_id, events: [] }));
    // A waiting call returns with the first event.
    const [waiting] = await Promise.all([since(id, {}), draft("two")]);
    expect(waiting.body.events).toMatchObject([{ type: "drafts", drafts: [{ content: "two" }] }]);
    const bad = failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
    const refused = await server.owner.get("/events", { queue_id, last_event_id });
    expect([refused.status, refused.body]).toEqual([
      400,
      failure("You are not authorized to get events from this queue"),
    ]);
    expect((await ben.delete("/events", { queue_id })).body).toEqual(success());
    expect((await since(id)).body).toEqual(bad);
  },
);
