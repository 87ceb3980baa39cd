import request from "supertest";
import { type Client, startServer, type TestServer } from "../../support/http-application";
import { levelOf, shows } from "../../support/mission";
import { addUser } from "../../support/people";
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
  "it is direct where it is left out, stream and channel mean the same, and anything else is refused",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(215);
    const bens = await listen();
    for (const type of [{}, { type: "direct" }]) await typing({ ...type, op: "start", to: [ben.id] });
    for (const type of ["stream", "channel"]) await typing({ ...inGeneral(), type, op: "start" });
    const words = (await bens()) as { message_type: string }[];
    expect(words.map(({ message_type }) => message_type)).toEqual(["direct", "direct", "stream", "stream"]);
    for (const type of ["private", "huddle", "", "Direct", '"direct"'])
      expect(await typing({ type, op: "start", to: [ben.id] })).toEqual(invalid("type", "Invalid type"));
    expect(await bens()).toEqual([]);
  },
);

shows("§4.1 parameter op", "it must be there, and start or stop", async () => {
  const bens = await listen();
  for (const place of [{ to: [ben.id] }, inGeneral()]) {
    expect(await typing(place)).toEqual(missing("op"));
    for (const op of ["pause", "", "START", "true"])
      expect(await typing({ ...place, op })).toEqual(invalid("op", "Invalid op"));
  }
  expect(await bens()).toEqual([]);
});

shows(
  "§4.1 parameter to",
  "it is a list of user ids, even for one; oneself is always among them",
  async () => {
    const bens = await listen();
    for (const to of [[ben.id], [ben.id, owner.id, ben.id], [cleo.id, ben.id]])
      expect(await typing({ op: "start", to })).toEqual(success());
    const recipients = ((await bens()) as { recipients: { user_id: number }[] }[]).map((word) =>
      word.recipients.map(({ user_id }) => user_id),
    );
    expect(recipients).toEqual([
      [owner.id, ben.id],
      [owner.id, ben.id],
      [owner.id, ben.id, cleo.id],
    ]);
    // Nobody else hears of a note to oneself, and somebody deactivated is still somebody.
    expect(await typing({ op: "start", to: [owner.id] })).toEqual(success());
    const gone = await addUser(server, { isActive: false });
    expect(await typing({ op: "start", to: [gone.id, ben.id] })).toEqual(success());
    const people = [owner, ben, gone].map(({ id }) => expect.objectContaining({ user_id: id }));
    expect(await bens()).toEqual([expect.objectContaining({ recipients: people })]);
  },
);

shows(
  "§4.1 parameter to",
  "without it, or with anything that isn't users of the realm, nobody hears",
  async () => {
    const bens = await listen();
    const start = (to: unknown) => typing({ op: "start", to });
    expect(await typing({ op: "start" })).toEqual(failure("Missing 'to' argument"));
    expect(await start([])).toEqual(failure("Empty 'to' list"));
    expect(await start([ben.id, 999])).toEqual(failure("Invalid user ID 999"));
    expect(await start([ben.id, "a"])).toEqual(invalid("to", "to[1] is not an integer"));
    expect(await start(ben.id)).toEqual(invalid("to", "to is not a list"));
    expect(await start([1.5])).toEqual(invalid("to", "to[0] is not an integer"));
    expect(await start(ben.email)).toEqual(invalid("to", "to is not valid JSON"));
    expect(await bens()).toEqual([]);
  },
);

shows(
  ["§4.1 parameter to", "§9 level of typing channel notifications"],
  "in a channel it is ignored: the channel is where stream_id says",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(248);
    const bens = await listen();
    for (const to of [[999], [], [general, general]])
      expect(await typing({ ...inGeneral(), op: "start", to })).toEqual(success());
    const { type: _, ...place } = inGeneral();
    expect(await bens()).toEqual(Array(3).fill(expect.objectContaining({ ...place, op: "start" })));
  },
);

shows(
  ["§4.1 parameter stream_id", "§4.1 parameter topic"],
  "both are ignored for direct messages",
  async () => {
    const bens = await listen();
    expect(await typing({ op: "start", to: [ben.id], stream_id: 999, topic: "lunch" })).toEqual(success());
    const [word] = await bens();
    expect(word).toMatchObject({ message_type: "direct", op: "start" });
    expect(Object.keys(word ?? {})).not.toEqual(expect.arrayContaining(["stream_id"]));
    expect(Object.keys(word ?? {})).not.toEqual(expect.arrayContaining(["topic"]));
  },
);

shows("§4.1 parameter stream_id", "it is the id of a channel that is there", async () => {
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
  "it must be there, and may be empty: so are read '(no topic)' and the name that clients show for it",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(372);
    const { body } = await owner.post("/register", { fetch_event_types: ["realm"] });
    const shown = body.realm_empty_topic_display_name;
    expect(typeof shown).toBe("string");
    const [bens, bensOld] = [
      await listen(),
      await listen({ client_capabilities: { stream_typing_notifications: true } }),
    ];
    expect(await typing({ type: "stream", stream_id: general, op: "start" })).toEqual(
      failure("Missing topic"),
    );
    for (const topic of ["", "(no topic)", shown, "(NO TOPIC)", "lunch"])
      expect(await typing({ ...inGeneral(), topic, op: "start" })).toEqual(success());
    const topics = (words: readonly object[]) => words.map((word) => (word as { topic: string }).topic);
    expect(topics(await bens())).toEqual(["", "", "", "(NO TOPIC)", "lunch"]);
    expect(topics(await bensOld())).toEqual([shown, shown, shown, "(NO TOPIC)", "lunch"]);
  },
);

shows(
  "§4.1 parameter topic",
  "it is told as a message's topic would be: trimmed, and of 60 characters",
  async () => {
    const bens = await listen();
    for (const topic of ["  lunch ", "t".repeat(60), "t".repeat(61)])
      expect(await typing({ ...inGeneral(), topic, op: "start" })).toEqual(success());
    expect(((await bens()) as { topic: string }[]).map(({ topic }) => topic)).toEqual([
      "lunch",
      "t".repeat(60),
      `${"t".repeat(57)}...`,
    ]);
  },
);

shows(
  ["§4.1 parameter type", "§4.1 parameter to", "§4.1 parameter topic"],
  "they may come as a form, in the query or in a multipart body",
  async () => {
    const bens = await listen();
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
    expect(await bens()).toEqual([
      inChannel,
      inChannel,
      inChannel,
      expect.objectContaining({ message_type: "direct" }),
    ]);
  },
);
