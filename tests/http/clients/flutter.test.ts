import { faults } from "../../support/clients/codecs";
import { accountRequests } from "../../support/clients/flutter/account-requests";
import { channelRequests } from "../../support/clients/flutter/channel-requests";
import { events } from "../../support/clients/flutter/events";
import { messageRequests } from "../../support/clients/flutter/message-requests";
import type { Phone } from "../../support/clients/flutter/request";
import { registration, snapshot } from "../../support/clients/flutter/snapshot";
import { live } from "../../support/clients/life";
import { type Client, startServer, type TestServer } from "../../support/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` },
  });
});
afterAll(() => server.stop());

describe("the app's requests are answered with what it needs", () => {
  let phone: Phone;
  beforeAll(async () => {
    const client = await server.newMember("Pia Phone");
    phone = {
      ...{ server, client, channelId: 1 },
      newMessage: async (content = "x") =>
        (await client.post("/messages", { type: "channel", to: 1, topic: "lunch", content })).body.id,
    };
  });

  test.each([...accountRequests, ...channelRequests, ...messageRequests])(
    "$route",
    async ({ ask, answer }) => {
      const { status, body } = await ask(phone);
      expect([status, body, faults(answer, body)]).toEqual([200, body, []]);
    },
  );
});

describe("the app reads its registration and each event", () => {
  type WireEvent = Readonly<Record<string, unknown>>;
  const nameOf = ({ type, op }: WireEvent): string => (op === undefined ? `${type}` : `${type} ${op}`);
  let registrations: unknown[];
  let heard: WireEvent[];

  /** What a queue has when all that happened isn't for its reader. */
  const quiet = async (client: Client): Promise<readonly WireEvent[]> => {
    const { body: bot } = await server.owner.post("/bots", { full_name: "Quiet", short_name: "quiet" });
    const { body } = await client.post("/register", registration);
    await server.owner.patch(`/bots/${bot.user_id}`, { default_sending_stream: "general" });
    const { queue_id, last_event_id } = body;
    return (await client.get("/events", { queue_id, last_event_id, dont_block: true })).body.events;
  };

  beforeAll(async () => {
    const [ben, gus] = [await server.newMember("Ben"), await server.newMember("Gus")];
    await server.owner.patch(`/users/${gus.id}`, { role: 600 });
    const people = [server.owner, ben, gus];
    const register = async (client: Client) => (await client.post("/register", registration)).body;
    const before = await Promise.all(people.map(register));
    await live({ server, ben, gus });
    const events = await Promise.all(
      people.map(async (client, index) => {
        const { queue_id, last_event_id } = before[index];
        return (await client.get("/events", { queue_id, last_event_id, dont_block: true })).body.events;
      }),
    );
    heard = [...events.flat(), ...(await quiet(gus))];
    registrations = [...before, ...(await Promise.all(people.map(register)))];
  });

  test("a registration", () => {
    expect(registrations.flatMap((one) => faults(snapshot, one))).toEqual([]);
  });

  test("a field that it needs and doesn't get is noticed", () => {
    const [full] = registrations as readonly WireEvent[];
    const { subscriptions: _, ...less } = full ?? {};
    expect(faults(snapshot, less)).not.toEqual([]);
    expect(faults(snapshot, { ...full, realm_wildcard_mention_policy: 4 })).not.toEqual([]);
    const [user] = (full?.realm_users ?? []) as readonly object[];
    expect(faults(snapshot, { ...full, cross_realm_bots: [{ ...user, timezone: null }] })).not.toEqual([]);
  });

  test.each(Object.entries(events))("%s", (name, codec) => {
    const these = heard.filter((event) => nameOf(event) === name);
    expect(these).not.toEqual([]);
    expect(these.flatMap((event) => faults(codec, event))).toEqual([]);
  });
});
