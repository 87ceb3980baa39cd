import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  await cleo.delete("/users/me/subscriptions", { subscriptions: ["general"] });
});
afterAll(() => server.stop());

const knowing = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } };
const listen = (who: Client, more: object = knowing) =>
  listenTo(who, ["typing", "typing_edit_message"], more);
const typing = async (who: Client, form: object) => (await who.post("/typing", form)).body;
const person = ({ id, email }: Client) => ({ user_id: id, email });
const ops = ["start", "stop"] as const;

shows(
  [
    "§4.1 note 1",
    "§6 event typing, op start",
    "§6 event typing, op stop",
    "§3 Typing (per conversation) idle by POST /typing or POST /messages/{message_id}/typing with op=start to typing",
    "§3 Typing typing by same endpoints with op=stop to idle",
    "§6 note 2",
  ],
  "only the other participants of a direct conversation get start and stop",
  async () => {
    const [bensEvents, cleosEvents, ownersEvents] = [
      await listen(ben),
      await listen(cleo),
      await listen(owner),
    ];
    for (const op of ops) expect(await typing(owner, { op, to: [ben.id] })).toEqual(success());
    const event = {
      type: "typing",
      message_type: "direct",
      sender: person(owner),
      recipients: [person(owner), person(ben)],
    };
    expect(await bensEvents()).toEqual(ops.map((op) => ({ ...event, op })));
    expect([await cleosEvents(), await ownersEvents()]).toEqual([[], []]);
  },
);

shows(
  [
    "§6 note 1",
    "§6 event typing, op start",
    "§6 event typing, op stop",
    "§9 level of typing channel notifications",
    "§3 Typing (per conversation) idle by POST /typing or POST /messages/{message_id}/typing with op=start to typing",
    "§3 Typing typing by same endpoints with op=stop to idle",
  ],
  "channel subscribers get it if their client declares support at registration",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(58);
    const notKnowing = { client_capabilities: { stream_typing_notifications: false } };
    const [bensEvents, cleosEvents, ownersEvents] = [
      await listen(ben),
      await listen(cleo),
      await listen(owner),
    ];
    const bensOldEvents = [await listen(ben, {}), await listen(ben, notKnowing)];
    for (const op of ops)
      expect(await typing(owner, { type: "channel", stream_id: general, topic: "lunch", op })).toEqual(
        success(),
      );
    const event = { type: "typing", message_type: "stream", stream_id: general, topic: "lunch" };
    expect(await bensEvents()).toEqual(ops.map((op) => ({ ...event, op, sender: person(owner) })));
    for (const others of [cleosEvents, ownersEvents, ...bensOldEvents]) expect(await others()).toEqual([]);
    // Clients without that support still get events for direct messages.
    await typing(owner, { op: "start", to: [ben.id] });
    for (const old of bensOldEvents)
      expect(await old()).toEqual([expect.objectContaining({ message_type: "direct", op: "start" })]);
  },
);

shows(
  ["§4.1 note 2", "§7 error BAD_REQUEST, channel typing without stream_id"],
  "answers with a bare success; a channel without its id gets 'Missing channel ID', and no event",
  async () => {
    expect(await typing(owner, { op: "start", to: [ben.id] })).toEqual(success());
    const bensEvents = await listen(ben);
    for (const type of ["stream", "channel"])
      for (const more of [{ topic: "lunch" }, {}, { topic: "lunch", to: [general] }]) {
        const { status, body } = await owner.post("/typing", { type, op: "start", ...more });
        expect([status, body]).toEqual([400, failure("Missing channel ID")]);
      }
    expect(await bensEvents()).toEqual([]);
  },
);

shows("§4.1 note 1", "refuses users who can't send to the channel, without revealing its name", async () => {
  await owner.patch("/realm", { send_channel_events_messages: false });
  const create = async (name: string, more: object) =>
    (await owner.post("/channels/create", { name, subscribers: [1], ...more })).body.id;
  const quiet = await create("quiet", { can_send_message_group: 6 });
  const hidden = await create("hidden", { invite_only: true });
  const past = await create("past", {});
  await owner.delete(`/streams/${past}`);
  const ownersEvents = await listen(owner);
  const tried = async (who: Client, id: number) =>
    typing(who, { type: "channel", stream_id: id, topic: "x", op: "start" });
  expect(await tried(ben, quiet)).toEqual(failure("Not authorized to send to channel 'quiet'"));
  expect(await tried(ben, hidden)).toEqual(failure("Invalid channel ID"));
  for (const who of [ben, owner]) expect(await tried(who, past)).toEqual(failure("Invalid channel ID"));
  expect(await ownersEvents()).toEqual([]);
});

shows("§4.1 note 1", "bots can send it too, except incoming webhooks", async () => {
  const bot = async (name: string, type: number) => {
    const { body } = await owner.post("/bots", { full_name: name, short_name: name, bot_type: type });
    return server.clientOf({ id: body.user_id, email: `${name}-bot@chat.example.com` });
  };
  const bensEvents = await listen(ben);
  expect(await typing(await bot("writer", 1), { op: "start", to: [ben.id] })).toEqual(success());
  expect(await bensEvents()).toHaveLength(1);
  expect(await typing(await bot("bringer", 2), { op: "start", to: [ben.id] })).toEqual(
    failure("This API is not available to incoming webhook bots."),
  );
  expect(await bensEvents()).toEqual([]);
});
