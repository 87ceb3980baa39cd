import request from "supertest";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let created = 0;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  await owner.patch("/realm", { send_channel_events_messages: false }).expect(200);
});
afterAll(() => server.stop());

const create = async (form: object): Promise<{ readonly id: number; readonly name: string }> => {
  created += 1;
  const name = `channel ${created}`;
  const { body } = await owner
    .post("/channels/create", { name, subscribers: [owner.id, ben.id], ...form })
    .expect(200);
  return { id: body.id, name };
};
/** A channel with protected history: new subscribers read only later messages. */
const createProtected = () => create({ invite_only: true, history_public_to_subscribers: false });
const subscribe = (name: string, who: Client) =>
  owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [who.id] }).expect(200);
const send = async (who: Client, channelId: number, topic: string, content = "x"): Promise<number> =>
  (await who.post("/messages", { type: "channel", to: channelId, topic, content }).expect(200)).body.id;
const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
const move = (messageId: number, form: object) =>
  owner.patch(`/messages/${messageId}`, { propagate_mode: "change_all", ...quietly, ...form }).expect(200);
const isRefused = async (who: Client, messageId: number): Promise<void> => {
  await who.get(`/messages/${messageId}`).expect(400);
};

test("messages moved out of a hidden channel reveal neither its name nor their old topic", async () => {
  const [hidden, open] = [await createProtected(), await create({})];
  const id = await send(owner, hidden.id, "layoffs");
  const [bensEvents, cleosEvents] = [
    await listenTo(ben, ["update_message"]),
    await listenTo(cleo, ["update_message"]),
  ];
  await move(id, { stream_id: open.id, topic: "news" });
  const moved = { message_ids: [id], stream_id: hidden.id, new_stream_id: open.id };
  expect(await bensEvents()).toMatchObject([
    { ...moved, stream_name: hidden.name, orig_subject: "layoffs", subject: "news" },
  ]);
  const events = await cleosEvents();
  expect(events).toMatchObject([{ ...moved, stream_name: "", orig_subject: "news" }]);
  expect(JSON.stringify(events)).not.toContain("layoffs");
});

test("following an unreadable topic doesn't reveal its new name", async () => {
  const { id: channel, name } = await createProtected();
  const message = await send(owner, channel, "budget");
  await subscribe(name, cleo);
  for (const who of [ben, cleo])
    await who.post("/user_topics", { stream_id: channel, topic: "budget", visibility_policy: 3 }).expect(200);
  const [bensEvents, cleosEvents] = [
    await listenTo(ben, ["user_topic"]),
    await listenTo(cleo, ["user_topic"]),
  ];
  await move(message, { topic: "bankruptcy" });
  expect(await bensEvents()).toMatchObject([
    { topic_name: "budget", visibility_policy: 0 },
    { topic_name: "bankruptcy", visibility_policy: 3 },
  ]);
  expect(await cleosEvents()).toEqual([]);
});

test("muting the target topic of a move reveals the move only to its readers", async () => {
  const { id: channel, name } = await createProtected();
  await send(owner, channel, "one");
  const message = await send(owner, channel, "two");
  await subscribe(name, cleo);
  await ben.post("/user_topics", { stream_id: channel, topic: "two", visibility_policy: 3 }).expect(200);
  for (const who of [ben, cleo])
    await who.post("/user_topics", { stream_id: channel, topic: "one", visibility_policy: 1 }).expect(200);
  const [bensEvents, cleosEvents] = [
    await listenTo(ben, ["user_topic"]),
    await listenTo(cleo, ["user_topic"]),
  ];
  await move(message, { topic: "one" });
  expect(await bensEvents()).not.toEqual([]);
  expect(await cleosEvents()).toEqual([]);
});

test("a starred message is not readable once its channel's history is protected", async () => {
  const { id: channel, name } = await create({ invite_only: true, history_public_to_subscribers: true });
  const [before, after] = [await send(owner, channel, "t"), 0];
  await subscribe(name, cleo);
  const later = await send(owner, channel, "t");
  for (const id of [before, later])
    await cleo.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }).expect(200);
  const around = { anchor: "newest", num_before: 100, num_after: after };
  const starred = { ...around, narrow: [{ operator: "is", operand: "starred" }] };
  const shown = async () =>
    (await cleo.get("/messages", starred)).body.messages.map(({ id }: { readonly id: number }) => id);
  expect(await shown()).toEqual([before, later]);
  await owner
    .patch(`/streams/${channel}`, { is_private: true, history_public_to_subscribers: false })
    .expect(200);
  await isRefused(cleo, before);
  expect(await shown()).toEqual([later]);
  const { body } = await cleo.post("/messages/flags/narrow", { ...starred, op: "add", flag: "collapsed" });
  expect(body).toMatchObject({ processed_count: 1, first_processed_id: later, last_processed_id: later });
});

describe("who uploaded a file", () => {
  const upload = async (who: Client, name: string): Promise<string> => {
    const { body } = await request(server.http)
      .post("/api/v1/user_uploads")
      .auth(who.email, who.apiKey)
      .attach("file", Buffer.from("text"), name);
    return body.url;
  };
  const fileOf = async (who: Client, name: string) =>
    (await who.get("/attachments")).body.attachments.find(
      (one: { readonly name: string }) => one.name === name,
    );
  const idsIn = ({ message_ids }: { readonly message_ids: readonly number[] }) => message_ids;

  test("sees the messages that share it, if they may read them", async () => {
    const [hidden, open] = [await createProtected(), await create({})];
    const url = await upload(cleo, "a.txt");
    await subscribe(open.name, cleo);
    const shared = await send(cleo, open.id, "t", `[a](${url})`);
    const events = await listenTo(cleo, ["attachment"]);
    const secret = await send(owner, hidden.id, "t", `look at [this](${url})`);
    const rewritten = await send(owner, hidden.id, "t");
    await owner.patch(`/messages/${rewritten}`, { content: `[this](${url})` }).expect(200);
    await owner.patch(`/messages/${secret}`, { content: "nothing" }).expect(200);
    await isRefused(cleo, rewritten);
    expect(await events()).toEqual([]);
    expect(idsIn(await fileOf(cleo, "a.txt"))).toEqual([shared]);
    const again = await send(owner, open.id, "t", `[this](${url})`);
    const [event, ...more] = (await events()) as { readonly attachment: Parameters<typeof idsIn>[0] }[];
    expect(more).toEqual([]);
    expect(event && idsIn(event.attachment)).toEqual([shared, again]);
    await owner.patch(`/messages/${again}`, { content: "nothing" }).expect(200);
    expect(await events()).toMatchObject([{ op: "update", attachment: { message_ids: [shared] } }]);
  });

  test("can read it; others need a readable message that shares it", async () => {
    const { id: channel, name } = await createProtected();
    const url = await upload(owner, "b.txt");
    await send(owner, channel, "t", `[b](${url})`);
    await subscribe(name, cleo);
    const statusFor = async (who: Client): Promise<number> =>
      (await request(server.http).get(url).auth(who.email, who.apiKey)).status;
    expect([await statusFor(ben), await statusFor(cleo)]).toEqual([200, 403]);
    await send(owner, channel, "t", `[b](${url})`);
    expect(await statusFor(cleo)).toBe(200);
  });
});
