import { faults } from "../../support/clients/codecs";
import { accountRequests } from "../../support/clients/flutter/account-requests";
import { channelRequests } from "../../support/clients/flutter/channel-requests";
import { events } from "../../support/clients/flutter/events";
import { messageRequests } from "../../support/clients/flutter/message-requests";
import { registration, snapshot } from "../../support/clients/flutter/snapshot";
import {
  emptyEverywhere,
  type ReceivedData,
  receiveEverything,
  startFullServer,
} from "../../support/clients/full-server";
import { type Device, deviceOf } from "../../support/clients/request";
import type { TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startFullServer();
});
afterAll(() => server.stop());

describe("the app's requests get answers with every field it needs:", () => {
  let device: Device;
  beforeAll(async () => {
    device = await deviceOf(server, "Pia Phone");
  });

  test.each([...accountRequests, ...channelRequests, ...messageRequests])(
    "$route",
    async ({ ask, answer }) => {
      const { status, body } = await ask(device);
      expect([status, body, faults(answer, body)]).toEqual([200, body, []]);
    },
  );
});

describe("the app's model", () => {
  let traffic: ReceivedData;
  beforeAll(async () => {
    traffic = await receiveEverything(server, registration);
  });

  test("reads a registration", () => {
    expect(traffic.registrations.flatMap((one) => faults(snapshot, one))).toEqual([]);
    expect(emptyEverywhere(traffic.registrations, snapshot.props)).toEqual([]);
    const unread = traffic.registrations.map(({ unread_msgs }) => unread_msgs as object);
    expect(emptyEverywhere(unread, snapshot.props.unread_msgs.props)).toEqual([]);
  });

  test("notices a missing field", () => {
    const { subscriptions: _, ...less } = traffic.registrations[0] ?? {};
    const full = traffic.registrations[0];
    expect(faults(snapshot, less)).not.toEqual([]);
    expect(faults(snapshot, { ...full, realm_wildcard_mention_policy: 4 })).not.toEqual([]);
    const [user] = (full?.realm_users ?? []) as readonly object[];
    expect(faults(snapshot, { ...full, cross_realm_bots: [{ ...user, timezone: null }] })).not.toEqual([]);
  });

  test.each(Object.entries(events))("reads the event %s", (name, codec) => {
    const these = traffic.events.get(name) ?? [];
    expect(these).not.toEqual([]);
    expect(these.flatMap((event) => faults(codec, event))).toEqual([]);
  });
});
