import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
});
afterAll(() => server.stop());

let created = 0;
const make = async (more: object = {}): Promise<number> => {
  created += 1;
  const form = { name: `channel ${created}`, subscribers: [owner.id], ...more };
  return (await owner.post("/channels/create", form)).body.id;
};
const say = async (to: number, topic: string) =>
  (await owner.post("/messages", { type: "channel", to, topic, content: "x" })).body;
const set = async (id: number, topics_policy: string) =>
  (await owner.patch(`/streams/${id}`, { topics_policy })).body;
const policyOf = async (id: number) => (await owner.get(`/streams/${id}`)).body.stream.topics_policy;
const policies = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"];

shows(
  "§2.3 field topics_policy",
  "the policy is one of four values, for new and existing channels",
  async () => {
    const id = await make();
    for (const policy of policies.toReversed()) {
      expect(await policyOf(await make({ topics_policy: policy }))).toBe(policy);
      expect(await set(id, policy)).toEqual(success());
      expect(await policyOf(id)).toBe(policy);
      expect(await set(id, JSON.stringify(policy))).toEqual(success());
    }
    const wrong = failure("Invalid topics_policy", "REQUEST_VARIABLE_INVALID", { var_name: "topics_policy" });
    expect(await set(id, "any")).toEqual(wrong);
    expect(await policyOf(id)).toBe("inherit");
  },
);

shows("§2.3 field topics_policy", "the policy decides which topics a message may have", async () => {
  const outcomes = async (more: object) => {
    const id = await make(more);
    return [(await say(id, "")).result, (await say(id, "named")).result];
  };
  expect(await outcomes({ topics_policy: "allow_empty_topic" })).toEqual(["success", "success"]);
  expect(await outcomes({ topics_policy: "disable_empty_topic" })).toEqual(["error", "success"]);
  expect(await outcomes({ topics_policy: "empty_topic_only" })).toEqual(["success", "error"]);
  expect(await outcomes({})).toEqual(["success", "success"]);
  await owner.patch("/realm", { topics_policy: "disable_empty_topic" });
  expect(await outcomes({ topics_policy: "inherit" })).toEqual(["error", "success"]);
  await owner.patch("/realm", { topics_policy: "allow_empty_topic" });
});

shows(
  "§2.3 note 1",
  "empty_topic_only needs a channel without other topics; one message in another topic prevents it",
  async () => {
    const id = await make();
    expect(await set(id, "empty_topic_only")).toEqual(success());
    await say(id, "");
    expect(await set(id, "inherit")).toEqual(success());
    expect(await set(id, "empty_topic_only")).toEqual(success());
    await set(id, "inherit");
    const { id: named } = await say(id, "named");
    const refused = failure(
      "To enable this configuration, all messages in this channel must be in the general chat topic.",
    );
    expect(await set(id, "empty_topic_only")).toEqual(refused);
    expect(await policyOf(id)).toBe("inherit");
    await owner.delete(`/messages/${named}`);
    expect(await set(id, "empty_topic_only")).toEqual(success());
  },
);

shows("§2.3 note 2", "a channel inherits the realm's policy by default, however it is created", async () => {
  expect(await policyOf(await make())).toBe("inherit");
  await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "by subscribing" }] });
  const { body } = await owner.get("/get_stream_id", { stream: "by subscribing" });
  expect(await policyOf(body.stream_id)).toBe("inherit");
});
