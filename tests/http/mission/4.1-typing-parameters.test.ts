import request from "supertest";
import { addUser } from "../../support/http/add-user";
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
});
afterAll(() => server.stop());

const knowing = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } };
const listen = (more: object = knowing) => listenTo(ben, ["typing"], more);
const typing = async (form: object) => (await owner.post("/typing", form)).body;
const inGeneral = () => ({ type: "channel", stream_id: general, topic: "lunch" });
const missing = (name: string) =>
  failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
const invalid = (name: string, msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });

shows(
  ["§4.1 parameter type", "§9 deprecated the type value private for typing"],
  "type defaults to direct; `stream` and `channel` mean the same; refuses other values",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(215);
    const bensEvents = await listen();
    for (const type of [{}, { type: "direct" }]) await typing({ ...type, op: "start", to: [ben.id] });
    for (const type of ["stream", "channel"]) await typing({ ...inGeneral(), type, op: "start" });
    const words = (await bensEvents()) as { message_type: string }[];
    expect(words.map(({ message_type }) => message_type)).toEqual(["direct", "direct", "stream", "stream"]);
    for (const type of ["private", "huddle", "", "Direct", '"direct"'])
      expect(await typing({ type, op: "start", to: [ben.id] })).toEqual(invalid("type", "Invalid type"));
    expect(await bensEvents()).toEqual([]);
  },
);

shows("§4.1 parameter op", "op is required and must be start or stop", async () => {
  const bensEvents = await listen();
  for (const place of [{ to: [ben.id] }, inGeneral()]) {
    expect(await typing(place)).toEqual(missing("op"));
    for (const op of ["pause", "", "START", "true"])
      expect(await typing({ ...place, op })).toEqual(invalid("op", "Invalid op"));
  }
  expect(await bensEvents()).toEqual([]);
});

shows(
  "§4.1 parameter to",
  "to is a list of user ids, even for one user, and always includes the sender",
  async () => {
    const bensEvents = await listen();
    for (const to of [[ben.id], [ben.id, owner.id, ben.id], [cleo.id, ben.id]])
      expect(await typing({ op: "start", to })).toEqual(success());
    const recipients = ((await bensEvents()) as { recipients: { user_id: number }[] }[]).map((event) =>
      event.recipients.map(({ user_id }) => user_id),
    );
    expect(recipients).toEqual([
      [owner.id, ben.id],
      [owner.id, ben.id],
      [owner.id, ben.id, cleo.id],
    ]);
    // Nobody else gets an event for a note to self, and a deactivated user still counts.
    expect(await typing({ op: "start", to: [owner.id] })).toEqual(success());
    const deactivated = await addUser(server, { isActive: false });
    expect(await typing({ op: "start", to: [deactivated.id, ben.id] })).toEqual(success());
    const people = [owner, ben, deactivated].map(({ id }) => expect.objectContaining({ user_id: id }));
    expect(await bensEvents()).toEqual([expect.objectContaining({ recipients: people })]);
  },
);

shows("§4.1 parameter to", "refuses a missing `to` and unknown users, and notifies nobody", async () => {
  const bensEvents = await listen();
  const start = (to: unknown) => typing({ op: "start", to });
  expect(await typing({ op: "start" })).toEqual(failure("Missing 'to' argument"));
  expect(await start([])).toEqual(failure("Empty 'to' list"));
  expect(await start([ben.id, 999])).toEqual(failure("Invalid user ID 999"));
  expect(await start([ben.id, "a"])).toEqual(invalid("to", "to[1] is not an integer"));
  expect(await start(ben.id)).toEqual(invalid("to", "to is not a list"));
  expect(await start([1.5])).toEqual(invalid("to", "to[0] is not an integer"));
  expect(await start(ben.email)).toEqual(invalid("to", "to is not valid JSON"));
  expect(await bensEvents()).toEqual([]);
});

shows(
  ["§4.1 parameter to", "§9 level of typing channel notifications"],
  "to is ignored for channels, where stream_id counts",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(248);
    const bensEvents = await listen();
    for (const to of [[999], [], [general, general]])
      expect(await typing({ ...inGeneral(), op: "start", to })).toEqual(success());
    const { type: _, ...place } = inGeneral();
    expect(await bensEvents()).toEqual(Array(3).fill(expect.objectContaining({ ...place, op: "start" })));
  },
);

shows(
  ["§4.1 parameter stream_id", "§4.1 parameter topic"],
  "stream_id and topic are ignored for direct messages",
  async () => {
    const bensEvents = await listen();
    expect(await typing({ op: "start", to: [ben.id], stream_id: 999, topic: "lunch" })).toEqual(success());
    const [event] = await bensEvents();
    expect(event).toMatchObject({ message_type: "direct", op: "start" });
    expect(Object.keys(event ?? {})).not.toEqual(expect.arrayContaining(["stream_id"]));
    expect(Object.keys(event ?? {})).not.toEqual(expect.arrayContaining(["topic"]));
  },
);

shows("§4.1 parameter stream_id", "stream_id must name an existing channel", async () => {
  const inChannel = (stream_id: unknown) => typing({ ...inGeneral(), stream_id, op: "start" });
  for (const id of [999, 0, -1]) expect(await inChannel(id)).toEqual(failure("Invalid channel ID"));
  expect(await inChannel("general")).toEqual(invalid("stream_id", "stream_id is not valid JSON"));
  expect(await inChannel([general])).toEqual(invalid("stream_id", "stream_id is not an integer"));
  expect(await inChannel(general)).toEqual(success());
});

shows(
  [
    "§4.1 parameter topic",
    "§9 level of (no topic) read as empty at",
    "§9 level of empty topic names valid at",
  ],
  "topic is required and may be empty, also as '(no topic)' or the name clients show for it",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(372);
    const { body } = await owner.post("/register", { fetch_event_types: ["realm"] });
    const shown = body.realm_empty_topic_display_name;
    expect(typeof shown).toBe("string");
    const [bensEvents, bensOldEvents] = [
      await listen(),
      await listen({ client_capabilities: { stream_typing_notifications: true } }),
    ];
    expect(await typing({ type: "stream", stream_id: general, op: "start" })).toEqual(
      failure("Missing topic"),
    );
    for (const topic of ["", "(no topic)", shown, "(NO TOPIC)", "lunch"])
      expect(await typing({ ...inGeneral(), topic, op: "start" })).toEqual(success());
    const topics = (events: readonly object[]) => events.map((event) => (event as { topic: string }).topic);
    expect(topics(await bensEvents())).toEqual(["", "", "", "(NO TOPIC)", "lunch"]);
    expect(topics(await bensOldEvents())).toEqual([shown, shown, shown, "(NO TOPIC)", "lunch"]);
  },
);

shows("§4.1 parameter topic", "topic is trimmed and cut to 60 characters like a message's", async () => {
  const bensEvents = await listen();
  for (const topic of ["  lunch ", "t".repeat(60), "t".repeat(61)])
    expect(await typing({ ...inGeneral(), topic, op: "start" })).toEqual(success());
  expect(((await bensEvents()) as { topic: string }[]).map(({ topic }) => topic)).toEqual([
    "lunch",
    "t".repeat(60),
    `${"t".repeat(57)}...`,
  ]);
});

shows(
  ["§4.1 parameter type", "§4.1 parameter to", "§4.1 parameter topic"],
  "the parameters may come in a form, the query or a multipart body",
  async () => {
    const bensEvents = await listen();
    const post = (query = "") =>
      request(server.http).post(`/api/v1/typing${query}`).auth(owner.email, owner.apiKey);
    const answers = [
      await post().send(`type=channel&stream_id=${general}&topic=a+b&op=start`),
      await post(`?type=channel&stream_id=${general}&topic=a+b&op=start`),
      await post().field({ type: "channel", stream_id: String(general), topic: "a b", op: "start" }),
      await post().field({ to: `[${ben.id}]`, op: "start" }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, success()]);
    const inChannel = expect.objectContaining({ stream_id: general, topic: "a b" });
    expect(await bensEvents()).toEqual([
      inChannel,
      inChannel,
      inChannel,
      expect.objectContaining({ message_type: "direct" }),
    ]);
  },
);
