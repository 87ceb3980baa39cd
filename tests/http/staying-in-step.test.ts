import fc from "fast-check";
import { aUser } from "../support/builders";
import { type ClientModel, clientModel, modelledTypes, type WireEvent } from "../support/client-model";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo } from "../support/queue";

let server: TestServer;
let people: readonly Client[];
let channels: readonly number[];
let sent: number[];

beforeAll(async () => {
  server = await startServer({
    settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` },
  });
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  const guest = aUser({ id: 90, role: "guest" });
  await server.append({ type: "user_created", user: guest });
  people = [
    server.owner,
    await server.newMember("Ben"),
    await server.newMember("Cleo"),
    server.clientOf(guest),
  ];
  const { owner } = server;
  const make = async (form: object): Promise<number> => (await owner.post("/channels/create", form)).body.id;
  const ids = people.map(({ id }) => id);
  channels = [
    await make({ name: "open", subscribers: ids }),
    await make({ name: "news", subscribers: ids.slice(0, 2) }),
    await make({
      name: "protected",
      subscribers: ids,
      invite_only: true,
      history_public_to_subscribers: false,
    }),
    await make({
      name: "shared",
      subscribers: ids.slice(0, 3),
      invite_only: true,
      history_public_to_subscribers: true,
    }),
  ];
  sent = [];
});
afterAll(() => server.stop());

const person = fc.nat(3);
const place = fc.nat(3);
const pick = fc.nat(200);
const topic = fc.constantFrom("lunch", "LUNCH", "plans", "");
const someDay = 4_000_000_000;

/** What somebody may try; who may not is refused, which changes nothing. */
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("send" as const), who: person, place, topic }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("write" as const), who: person, to: fc.subarray([0, 1, 2, 3]) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      who: person,
      pick,
      place: fc.option(place),
      topic: fc.option(topic),
      mode: fc.constantFrom("change_one", "change_later", "change_all"),
      edits: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), who: person, pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("flag" as const),
      who: person,
      picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
      op: fc.constantFrom("add", "remove"),
      flag: fc.constantFrom("read", "starred"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("readAll" as const), who: person, place: fc.option(place) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("subscribe" as const), whom: person, place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("unsubscribe" as const), whom: person, place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("privacy" as const),
      place,
      form: fc.constantFrom(
        { is_private: true, history_public_to_subscribers: false },
        { is_private: true, history_public_to_subscribers: true },
        { is_private: false },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("property" as const),
      who: person,
      place,
      form: fc.constantFrom(
        { property: "is_muted", value: true },
        { property: "is_muted", value: false },
        { property: "pin_to_top", value: true },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("topicPolicy" as const),
      who: person,
      place,
      topic,
      policy: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("mute" as const),
      who: person,
      whom: person,
      isOver: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("draft" as const), who: person, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("device" as const), who: person, removes: fc.boolean(), keyId: fc.nat(2) },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("schedule" as const), who: person, place, removes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("role" as const),
      whom: fc.constantFrom(1, 2, 3),
      role: fc.constantFrom(200, 400, 600),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

const who = (index: number): Client => people[index] ?? server.owner;
const channel = (index: number): number => channels[index] ?? 0;
const message = (index: number): number => sent[index % Math.max(sent.length, 1)] ?? 0;

const perform = async (deed: Deed): Promise<void> => {
  const { owner } = server;
  switch (deed.do) {
    case "send": {
      const form = { type: "channel", to: channel(deed.place), topic: deed.topic, content: "x" };
      const { body } = await who(deed.who).post("/messages", form);
      if (body.id !== undefined) sent.push(body.id);
      return;
    }
    case "write": {
      const to = deed.to.map((index) => who(index).id);
      const { body } = await who(deed.who).post("/messages", { type: "direct", to, content: "x" });
      if (body.id !== undefined) sent.push(body.id);
      return;
    }
    case "move":
      await who(deed.who).patch(`/messages/${message(deed.pick)}`, {
        propagate_mode: deed.mode,
        ...(deed.topic !== null && { topic: deed.topic }),
        ...(deed.edits && deed.place === null && { content: "@**all** y" }),
        ...(deed.place !== null && { stream_id: channel(deed.place) }),
      });
      return;
    case "delete":
      await who(deed.who).delete(`/messages/${message(deed.pick)}`);
      return;
    case "flag":
      await who(deed.who).post("/messages/flags", {
        messages: deed.picks.map(message),
        ...{ op: deed.op, flag: deed.flag },
      });
      return;
    case "readAll":
      if (deed.place === null) await who(deed.who).post("/mark_all_as_read");
      else await who(deed.who).post("/mark_stream_as_read", { stream_id: channel(deed.place) });
      return;
    case "subscribe":
    case "unsubscribe": {
      const { streams } = (await owner.get("/streams", { include_all: true })).body;
      const { name } = streams.find((one: { stream_id: number }) => one.stream_id === channel(deed.place));
      const principals = [who(deed.whom).id];
      if (deed.do === "subscribe")
        await owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals });
      else await owner.delete("/users/me/subscriptions", { subscriptions: [name], principals });
      return;
    }
    case "privacy":
      await owner.patch(`/streams/${channel(deed.place)}`, deed.form);
      return;
    case "property":
      await who(deed.who).post(`/users/me/subscriptions/${channel(deed.place)}`, deed.form);
      return;
    case "topicPolicy":
      await who(deed.who).post("/user_topics", {
        ...{ stream_id: channel(deed.place), topic: deed.topic, visibility_policy: deed.policy },
      });
      return;
    case "mute": {
      const at = `/users/me/muted_users/${who(deed.whom).id}`;
      await (deed.isOver ? who(deed.who).delete(at) : who(deed.who).post(at));
      return;
    }
    case "device": {
      const { body } = await who(deed.who).post("/register", {
        event_types: [],
        fetch_event_types: ["device"],
      });
      const [device] = Object.keys(body.devices);
      if (device === undefined) await who(deed.who).post("/register_client_device");
      else if (deed.removes) await who(deed.who).post("/remove_client_device", { device_id: device });
      else {
        await who(deed.who).post("/mobile_push/register", {
          ...{
            device_id: device,
            push_key: `MTEx${"A".repeat(40)}`,
            push_key_id: deed.keyId,
            token_kind: "fcm",
          },
          ...{ token_id: "AAAAAAAAAAE=", bouncer_public_key: "k", encrypted_push_registration: "r" },
        });
        await server.services.jobRunner.runDue();
      }
      return;
    }
    case "draft": {
      const { body } = await who(deed.who).get("/drafts");
      const [draft] = body.drafts;
      if (deed.removes && draft) await who(deed.who).delete(`/drafts/${draft.id}`);
      else
        await who(deed.who).post("/drafts", {
          drafts: [{ type: "", to: [], topic: "", content: "later" }],
        });
      return;
    }
    case "schedule": {
      const { body } = await who(deed.who).get("/scheduled_messages");
      const [first] = body.scheduled_messages;
      if (deed.removes && first)
        await who(deed.who).delete(`/scheduled_messages/${first.scheduled_message_id}`);
      else
        await who(deed.who).post("/scheduled_messages", {
          ...{ type: "channel", to: channel(deed.place), topic: "t", content: "x" },
          scheduled_delivery_timestamp: someDay,
        });
      return;
    }
    case "role":
      await owner.patch(`/users/${who(deed.whom).id}`, { role: deed.role });
  }
};

const capabilities = {
  client_capabilities: {
    ...{ notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
    ...{ user_avatar_url_field_optional: true, archived_channels: true },
  },
};
const registered = async (client: Client): Promise<ClientModel> =>
  clientModel(
    (await client.post("/register", { event_types: [], ...capabilities, fetch_event_types: modelledTypes }))
      .body,
    client.id,
  );

/** A star on a message that one can't read is nothing that a client shows. */
const seen = async (client: Client, model: ClientModel): Promise<object> => {
  const summary = model.summary();
  const { body } = await client.get("/messages", { message_ids: summary.starred });
  return { ...summary, starred: body.messages.map(({ id }: { id: number }) => id) };
};

test("what a client builds from its registration and the events after it is what a new registration tells", async () => {
  const { owner } = server;
  await owner.patch("/realm", {
    can_move_messages_between_channels_group: { new: 11 },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 40, maxLength: 40 }), async (deeds) => {
      const clients = await Promise.all(
        people.map(async (client) => ({
          client,
          model: await registered(client),
          events: await listenTo(client, modelledTypes, capabilities),
        })),
      );
      for (const deed of deeds) await perform(deed);
      for (const { client, model, events } of clients) {
        for (const event of await events()) model.apply(event as WireEvent);
        const fresh = await registered(client);
        expect([client.id, await seen(client, model)]).toEqual([client.id, await seen(client, fresh)]);
      }
    }),
    // Each run goes on with what the last one left, so that none can be shrunk.
    { numRuns: 12, endOnFailure: true },
  );
}, 60_000);
