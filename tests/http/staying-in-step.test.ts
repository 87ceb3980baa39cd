import fc from "fast-check";
import type { Narrow } from "../../web/src/store/narrow";
import { aUser } from "../support/builders";
import { type ClientModel, clientModel, modelledTypes, type WireEvent } from "../support/client-model";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo } from "../support/queue";
import { type WebClient, webClient } from "../support/web-client";

let server: TestServer;
let people: readonly Client[];
let channels: readonly number[];
let sent: number[];
/** Somebody who comes and goes. */
let leaver: Client;

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
  leaver = await server.newMember("Lee");
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
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant("react" as const), who: person, pick, removes: fc.boolean() },
      emoji: fc.constantFrom("tada", "heart"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("rename" as const), whom: person, name: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("status" as const), who: person },
      form: fc.constantFrom(
        { status_text: "out", emoji_name: "car" },
        { status_text: "" },
        { emoji_name: "" },
        { away: true },
        { away: false },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("setting" as const), who: person },
      form: fc.constantFrom(
        { twenty_four_hour_time: true },
        { twenty_four_hour_time: false },
        { web_home_view: "inbox" },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("realm" as const),
      form: fc.constantFrom(
        { name: "One" },
        { name: "Two" },
        { allow_message_editing: true },
        { message_content_edit_limit_seconds: 86_400 },
        { can_delete_own_message_group: { new: 11 } },
        { can_delete_own_message_group: { new: { direct_members: [1], direct_subgroups: [] } } },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("group" as const), whom: person, step: fc.nat(5) },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("account" as const), isBack: fc.boolean() },
    }),
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

/** One step of a group's life: made, joined, left, put in another, taken out, ended. */
const changeGroups = async (step: number, userId: number): Promise<void> => {
  const { owner } = server;
  const all = (await owner.get("/user_groups", { include_deactivated_groups: true })).body.user_groups;
  const own = all.filter((one: { is_system_group: boolean }) => !one.is_system_group);
  const [first, second] = own.slice(-2);
  if (first === undefined || second === undefined || step === 0) {
    const form = { name: `group ${own.length}`, description: "", members: [userId] };
    await owner.post("/user_groups/create", form);
    return;
  }
  if (step === 1) await owner.post(`/user_groups/${first.id}/members`, { add: [userId, leaver.id] });
  if (step === 2) await owner.post(`/user_groups/${first.id}/members`, { delete: [userId] });
  if (step === 3) await owner.post(`/user_groups/${first.id}/subgroups`, { add: [second.id] });
  if (step === 4) await owner.post(`/user_groups/${first.id}/subgroups`, { delete: [second.id] });
  if (step === 5) await owner.post(`/user_groups/${second.id}/deactivate`);
};

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
    case "react": {
      const at = `/messages/${message(deed.pick)}/reactions`;
      const form = { emoji_name: deed.emoji };
      await (deed.removes ? who(deed.who).delete(at, form) : who(deed.who).post(at, form));
      return;
    }
    case "rename":
      await owner.patch(`/users/${who(deed.whom).id}`, { full_name: `Person ${deed.whom} ${deed.name}` });
      return;
    case "status":
      await who(deed.who).post("/users/me/status", deed.form);
      return;
    case "setting":
      await who(deed.who).patch("/settings", deed.form);
      return;
    case "realm":
      await owner.patch("/realm", deed.form);
      return;
    case "group":
      await changeGroups(deed.step, who(deed.whom).id);
      return;
    case "account":
      await (deed.isBack
        ? owner.post(`/users/${leaver.id}/reactivate`)
        : owner.delete(`/users/${leaver.id}`));
      return;
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

const narrowsOf = (): readonly Narrow[] => [
  [],
  [{ operator: "channel", operand: channel(0) }],
  [{ operator: "channel", operand: channel(2) }],
  [
    { operator: "channel", operand: channel(0) },
    { operator: "topic", operand: "lunch" },
  ],
  [{ operator: "dm", operand: [who(0).id] }],
  [{ operator: "sender", operand: who(1).id }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "mentioned" }],
];

test("what the web client shows after any events is what it would show if it began anew", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 40, maxLength: 40 }), async (deeds) => {
      const clients: WebClient[] = [];
      for (const client of people) clients.push(await webClient(client));
      for (const client of clients) await client.open(narrowsOf());
      for (const [index, deed] of deeds.entries()) {
        await perform(deed);
        // Some take events in as they come, some many at once.
        for (const client of clients.slice(index % 3)) if (index % 5 === 0) await client.poll();
      }
      for (const client of clients) {
        await client.poll();
        const fresh = await webClient(client.of);
        expect([client.of.id, client.state(leaver.id)]).toEqual([client.of.id, fresh.state(leaver.id)]);
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
    { numRuns: 8, endOnFailure: true },
  );
  // Lists that must be fetched anew are right by then; many must not.
  expect(compared).toBeGreaterThan(50);
}, 120_000);
