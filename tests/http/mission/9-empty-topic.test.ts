import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

const say = async (topic: string): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: general, topic, content: "x" })).body.id;
const move = async (id: number, topic: string) =>
  (await owner.patch(`/messages/${id}`, { topic, send_notification_to_new_thread: false })).body;
const topicOf = async (id: number) =>
  (await ben.get(`/messages/${id}`, { allow_empty_topic_name: true })).body.message.subject;
const registered = async () =>
  (await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] })).body;
const found = async (operand: string): Promise<number[]> => {
  const narrow = [
    { operator: "channel", operand: general },
    { operator: "topic", operand },
  ];
  const { body } = await ben.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
  return body.messages.map(({ id }: { id: number }) => id);
};

shows(
  "§9 level of empty topic names valid at",
  "a message can be sent to, found in and moved to the empty topic",
  async () => {
    expect((await registered()).zulip_feature_level).toBeGreaterThanOrEqual(334);
    const id = await say("");
    expect(await topicOf(id)).toBe("");
    const named = await say("named");
    expect(await found("")).toEqual([id]);
    expect((await move(named, "")).result).toBe("success");
    expect(await topicOf(named)).toBe("");
    expect(await found("")).toEqual([id, named]);
  },
);

shows(
  "§9 level of empty topic names valid at",
  "clients that support the empty topic get an empty name, others the display name",
  async () => {
    const { realm_empty_topic_display_name: shown } = await registered();
    const knowing = await listenTo(ben, ["message"], { client_capabilities: { empty_topic_name: true } });
    const unknowing = await listenTo(ben, ["message"]);
    const id = await say("");
    expect(await knowing()).toMatchObject([{ message: { id, subject: "" } }]);
    expect(await unknowing()).toMatchObject([{ message: { id, subject: shown } }]);
    expect((await ben.get(`/messages/${id}`)).body.message.subject).toBe(shown);
  },
);

shows(
  "§9 level of (no topic) read as empty at",
  "'(no topic)' and the display name mean the empty topic in sending, searching, moving, typing and reading",
  async () => {
    const { zulip_feature_level, realm_empty_topic_display_name: shown } = await registered();
    expect(zulip_feature_level).toBeGreaterThanOrEqual(372);
    for (const empty of ["(no topic)", " (no topic) ", shown]) {
      const id = await say(empty);
      expect(await topicOf(id)).toBe("");
      expect(await found(empty)).toContain(id);
      const moved = await say("named");
      expect((await move(moved, empty)).result).toBe("success");
      expect(await topicOf(moved)).toBe("");
      const typing = await listenTo(ben, ["typing"], {
        client_capabilities: { stream_typing_notifications: true, empty_topic_name: true },
      });
      await owner.post("/typing", { type: "channel", op: "start", stream_id: general, topic: empty });
      expect(await typing()).toMatchObject([{ topic: "" }]);
      await ben.post("/mark_topic_as_read", { stream_id: general, topic_name: empty });
      expect((await ben.get(`/messages/${moved}`)).body.message.flags).toEqual(["read"]);
    }
    expect(await topicOf(await say("(NO TOPIC)"))).toBe("(NO TOPIC)");
  },
);

shows(
  "§9 level of (no topic) read as empty at",
  "'(no topic)' means the empty topic in drafts, scheduled messages, topic policies and topic deletion",
  async () => {
    const topic = "(no topic)";
    const knowing = { client_capabilities: { empty_topic_name: true } };
    const events = await listenTo(ben, ["drafts", "user_topic", "scheduled_messages"], knowing);
    const draft = { type: "stream", to: [general], topic, content: "x" };
    await ben.post("/drafts", { drafts: [draft] });
    await ben.post("/user_topics", { stream_id: general, topic, visibility_policy: 3 });
    const later = Math.floor(Date.now() / 1000) + 3600;
    const scheduled = { type: "channel", to: general, topic, content: "x" };
    await ben.post("/scheduled_messages", { ...scheduled, scheduled_delivery_timestamp: later });
    expect(await events()).toMatchObject([
      { type: "drafts", drafts: [{ topic: "" }] },
      { type: "user_topic", topic_name: "" },
      { type: "scheduled_messages", scheduled_messages: [{ topic: "" }] },
    ]);
    await say("");
    await owner.post(`/streams/${general}/delete_topic`, { topic_name: topic });
    expect(await found("")).toEqual([]);
  },
);
