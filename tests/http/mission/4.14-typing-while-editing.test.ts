import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;
let inChannel: number;
let direct: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  await cleo.delete("/users/me/subscriptions", { subscriptions: ["general"] });
  const send = async (form: object) => (await owner.post("/messages", { content: "x", ...form })).body.id;
  inChannel = await send({ type: "channel", to: general, topic: "lunch" });
  direct = await send({ type: "direct", to: [ben.id] });
});
afterAll(() => server.stop());

const typing = async (who: Client, messageId: number, form: object) =>
  (await who.post(`/messages/${messageId}/typing`, form)).body;

shows(
  [
    "§4.14 note 2",
    "§6 event typing events for message editing",
    "§3 Typing (per conversation) idle by POST /typing or POST /messages/{message_id}/typing with op=start to typing",
    "§3 Typing typing by same endpoints with op=stop to idle",
  ],
  "sends start and stop to the message's other readers, and answers with a bare success",
  async () => {
    const [bensEvents, cleosEvents, ownersEvents] = await Promise.all(
      [ben, cleo, owner].map((who) => listenTo(who, ["typing", "typing_edit_message"])),
    );
    expect(await typing(owner, inChannel, { op: "start" })).toEqual(success());
    expect(await typing(owner, direct, { op: "stop" })).toEqual(success());
    const event = { type: "typing_edit_message", sender_id: owner.id };
    expect(await bensEvents?.()).toEqual([
      {
        ...event,
        op: "start",
        message_id: inChannel,
        recipient: { type: "channel", channel_id: general, topic: "lunch" },
      },
      {
        ...event,
        op: "stop",
        message_id: direct,
        recipient: { type: "direct", user_ids: [owner.id, ben.id] },
      },
    ]);
    expect([await cleosEvents?.(), await ownersEvents?.()]).toEqual([[], []]);
  },
);

shows(
  ["§4.14 note 1", "§9 level of typing for message editing"],
  "allows only users who may edit the message",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(361);
    expect(await typing(ben, inChannel, { op: "start" })).toEqual(
      failure("You don't have permission to edit this message"),
    );
  },
);

shows("§4.14 parameter message_id", "refuses unreadable and unknown messages", async () => {
  for (const [who, id] of [
    [cleo, direct],
    [owner, 999_999],
  ] as const)
    expect(await typing(who, id, { op: "start" })).toEqual(failure("Invalid message(s)"));
  expect((await owner.post("/messages/one/typing", { op: "start" })).status).toBe(404);
});

shows("§4.14 parameter op", "op is required and must be start or stop", async () => {
  expect(await typing(owner, inChannel, {})).toEqual(
    failure("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", { var_name: "op" }),
  );
  expect(await typing(owner, inChannel, { op: "pause" })).toEqual(
    failure("Invalid op", "REQUEST_VARIABLE_INVALID", { var_name: "op" }),
  );
});

shows(
  "§9 deprecated the /message_edit_typing endpoint",
  "the old path doesn't exist, as in Zulip",
  async () => {
    const answer = await owner.post("/message_edit_typing", { message_id: inChannel, op: "start" });
    expect([answer.status, answer.body.result]).toEqual([404, "error"]);
  },
);
