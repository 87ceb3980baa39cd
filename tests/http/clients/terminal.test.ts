import { faults } from "../../support/clients/codecs";
import {
  emptyEverywhere,
  type ReceivedData,
  receiveEverything,
  startFullServer,
} from "../../support/clients/full-server";
import { type Device, deviceOf } from "../../support/clients/request";
import { events } from "../../support/clients/terminal/events";
import { requests } from "../../support/clients/terminal/requests";
import { registration, snapshot } from "../../support/clients/terminal/snapshot";
import type { TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startFullServer();
});
afterAll(() => server.stop());

describe("the terminal's requests get answers with every field it needs:", () => {
  let device: Device;
  beforeAll(async () => {
    device = await deviceOf(server, "Tess Terminal");
  });

  test.each(requests)("$route", async ({ ask, answer }) => {
    const { status, body } = await ask(device);
    expect([status, body, faults(answer, body)]).toEqual([200, body, []]);
  });
});

describe("the terminal's model", () => {
  let traffic: ReceivedData;
  beforeAll(async () => {
    await server.owner.patch("/users/me/subscriptions/muted_topics", {
      stream_id: 1,
      topic: "noise",
      op: "add",
    });
    traffic = await receiveEverything(server, registration);
  });

  test("reads a registration", () => {
    expect(traffic.registrations.flatMap((one) => faults(snapshot, one))).toEqual([]);
    expect(emptyEverywhere(traffic.registrations, snapshot.props)).toEqual([]);
    const unread = traffic.registrations.map(({ unread_msgs }) => unread_msgs as object);
    expect(emptyEverywhere(unread, snapshot.props.unread_msgs.props)).toEqual([]);
    expect(traffic.registrations[0]?.muted_topics).toHaveLength(1);
  });

  test("replaces a queue without fetching the data again", async () => {
    const { fetch_event_types: _, ...again } = registration;
    const { body } = await server.owner.post("/register", again);
    expect(body).toMatchObject({ max_message_id: expect.any(Number), queue_id: expect.any(String) });
  });

  test.each(Object.entries(events))("reads the event %s", (name, codec) => {
    const these = traffic.events.get(name) ?? [];
    expect(these).not.toEqual([]);
    expect(these.flatMap((event) => faults(codec, event))).toEqual([]);
  });
});
