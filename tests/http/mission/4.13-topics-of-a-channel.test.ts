import request from "supertest";
import { aUser } from "../../support/builders/entities";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let gina: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false, enable_spectator_access: true });
  ben = await server.newMember("Ben");
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  await server.append({ type: "user_created", user: guest });
  gina = server.clientOf(guest);
});
afterAll(() => server.stop());

let created = 0;
const nameOf = (number: number) => `channel ${number}`;
const make = async (more: object = {}, subscribers = [owner, ben]): Promise<number> => {
  created += 1;
  const ids = subscribers.map(({ id }) => id);
  return (await owner.post("/channels/create", { name: nameOf(created), subscribers: ids, ...more })).body.id;
};
const subscribe = (id: number) =>
  owner.post("/users/me/subscriptions", { subscriptions: [{ name: nameOf(created) }], principals: [id] });
const say = async (id: number, topic: string): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: id, topic, content: "x" })).body.id;
const topics = async (id: number | string, query: object = {}, who = ben) =>
  (await who.get(`/users/me/${id}/topics`, query)).body;
const unknown = failure("Invalid channel ID");

shows(
  ["§4.13 note 1", "§2.9 note 1"],
  "returns each topic once ignoring case, with its newest message, newest topic first",
  async () => {
    const id = await make();
    expect(await topics(id)).toEqual(success({ topics: [] }));
    await say(id, "lunch");
    const plans = await say(id, "plans");
    const lunch = await say(id, "LUNCH");
    const both = [
      { name: "LUNCH", max_id: lunch },
      { name: "plans", max_id: plans },
    ];
    expect(await topics(id)).toEqual(success({ topics: both }));
    const newer = await say(id, "plans");
    expect((await topics(id)).topics).toEqual([{ name: "plans", max_id: newer }, both[0]]);
    await owner.delete(`/messages/${newer}`);
    expect((await topics(id)).topics).toEqual(both);
    await owner.delete(`/messages/${plans}`);
    expect((await topics(id)).topics).toEqual([both[0]]);
  },
);

shows(
  "§4.13 note 1",
  "returns topics since the user subscribed for a private channel with protected history",
  async () => {
    const id = await make({ invite_only: true }, [owner]);
    await say(id, "before");
    const old = await say(id, "both");
    await subscribe(ben.id);
    expect(await topics(id)).toEqual(success({ topics: [] }));
    const both = await say(id, "both");
    const after = await say(id, "after");
    const own = [
      { name: "after", max_id: after },
      { name: "both", max_id: both },
    ];
    expect((await topics(id)).topics).toEqual(own);
    expect((await topics(id, {}, owner)).topics).toHaveLength(3);
    const { body: bot } = await ben.post("/bots", { full_name: "Helper", short_name: "helper" });
    const helper = server.clientOf({ id: bot.user_id, email: "helper-bot@chat.example.com" });
    expect(await topics(id, {}, helper)).toEqual(unknown);
    await subscribe(helper.id);
    const last = await say(id, "last");
    expect((await topics(id, {}, helper)).topics).toEqual([{ name: "last", max_id: last }]);
    expect(old).toBeLessThan(both);
  },
);

shows("§4.13 note 1", "returns all topics of any other channel, subscribed or not", async () => {
  const shared = await make({ invite_only: true, history_public_to_subscribers: true }, [owner]);
  const before = await say(shared, "before");
  await subscribe(ben.id);
  expect((await topics(shared)).topics).toEqual([{ name: "before", max_id: before }]);
  const open = await make({}, [owner]);
  const message = await say(open, "open");
  expect((await topics(open)).topics).toEqual([{ name: "open", max_id: message }]);
});

shows(
  ["§4.13 parameter stream_id", "§7 error BAD_REQUEST, topics of a nonexistent or inaccessible channel"],
  "refuses unknown and unreadable channels",
  async () => {
    const secret = await make({ invite_only: true }, [owner]);
    const onlyBen = { direct_members: [ben.id], direct_subgroups: [] };
    const managed = await make({ invite_only: true, can_administer_channel_group: onlyBen }, [owner]);
    const left = await make({ invite_only: true });
    await ben.delete("/users/me/subscriptions", { subscriptions: [nameOf(created)] });
    const open = await make();
    for (const [id, who] of [
      ...([secret, managed, left, 999, 9_007_199_254_740_991].map((id) => [id, ben]) as [number, Client][]),
      [open, gina] as const,
    ]) {
      const { status, body } = await who.get(`/users/me/${id}/topics`);
      expect([status, body]).toEqual([400, unknown]);
    }
    for (const id of ["general", "-1", "1.5"])
      expect((await ben.get(`/users/me/${id}/topics`)).status).toBe(404);
  },
);

shows(
  "§4.13 parameter allow_empty_topic_name",
  "without allow_empty_topic_name, the empty topic has the name that registration returns",
  async () => {
    const id = await make();
    const max_id = await say(id, "");
    const { body } = await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] });
    const named = success({ topics: [{ name: body.realm_empty_topic_display_name, max_id }] });
    expect(body.realm_empty_topic_display_name).not.toBe("");
    expect(await topics(id)).toEqual(named);
    expect(await topics(id, { allow_empty_topic_name: false })).toEqual(named);
    expect(await topics(id, { allow_empty_topic_name: true })).toEqual(
      success({ topics: [{ name: "", max_id }] }),
    );
    expect(await topics(id, { allow_empty_topic_name: "perhaps" })).toEqual(
      failure("allow_empty_topic_name is not a boolean", "REQUEST_VARIABLE_INVALID", {
        var_name: "allow_empty_topic_name",
      }),
    );
  },
);

shows("§4.13 note 1", "without a key, returns the topics of web-public channels only", async () => {
  const anyone = async (id: number) => (await request(server.http).get(`/api/v1/users/me/${id}/topics`)).body;
  const open = await make({ is_web_public: true });
  const max_id = await say(open, "t");
  expect(await anyone(open)).toEqual(success({ topics: [{ name: "t", max_id }] }));
  expect((await anyone(await make())).code).toBe("UNAUTHORIZED");
});
