import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await owner.patch("/realm", { send_channel_events_messages: false });
});
afterAll(() => server.stop());

let created = 0;
const channel = async (more: object = {}): Promise<number> => {
  created += 1;
  const subscribers = [owner.id, ben.id];
  const { body } = await owner.post("/channels/create", { name: `channel ${created}`, subscribers, ...more });
  return body.id;
};
const say = async (id: number, topic: string): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: id, topic, content: "x" })).body.id;
const topics = async (id: number, query: object = {}, who = ben) =>
  (await who.get(`/users/me/${id}/topics`, query)).body;

describe("deleting a topic", () => {
  const remove = async (id: number, topic_name: string, who = owner) =>
    (await who.post(`/streams/${id}/delete_topic`, { topic_name })).body;

  test("deletes the whole topic, ignoring case, and nothing else", async () => {
    const id = await channel();
    const deleted = [await say(id, "old"), await say(id, "OLD")];
    const remaining = await say(id, "new");
    const events = await listenTo(ben, ["delete_message"], {
      client_capabilities: { bulk_message_deletion: true },
    });
    expect(await remove(id, "Old")).toEqual(success({ complete: true }));
    expect((await topics(id)).topics).toEqual([{ name: "new", max_id: remaining }]);
    expect(await events()).toEqual([
      {
        type: "delete_message",
        message_ids: deleted.toReversed(),
        message_type: "stream",
        stream_id: id,
        topic: "OLD",
      },
    ]);
    expect((await ben.get(`/messages/${deleted[0]}`)).body).toEqual(failure("Invalid message(s)"));
  });

  test("deletes the topic without a name by either name", async () => {
    const id = await channel();
    await say(id, "");
    expect(await remove(id, "general chat")).toEqual(success({ complete: true }));
    expect((await topics(id)).topics).toEqual([]);
  });

  test("requires permission to delete any message", async () => {
    const id = await channel();
    expect(await remove(id, "t", ben)).toEqual(
      failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
  });
});
