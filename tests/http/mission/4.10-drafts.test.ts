import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let ben: Client;
let cleo: Client;
let dora: Client;
let general: number;
let secret: number;

beforeAll(async () => {
  server = await startServer();
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  dora = await server.newMember("Dora");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  const form = { name: "secret", invite_only: true, subscribers: [cleo.id] };
  secret = (await cleo.post("/channels/create", form)).body.id;
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
const inChannel = (more: object = {}) => draft({ type: "stream", to: [general], topic: "plans", ...more });
const add = async (...drafts: object[]) => (await ben.post("/drafts", { drafts })).body;
const list = async (who = ben) => (await who.get("/drafts")).body;
const invalid = (msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: "drafts" });
/** A draft as stored. */
const stored = async (one: object) => {
  const { ids } = await add(one);
  const found = (await list()).drafts.find(({ id }: { id: number }) => id === ids?.[0]);
  const { id: _, ...rest } = found;
  return rest;
};
/** Checks the refusal of an invalid draft, which stores nothing, not even the valid draft before it. */
const refusal = async (wrong: object) => {
  const before = await list();
  const answer = await add(draft({ content: "kept?" }), wrong);
  expect(await list()).toEqual(before);
  return answer;
};

shows(
  ["§4.10 parameter drafts", "§4.10 note 1", "§6 event drafts"],
  "drafts are stored in order, for all devices of their author and for nobody else",
  async () => {
    const [bensEvents, cleosEvents] = [await listenTo(ben, ["drafts"]), await listenTo(cleo, ["drafts"])];
    const one = inChannel({ content: "one" });
    const two = draft({ type: "private", to: [cleo.id], content: "two" });
    const { ids, ...rest } = await add(one, two, draft({ content: "three" }));
    expect(rest).toEqual(success());
    expect(ids.every(Number.isInteger)).toBe(true);
    const all = [
      { id: ids[0], ...one },
      { id: ids[1], ...two },
      { id: ids[2], ...draft({ content: "three" }) },
    ];
    expect(await list()).toEqual(success({ count: 3, drafts: all }));
    expect(await bensEvents()).toEqual([{ type: "drafts", op: "add", drafts: all }]);
    const { body } = await ben.post("/register", { fetch_event_types: ["drafts"], event_types: [] });
    expect(body.drafts).toEqual(all);
    expect(await list(cleo)).toEqual(success({ count: 0, drafts: [] }));
    expect(await cleosEvents()).toEqual([]);
  },
);

shows(
  "§4.10 parameter drafts",
  "an empty list adds no drafts, and anything but a list of drafts is refused",
  async () => {
    const events = await listenTo(ben, ["drafts"]);
    expect((await ben.post("/drafts", {})).body).toEqual(success({ ids: [] }));
    expect(await add()).toEqual(success({ ids: [] }));
    const post = async (drafts: unknown) => (await ben.post("/drafts", { drafts })).body;
    expect(await post("soon")).toEqual(invalid("drafts is not valid JSON"));
    expect(await post(draft())).toEqual(invalid("drafts is not a list"));
    expect(await post(["soon"])).toEqual(invalid("drafts[0] is not a dict"));
    expect(await events()).toEqual([]);
  },
);

shows("§2.6 field type", "type is required: unaddressed, channel or direct", async () => {
  expect(await stored(draft())).toEqual(draft());
  expect(await stored(inChannel())).toEqual(inChannel());
  const toPeople = draft({ type: "private", to: [cleo.id] });
  expect(await stored(toPeople)).toEqual(toPeople);
  expect(await stored(draft({ type: "private" }))).toEqual(draft());
  for (const type of ["letter", "channel", null, 1])
    expect(await refusal(inChannel({ type }))).toEqual(invalid('Invalid drafts[1]["type"]'));
});

shows(
  ["§2.6 field to", "§7 error BAD_REQUEST, draft for a channel without exactly one channel ID"],
  "a channel draft names exactly one channel its author can read",
  async () => {
    const notOneChannel = failure("Must specify exactly 1 channel ID for channel messages");
    for (const to of [[], [general, secret], [general, general]])
      expect(await refusal(inChannel({ to }))).toEqual(notOneChannel);
    for (const to of [[999], [secret], [99_999_999_999_999]])
      expect(await refusal(inChannel({ to }))).toEqual(failure("Invalid channel ID"));
    expect((await ben.post("/drafts", { drafts: [inChannel({ to: [] })] })).status).toBe(400);
  },
);

shows(
  "§2.6 field to",
  "a direct draft names users by id, each once; unaddressed drafts ignore it",
  async () => {
    const to = async (more: object) => (await stored(draft(more))).to;
    expect(await to({ type: "private", to: [dora.id, cleo.id, dora.id] })).toEqual([cleo.id, dora.id]);
    expect(await to({ type: "private", to: [ben.id, cleo.id] })).toEqual([cleo.id]);
    expect(await to({ type: "private", to: [ben.id] })).toEqual([ben.id]);
    expect(await to({ to: [general, 999] })).toEqual([]);
    expect(await refusal(draft({ type: "private", to: [cleo.id, 999] }))).toEqual(
      failure("Invalid user ID 999"),
    );
    expect(await refusal(inChannel({ to: ["general"] }))).toEqual(
      invalid('drafts[1]["to"][0] is not an integer'),
    );
    expect(await refusal(inChannel({ to: general }))).toEqual(invalid('drafts[1]["to"] is not a list'));
  },
);

shows(
  "§2.6 field topic",
  "a channel draft has a topic without null bytes; other drafts ignore it",
  async () => {
    const topic = async (one: object) => (await stored(one)).topic;
    expect(await topic(inChannel({ topic: " plans " }))).toBe("plans");
    expect(await topic(inChannel({ topic: "" }))).toBe("");
    expect(await topic(inChannel({ topic: "t".repeat(61) }))).toBe(`${"t".repeat(57)}...`);
    expect(await topic(draft({ topic: "ignored" }))).toBe("");
    expect(await topic(draft({ type: "private", to: [cleo.id], topic: "ignored" }))).toBe("");
    expect(await refusal(inChannel({ topic: "a\0" }))).toEqual(failure("Topic must not contain null bytes"));
    expect(await refusal(inChannel({ topic: 7 }))).toEqual(invalid('drafts[1]["topic"] is not a string'));
  },
);

shows(
  "§2.6 field content",
  "content is stored as written; it can't be empty or contain null bytes",
  async () => {
    expect((await stored(draft({ content: "*as* it\n\n> was 🦜" }))).content).toBe("*as* it\n\n> was 🦜");
    for (const content of ["", " \n "])
      expect(await refusal(draft({ content }))).toEqual(failure("Message must not be empty"));
    expect(await refusal(draft({ content: "a\0b" }))).toEqual(failure("Message must not contain null bytes"));
    expect(await refusal(draft({ content: 7 }))).toEqual(invalid('drafts[1]["content"] is not a string'));
  },
);

shows("§2.6 field timestamp", "timestamp is the client's in Unix seconds, or else the server's", async () => {
  const timestamp = async (more: object) => (await stored(draft(more))).timestamp;
  expect(await timestamp({ timestamp: 5 })).toBe(5);
  expect(await timestamp({ timestamp: 253_402_300_799 })).toBe(253_402_300_799);
  for (const absent of [undefined, null]) {
    const serverTime = await timestamp({ timestamp: absent });
    expect(Number.isInteger(serverTime)).toBe(true);
    expect(Math.abs(serverTime - Date.now() / 1000)).toBeLessThan(60);
  }
  expect(await refusal(draft({ timestamp: -1 }))).toEqual(failure("Timestamp must not be negative."));
  for (const wrong of ["now", 1.5, 9e12, 1e308])
    expect(await refusal(draft({ timestamp: wrong }))).toEqual(invalid('Invalid drafts[1]["timestamp"]'));
});

shows(
  ["§2.6 field type", "§2.6 field to", "§2.6 field topic", "§2.6 field content", "§2.6 field timestamp"],
  "every field except timestamp is required",
  async () => {
    for (const name of ["type", "to", "topic", "content"]) {
      const { [name as "type"]: _, ...rest } = inChannel() as { type: string };
      expect(await refusal(rest)).toEqual(invalid(`drafts[1]["${name}"] field is missing`));
    }
    const { timestamp: _, ...timeless } = draft();
    expect(await add(timeless)).toMatchObject(success());
  },
);

shows("§4.10 note 1", "bots and guests can store drafts; a key is required", async () => {
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  const bot = aUser({ id: 51, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append(...[guest, bot].map((user) => ({ type: "user_created", user }) as const));
  for (const user of [guest, bot]) {
    const { body } = await server.clientOf(user).post("/drafts", { drafts: [draft()] });
    expect(body).toEqual(success({ ids: [expect.any(Number)] }));
    const { body: foreign } = await server
      .clientOf(user)
      .post("/drafts", { drafts: [inChannel({ to: [secret] })] });
    expect(foreign).toEqual(failure("Invalid channel ID"));
  }
  expect((await request(server.http).post("/api/v1/drafts").type("form").send({})).status).toBe(401);
});
