import { faults } from "../../support/clients/codecs";
import {
  emptyEverywhere,
  type Heard,
  hearEverything,
  startFullServer,
} from "../../support/clients/everything";
import { accountRequests } from "../../support/clients/flutter/account-requests";
import { channelRequests } from "../../support/clients/flutter/channel-requests";
import { events } from "../../support/clients/flutter/events";
import { messageRequests } from "../../support/clients/flutter/message-requests";
import { registration, snapshot } from "../../support/clients/flutter/snapshot";
import { type Device, deviceOf } from "../../support/clients/request";
import type { TestServer } from "../../support/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startFullServer();
});
afterAll(() => server.stop());

describe("the app's requests are answered with what it needs", () => {
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

describe("the app reads its registration and each event", () => {
  let heard: Heard;
  beforeAll(async () => {
    heard = await hearEverything(server, registration);
  });

  test("a registration", () => {
    expect(heard.registrations.flatMap((one) => faults(snapshot, one))).toEqual([]);
    expect(emptyEverywhere(heard.registrations, snapshot.props)).toEqual([]);
    const unread = heard.registrations.map(({ unread_msgs }) => unread_msgs as object);
    expect(emptyEverywhere(unread, snapshot.props.unread_msgs.props)).toEqual([]);
  });

  test("a field that it needs and doesn't get is noticed", () => {
    const { subscriptions: _, ...less } = heard.registrations[0] ?? {};
    const full = heard.registrations[0];
    expect(faults(snapshot, less)).not.toEqual([]);
    expect(faults(snapshot, { ...full, realm_wildcard_mention_policy: 4 })).not.toEqual([]);
    const [user] = (full?.realm_users ?? []) as readonly object[];
    expect(faults(snapshot, { ...full, cross_realm_bots: [{ ...user, timezone: null }] })).not.toEqual([]);
  });

  test.each(Object.entries(events))("%s", (name, codec) => {
    const these = heard.events.get(name) ?? [];
    expect(these).not.toEqual([]);
    expect(these.flatMap((event) => faults(codec, event))).toEqual([]);
  });
});
