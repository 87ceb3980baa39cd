import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
});
afterAll(() => server.stop());

let created = 0;
/** Creates a channel of Ben's with Cleo as a subscriber. */
const make = async (more: object = {}) => {
  created += 1;
  const name = `channel ${created}`;
  const { body } = await ben.post("/channels/create", { name, subscribers: [ben.id, cleo.id], ...more });
  return { id: body.id as number, name };
};
const archive = async (id: number, who = ben) => (await who.delete(`/streams/${id}`)).body;
const restore = async (id: number, who = ben) =>
  (await who.patch(`/streams/${id}`, { is_archived: false })).body;
const isArchived = async (id: number) => (await cleo.get(`/streams/${id}`)).body.stream.is_archived;

shows("§3 note 1", "archiving stops sending but not reading, and can be undone", async () => {
  const { id, name } = await make();
  const say = async () =>
    (await cleo.post("/messages", { type: "channel", to: id, topic: "t", content: "x" })).body;
  const { id: messageId } = await say();
  expect(await archive(id)).toEqual(success());
  expect(await isArchived(id)).toBe(true);
  expect(await say()).toEqual(failure(`Not authorized to send to channel '${name}'`));
  expect((await cleo.get(`/messages/${messageId}`)).body.result).toBe("success");
  expect((await cleo.get(`/users/me/${id}/topics`)).body.topics).toEqual([{ name: "t", max_id: messageId }]);
  const { body: members } = await cleo.get(`/streams/${id}/members`);
  expect(members.subscribers).toEqual([ben.id, cleo.id]);
  const ids = async (query: object) =>
    (await cleo.get("/streams", query)).body.streams.map((one: { stream_id: number }) => one.stream_id);
  expect(await ids({})).not.toContain(id);
  expect(await ids({ exclude_archived: false })).toContain(id);
  expect(await restore(id)).toEqual(success());
  expect(await isArchived(id)).toBe(false);
  expect((await say()).result).toBe("success");
});

shows(
  "§3 note 1",
  "clients that support archived channels get an update, other clients a deletion and a creation",
  async () => {
    const { id, name } = await make();
    const knowing = await listenTo(cleo, ["stream"], { client_capabilities: { archived_channels: true } });
    const unknowing = await listenTo(cleo, ["stream"]);
    await archive(id);
    await ben.patch(`/streams/${id}`, { description: "archived" });
    await restore(id);
    const event = { type: "stream", op: "update", stream_id: id, name };
    expect(await knowing()).toEqual([
      { ...event, property: "is_archived", value: true },
      { ...event, property: "description", value: "archived", rendered_description: "<p>archived</p>" },
      { ...event, property: "is_archived", value: false },
    ]);
    expect(await unknowing()).toMatchObject([
      { type: "stream", op: "delete", stream_ids: [id] },
      { type: "stream", op: "create", streams: [{ stream_id: id, is_archived: false }] },
    ]);
  },
);

shows("§3 note 1", "refuses to archive or unarchive a channel twice", async () => {
  const { id } = await make();
  const events = await listenTo(ben, ["stream", "message"]);
  expect(await restore(id)).toEqual(failure("Channel is not currently deactivated"));
  expect(await events()).toEqual([]);
  await archive(id);
  await events();
  expect(await archive(id)).toEqual(failure("Channel is already deactivated"));
  expect(await events()).toEqual([]);
  expect(await isArchived(id)).toBe(true);
});

shows("§3 note 1", "a private channel without subscribers can't be unarchived", async () => {
  const { id, name } = await make({ invite_only: true });
  await archive(id, owner);
  for (const who of [ben, cleo]) await who.delete("/users/me/subscriptions", { subscriptions: [name] });
  expect(await restore(id, owner)).toEqual(failure("Channel is private and have no subscribers"));
});

shows("§3 note 1", "only channel administrators can archive and unarchive", async () => {
  const { id } = await make();
  const refused = failure(
    "You do not have permission to administer this channel.",
    "CANNOT_ADMINISTER_CHANNEL",
  );
  expect(await archive(id, cleo)).toEqual(refused);
  expect(await isArchived(id)).toBe(false);
  expect(await archive(id, owner)).toEqual(success());
  expect(await restore(id, cleo)).toEqual(refused);
  expect(await isArchived(id)).toBe(true);
  expect(await archive(999)).toEqual(failure("Invalid channel ID"));
});
