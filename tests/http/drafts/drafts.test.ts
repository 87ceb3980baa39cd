import { type Client, startServer, type TestServer } from "../../support/http-application";
import { failure, listenTo, success } from "../../support/queue";

let server: TestServer;
let ben: Client;
let cleo: Client;
let general: number;
let secret: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  secret = (
    await cleo.post("/channels/create", { name: "secret", invite_only: true, subscribers: [cleo.id] })
  ).body.id;
});
afterAll(() => server.stop());

const draft = (more: object = {}) => ({
  type: "",
  to: [],
  topic: "",
  content: "later",
  timestamp: 1_700_000_000,
  ...more,
});
const add = async (...drafts: object[]) => (await ben.post("/drafts", { drafts })).body;
const list = async (who = ben) => (await who.get("/drafts")).body;
const invalid = (msg: string, variable = "drafts") =>
  failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: variable });

test("a draft can be changed and removed", async () => {
  const { ids } = await add(draft({ content: "first" }));
  const events = await listenTo(ben, ["drafts"]);
  const changed = draft({
    type: "stream",
    to: [general],
    topic: "t",
    content: "second",
    timestamp: 1_700_000_001,
  });
  expect((await ben.patch(`/drafts/${ids[0]}`, { draft: changed })).body).toEqual(success());
  expect((await list()).drafts).toContainEqual({ ...changed, id: ids[0] });
  expect((await ben.delete(`/drafts/${ids[0]}`)).body).toEqual(success());
  expect((await list()).drafts.map(({ id }: { id: number }) => id)).not.toContain(ids[0]);
  expect(await events()).toEqual([
    { type: "drafts", op: "update", draft: { ...changed, id: ids[0] } },
    { type: "drafts", op: "remove", draft_id: ids[0] },
  ]);
  const again = await ben.delete(`/drafts/${ids[0]}`);
  expect([again.status, again.body]).toEqual([404, failure("Draft does not exist")]);
});

describe("snippets", () => {
  const save = async (title: string, content: string) =>
    (await ben.post("/saved_snippets", { title, content })).body;
  const change = async (id: number, form: object) => (await ben.patch(`/saved_snippets/${id}`, form)).body;

  test("are saved, changed and removed, with events for all devices", async () => {
    const events = await listenTo(ben, ["saved_snippets"]);
    const { saved_snippet_id: id, ...rest } = await save(" Greeting ", "Hello **you**");
    expect(rest).toEqual(success());
    const saved = { id, title: "Greeting", content: "Hello **you**", date_created: expect.any(Number) };
    expect((await ben.get("/saved_snippets")).body).toEqual(success({ saved_snippets: [saved] }));
    expect((await cleo.get("/saved_snippets")).body.saved_snippets).toEqual([]);
    expect(await change(id, { title: "Hi" })).toEqual(success());
    expect(await change(id, { title: "Hi" })).toEqual(success());
    const { body } = await ben.post("/register", { fetch_event_types: ["saved_snippets"], event_types: [] });
    expect(body.saved_snippets).toEqual([{ ...saved, title: "Hi" }]);
    expect((await ben.delete(`/saved_snippets/${id}`)).body).toEqual(success());
    expect(await events()).toEqual([
      { type: "saved_snippets", op: "add", saved_snippet: saved },
      { type: "saved_snippets", op: "update", saved_snippet: { ...saved, title: "Hi" } },
      { type: "saved_snippets", op: "remove", saved_snippet_id: id },
    ]);
    expect(await change(id, { title: "x" })).toEqual(failure("Saved snippet does not exist."));
  });

  test("have a title and content", async () => {
    expect(await save(" ", "x")).toEqual(failure("Title cannot be empty."));
    expect(await save("x", "\n")).toEqual(failure("Content cannot be empty."));
    expect(await save("t".repeat(61), "x")).toEqual(failure("title is too long (limit: 60 characters)"));
  });
});

describe("topic policies", () => {
  const set = async (topic: string, visibility_policy: unknown, stream_id = general, who = ben) =>
    (await who.post("/user_topics", { stream_id, topic, visibility_policy })).body;
  const state = async (...types: string[]) =>
    (await ben.post("/register", { fetch_event_types: types, event_types: [] })).body;

  test("mute and follow topics, and are reset to the channel's setting", async () => {
    const events = await listenTo(ben, ["user_topic"]);
    expect(await set("Noise", 1)).toEqual(success());
    expect(await set("NOISE", 1)).toEqual(success());
    expect(await set("news", 3)).toEqual(success());
    const event = { type: "user_topic", stream_id: general, last_updated: expect.any(Number) };
    expect(await events()).toEqual([
      { ...event, topic_name: "Noise", visibility_policy: 1 },
      { ...event, topic_name: "news", visibility_policy: 3 },
    ]);
    const { type: _, ...own } = event;
    expect((await state("user_topic")).user_topics).toEqual([
      { ...own, topic_name: "news", visibility_policy: 3 },
      { ...own, topic_name: "Noise", visibility_policy: 1 },
    ]);
    expect((await state("muted_topics")).muted_topics).toEqual([["general", "Noise", expect.any(Number)]]);
    expect(await set("noise", 0)).toEqual(success());
    expect(await events()).toEqual([{ ...event, topic_name: "noise", visibility_policy: 0 }]);
    expect((await state("user_topic")).user_topics).toHaveLength(1);
  });

  test("can be searched with is:followed and is:muted", async () => {
    const say = async (topic: string) =>
      (await cleo.post("/messages", { type: "channel", to: general, topic, content: "x" })).body.id;
    const [followed, plain, muted] = [await say("followed"), await say("plain"), await say("muted")];
    await set("FOLLOWED", 3);
    await set("muted", 1);
    const find = async (...narrow: string[][]) => {
      const query = {
        anchor: "newest",
        num_before: 3,
        num_after: 0,
        narrow: [["channel", "general"], ...narrow],
      };
      return (await ben.get("/messages", query)).body.messages.map(({ id }: { id: number }) => id);
    };
    expect(await find(["is", "followed"])).toEqual([followed]);
    expect(await find(["is", "muted"])).toEqual([muted]);
    expect(await find(["in", "home"])).toContain(plain);
    await ben.patch(`/users/me/subscriptions/${general}`, { property: "is_muted", value: true });
    expect(await find(["is", "muted"])).toEqual([plain, muted]);
    await set("plain", 2);
    expect(await find(["in", "home"])).toEqual([followed, plain]);
    const byId = await ben.get("/messages", {
      message_ids: [followed, plain, muted],
      narrow: [["is", "muted"]],
    });
    expect(byId.body.messages.map(({ id }: { id: number }) => id)).toEqual([muted]);
    await ben.patch(`/users/me/subscriptions/${general}`, { property: "is_muted", value: false });
  });

  test("are also set by the older endpoint", async () => {
    const mute = async (form: object) => (await ben.patch("/users/me/subscriptions/muted_topics", form)).body;
    expect(await mute({ stream: "general", topic: "old way", op: "add" })).toEqual(success());
    expect((await state("muted_topics")).muted_topics).toContainEqual([
      "general",
      "old way",
      expect.any(Number),
    ]);
    expect(await mute({ stream_id: general, topic: "old way", op: "remove" })).toEqual(success());
    expect(await mute({ topic: "x", op: "add" })).toEqual(failure("Please supply 'stream'."));
  });

  test("are sent as muted topics to clients that only know those", async () => {
    const old = await listenTo(ben, ["muted_topics"]);
    const both = await listenTo(ben, ["muted_topics", "user_topic"]);
    const before = (await state("muted_topics")).muted_topics;
    await set("Loud", 1);
    const event = { type: "muted_topics", muted_topics: expect.arrayContaining(before) };
    const [first, ...more] = (await old()) as readonly { readonly muted_topics: readonly unknown[] }[];
    expect([first, more]).toEqual([event, []]);
    expect(first?.muted_topics).toContainEqual(["general", "Loud", expect.any(Number)]);
    expect(await both()).toMatchObject([{ type: "user_topic", topic_name: "Loud" }]);
    await set("loud", 3);
    expect(await old()).toEqual([{ type: "muted_topics", muted_topics: before }]);
  });

  test("are sent in the older form to clients that don't request the newer one, or request everything", async () => {
    expect(await state("muted_topics", "user_topic")).not.toHaveProperty("muted_topics");
    const everything = (await ben.post("/register")).body;
    expect(everything).toMatchObject({ muted_topics: expect.any(Array), user_topics: expect.any(Array) });
  });

  test("require a readable channel and a known policy", async () => {
    expect(await set("x", 1, secret)).toEqual(failure("Invalid channel ID"));
    expect(await set("x", 4)).toEqual(invalid("Invalid visibility_policy", "visibility_policy"));
    const { body } = await ben.post("/register", { narrow: [["is", "followed"]] });
    expect(body.code).toBe("BAD_NARROW");
  });
});

test.each(["1e400", "1.5", "1e308", "99999999999999999999", "253402300800"])(
  "refuses %s as a draft's timestamp",
  async (time) => {
    const written = JSON.stringify(draft({ timestamp: 0 })).replace('"timestamp":0', `"timestamp":${time}`);
    const before = await list();
    expect((await ben.post("/drafts", { drafts: `[${written}]` })).body).toEqual(
      invalid('Invalid drafts[0]["timestamp"]'),
    );
    const { ids } = await add(draft());
    expect((await ben.patch(`/drafts/${ids[0]}`, { draft: written })).body).toEqual(
      invalid('Invalid draft["timestamp"]', "draft"),
    );
    await ben.delete(`/drafts/${ids[0]}`);
    expect(await list()).toEqual(before);
  },
);
