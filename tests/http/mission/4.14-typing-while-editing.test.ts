import { type Client, startServer, type TestServer } from "../../support/http-application";
import { levelOf, shows } from "../../support/mission";
import { failure, listenTo, success } from "../../support/queue";

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
  "start and stop are told to the other readers of the message, the answer is a success alone",
  async () => {
    const [bens, cleos, owners] = await Promise.all(
      [ben, cleo, owner].map((who) => listenTo(who, ["typing", "typing_edit_message"])),
    );
    expect(await typing(owner, inChannel, { op: "start" })).toEqual(success());
    expect(await typing(owner, direct, { op: "stop" })).toEqual(success());
    const word = { type: "typing_edit_message", sender_id: owner.id };
    expect(await bens?.()).toEqual([
      {
        ...word,
        op: "start",
        message_id: inChannel,
        recipient: { type: "channel", channel_id: general, topic: "lunch" },
      },
      {
        ...word,
        op: "stop",
        message_id: direct,
        recipient: { type: "direct", user_ids: [owner.id, ben.id] },
      },
    ]);
    expect([await cleos?.(), await owners?.()]).toEqual([[], []]);
  },
);

shows(
  ["§4.14 note 1", "§9 level of typing for message editing"],
  "only who may edit the message types in it",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(361);
    expect(await typing(ben, inChannel, { op: "start" })).toEqual(
      failure("You don't have permission to edit this message"),
    );
  },
);

shows("§4.14 parameter message_id", "a message that one can't read, or none at all, is refused", async () => {
  for (const [who, id] of [
    [cleo, direct],
    [owner, 999_999],
  ] as const)
    expect(await typing(who, id, { op: "start" })).toEqual(failure("Invalid message(s)"));
  expect((await owner.post("/messages/one/typing", { op: "start" })).status).toBe(404);
});

shows("§4.14 parameter op", "it must be there, and start or stop", async () => {
  expect(await typing(owner, inChannel, {})).toEqual(
    failure("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", { var_name: "op" }),
  );
  expect(await typing(owner, inChannel, { op: "pause" })).toEqual(
    failure("Invalid op", "REQUEST_VARIABLE_INVALID", { var_name: "op" }),
  );
});

shows(
  "§9 deprecated the /message_edit_typing endpoint",
  "its old path isn't there, as at Zulip",
  async () => {
    const answer = await owner.post("/message_edit_typing", { message_id: inChannel, op: "start" });
    expect([answer.status, answer.body.result]).toEqual([404, "error"]);
  },
);
