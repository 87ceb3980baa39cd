import { type Client, startServer, type TestServer } from "../../support/http-application";
import { levelOf, shows } from "../../support/mission";
import { failure, listenTo, success } from "../../support/queue";

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
  "the others of a direct conversation hear that somebody begins to write and stops; nobody else does",
  async () => {
    const [bens, cleos, owners] = [await listen(ben), await listen(cleo), await listen(owner)];
    for (const op of ops) expect(await typing(owner, { op, to: [ben.id] })).toEqual(success());
    const word = {
      type: "typing",
      message_type: "direct",
      sender: person(owner),
      recipients: [person(owner), person(ben)],
    };
    expect(await bens()).toEqual(ops.map((op) => ({ ...word, op })));
    expect([await cleos(), await owners()]).toEqual([[], []]);
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
  "subscribers of a channel hear it where their client says at registration that it knows of that",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(58);
    const notKnowing = { client_capabilities: { stream_typing_notifications: false } };
    const [bens, cleos, owners] = [await listen(ben), await listen(cleo), await listen(owner)];
    const bensOld = [await listen(ben, {}), await listen(ben, notKnowing)];
    for (const op of ops)
      expect(await typing(owner, { type: "channel", stream_id: general, topic: "lunch", op })).toEqual(
        success(),
      );
    const word = { type: "typing", message_type: "stream", stream_id: general, topic: "lunch" };
    expect(await bens()).toEqual(ops.map((op) => ({ ...word, op, sender: person(owner) })));
    for (const others of [cleos, owners, ...bensOld]) expect(await others()).toEqual([]);
    // Clients that don't know of channels still hear who writes to them.
    await typing(owner, { op: "start", to: [ben.id] });
    for (const old of bensOld)
      expect(await old()).toEqual([expect.objectContaining({ message_type: "direct", op: "start" })]);
  },
);

shows(
  ["§4.1 note 2", "§7 error BAD_REQUEST, channel typing without stream_id"],
  "the answer is a success alone; for a channel without its id it is 'Missing channel ID', and nobody hears",
  async () => {
    expect(await typing(owner, { op: "start", to: [ben.id] })).toEqual(success());
    const bens = await listen(ben);
    for (const type of ["stream", "channel"])
      for (const more of [{ topic: "lunch" }, {}, { topic: "lunch", to: [general] }]) {
        const { status, body } = await owner.post("/typing", { type, op: "start", ...more });
        expect([status, body]).toEqual([400, failure("Missing channel ID")]);
      }
    expect(await bens()).toEqual([]);
  },
);

shows("§4.1 note 1", "who may not write to a channel types in vain, and isn't told its name", async () => {
  await owner.patch("/realm", { send_channel_events_messages: false });
  const made = async (name: string, more: object) =>
    (await owner.post("/channels/create", { name, subscribers: [1], ...more })).body.id;
  const quiet = await made("quiet", { can_send_message_group: 6 });
  const hidden = await made("hidden", { invite_only: true });
  const past = await made("past", {});
  await owner.delete(`/streams/${past}`);
  const owners = await listen(owner);
  const tried = async (who: Client, id: number) =>
    typing(who, { type: "channel", stream_id: id, topic: "x", op: "start" });
  expect(await tried(ben, quiet)).toEqual(failure("Not authorized to send to channel 'quiet'"));
  expect(await tried(ben, hidden)).toEqual(failure("Invalid channel ID"));
  for (const who of [ben, owner]) expect(await tried(who, past)).toEqual(failure("Invalid channel ID"));
  expect(await owners()).toEqual([]);
});

shows("§4.1 note 1", "bots may tell it as well, but not those that only bring messages in", async () => {
  const bot = async (name: string, type: number) => {
    const { body } = await owner.post("/bots", { full_name: name, short_name: name, bot_type: type });
    return server.clientOf({ id: body.user_id, email: `${name}-bot@chat.example.com` });
  };
  const bens = await listen(ben);
  expect(await typing(await bot("writer", 1), { op: "start", to: [ben.id] })).toEqual(success());
  expect(await bens()).toHaveLength(1);
  expect(await typing(await bot("bringer", 2), { op: "start", to: [ben.id] })).toEqual(
    failure("This API is not available to incoming webhook bots."),
  );
  expect(await bens()).toEqual([]);
});
