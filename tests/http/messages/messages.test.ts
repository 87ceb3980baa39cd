import request from "supertest";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const toGeneral = { type: "channel", to: "general", topic: "plans", content: "Hello, **world**" };
const failure = (code: string, msg: string, more: object = {}) => ({ result: "error", code, msg, ...more });

describe("sending", () => {
  test("a channel message has every field", async () => {
    const sent = await owner.post("/messages", toGeneral);
    expect(sent.body).toEqual({
      result: "success",
      msg: "",
      id: expect.any(Number),
      message_url: expect.any(String),
      message_link: expect.any(String),
      automatic_new_visibility_policy: 3,
    });
    const listed = await ben.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 });
    expect(listed.body).toEqual({
      result: "success",
      msg: "",
      anchor: 10_000_000_000_000_000,
      history_limited: false,
      found_anchor: false,
      found_newest: true,
      found_oldest: expect.any(Boolean),
      messages: [
        {
          id: sent.body.id,
          sender_id: owner.id,
          content: "<p>Hello, <strong>world</strong></p>",
          content_type: "text/html",
          recipient_id: expect.any(Number),
          timestamp: expect.any(Number),
          client: expect.any(String),
          subject: "plans",
          topic_links: [],
          is_me_message: false,
          reactions: [],
          submessages: [],
          sender_full_name: "Olive Owner",
          sender_email: "owner@example.com",
          sender_realm_str: "",
          avatar_url: `/avatar/${owner.id}?version=1`,
          type: "stream",
          stream_id: 1,
          display_recipient: "general",
          flags: [],
        },
      ],
    });
  });

  test.each([
    ["by name", "general"],
    ["by a quoted name", '"general"'],
    ["by id", "1"],
    ["by a list of one", '["general"]'],
  ])("accepts a channel %s", async (_how, to) => {
    const { body } = await owner.post("/messages", { ...toGeneral, type: "stream", to });
    expect(body).toMatchObject({ result: "success" });
  });

  test.each([
    ["ids", () => JSON.stringify([ben.id])],
    ["addresses", () => JSON.stringify([ben.email])],
    ["addresses between commas", () => `${ben.email},${owner.email}`],
    ["dummy addresses", () => `user${ben.id}@chat.example.com`],
  ])("accepts people by %s", async (_how, to) => {
    const sent = await owner.post("/messages", { type: "direct", to: to(), content: "just us" });
    expect(sent.body).toMatchObject({ result: "success" });
    const { body } = await ben.get(`/messages/${sent.body.id}`);
    expect(body.message).toMatchObject({ type: "private", subject: "" });
    expect(body.message.display_recipient.map(({ id }: { id: number }) => id)).toEqual([owner.id, ben.id]);
    expect(body.raw_content).toBe("just us");
  });

  test.each<[string, object, object]>([
    [
      "an unknown channel name",
      { to: "nowhere" },
      failure("STREAM_DOES_NOT_EXIST", "Channel 'nowhere' does not exist", { stream: "nowhere" }),
    ],
    [
      "an unknown channel id",
      { to: "999" },
      failure("STREAM_DOES_NOT_EXIST", "Channel with ID '999' does not exist", { stream_id: 999 }),
    ],
    ["two channels", { to: '["general","random"]' }, failure("BAD_REQUEST", "Expected exactly one channel")],
    [
      "a channel name of the wrong type",
      { to: '{"a":1}' },
      failure("BAD_REQUEST", "Invalid data type for channel"),
    ],
    ["an empty message", { content: " \n " }, failure("BAD_REQUEST", "Message must not be empty")],
    ["null bytes", { content: "a\0b" }, failure("BAD_REQUEST", "Message must not contain null bytes")],
    [
      "an unknown type",
      { type: "shout" },
      failure("REQUEST_VARIABLE_INVALID", "Invalid type", { var_name: "type" }),
    ],
    ["no recipients", { type: "direct", to: "[]" }, failure("BAD_REQUEST", "Message must have recipients")],
    [
      "an unknown address",
      { type: "direct", to: "x@example.com" },
      failure("BAD_REQUEST", "Invalid email 'x@example.com'"),
    ],
    ["an unknown user id", { type: "direct", to: "[999]" }, failure("BAD_REQUEST", "Invalid user ID 999")],
    [
      "ids mixed with addresses",
      { type: "direct", to: '[1,"x@example.com"]' },
      failure("BAD_REQUEST", "Recipient lists may contain emails or user IDs, but not both."),
    ],
    [
      "recipients of the wrong type",
      { type: "direct", to: "[true]" },
      failure("BAD_REQUEST", "Invalid data type for recipients"),
    ],
  ])("refuses %s", async (_what, change, expected) => {
    const { status, body } = await owner.post("/messages", { ...toGeneral, ...change });
    expect([status, body]).toEqual([400, expected]);
  });

  test.each(["type", "to", "content"])("requires %s", async (name) => {
    const { [name as "to"]: _left, ...rest } = toGeneral;
    const { status, body } = await owner.post("/messages", rest);
    expect([status, body]).toEqual([
      400,
      failure("REQUEST_VARIABLE_MISSING", `Missing '${name}' argument`, { var_name: name }),
    ]);
  });

  test("a channel message needs a topic, under its new name or its old one", async () => {
    const { topic, ...rest } = toGeneral;
    expect((await owner.post("/messages", rest)).body).toEqual(failure("BAD_REQUEST", "Missing topic"));
    expect((await owner.post("/messages", { ...rest, subject: topic })).body.result).toBe("success");
    expect((await owner.post("/messages", { ...toGeneral, subject: topic })).body.msg).toBe(
      "Can't decide between 'topic' and 'subject' arguments",
    );
  });

  test("content is cut at 10,000 characters, and a topic at 60", async () => {
    const { body } = await owner.post("/messages", {
      ...toGeneral,
      content: "é".repeat(10_500),
      topic: "t".repeat(80),
    });
    const { body: one } = await owner.get(`/messages/${body.id}`);
    expect([...one.raw_content]).toHaveLength(10_000);
    expect(one.raw_content).toMatch(/é\n\[message truncated\]$/);
    expect(one.message.subject).toBe(`${"t".repeat(57)}...`);
  });

  test("names unsupported parameters", async () => {
    const { body } = await owner.post("/messages", { ...toGeneral, mood: "fine", zeal: 1 });
    expect(body.ignored_parameters_unsupported).toEqual(["mood", "zeal"]);
  });

  test("accepts multipart bodies like forms", async () => {
    let call = request(server.http).post("/api/v1/messages").auth(owner.email, owner.apiKey);
    for (const [name, value] of Object.entries(toGeneral)) call = call.field(name, value);
    expect((await call).body.result).toBe("success");
  });
});

describe("fetching", () => {
  let ids: number[];
  let cleo: Client;

  beforeAll(async () => {
    cleo = await server.newMember("Cleo");
    await owner.patch("/realm", { send_channel_events_messages: false });
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "archive" }] });
    ids = [];
    for (let index = 0; index < 10; index += 1)
      ids.push(
        (
          await owner.post("/messages", {
            ...toGeneral,
            to: "archive",
            topic: `t${index % 2}`,
            content: `m${index}`,
          })
        ).body.id,
      );
    await cleo.post("/users/me/subscriptions", { subscriptions: [{ name: "archive" }] });
  });

  const inArchive = [{ operator: "channel", operand: "archive" }];
  const fetch = async (query: object, who = cleo) => {
    const { body } = await who.get("/messages", { narrow: inArchive, num_before: 0, num_after: 0, ...query });
    return { ...body, ids: body.messages?.map(({ id }: { id: number }) => id) };
  };

  test("an anchor returns messages on both sides and reports the ends", async () => {
    const page = await fetch({ anchor: ids[5], num_before: 2, num_after: 2 });
    expect(page.ids).toEqual(ids.slice(3, 8));
    expect(page).toMatchObject({
      anchor: ids[5],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
    });
    const all = await fetch({ anchor: ids[5], num_before: 5, num_after: 4 });
    expect(all).toMatchObject({ ids, found_oldest: true, found_newest: true });
  });

  test("any id greater than all messages means the newest", async () => {
    for (const anchor of ["10000000000000000", "9".repeat(400)])
      expect(await fetch({ anchor, num_before: 2 })).toMatchObject({
        ids: ids.slice(8),
        anchor: 10_000_000_000_000_000,
        found_newest: true,
      });
  });

  test("the first unread message is an anchor, by either name", async () => {
    const { body } = await owner.post("/messages", {
      ...toGeneral,
      to: "archive",
      content: "unread by Cleo",
    });
    expect(await fetch({ anchor: "first_unread" })).toMatchObject({ ids: [body.id], anchor: body.id });
    expect((await fetch({ use_first_unread_anchor: true })).anchor).toBe(body.id);
  });

  test.each<[string, object, number[]]>([
    ["topic", [...inArchive, { operator: "topic", operand: "T1" }], [1, 3, 5, 7, 9]],
    ["not topic", [...inArchive, { operator: "topic", operand: "t1", negated: true }], [0, 2, 4, 6, 8]],
    [
      "an old-style narrow",
      [
        ["stream", "archive"],
        ["topic", "t0"],
      ],
      [0, 2, 4, 6, 8],
    ],
    [
      "a negated old-style narrow",
      [
        ["stream", "archive"],
        ["-topic", "t0"],
      ],
      [1, 3, 5, 7, 9],
    ],
    [
      "sender",
      [...inArchive, { operator: "sender", operand: "owner@example.com" }],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ],
  ])("narrows by %s", async (_what, narrow, indexes) => {
    const page = await fetch({ narrow, anchor: ids[9], num_before: 20 });
    expect(page.ids).toEqual(indexes.map((index) => ids[index]));
  });

  test("Markdown source is returned on request", async () => {
    const { messages } = await fetch({ anchor: ids[0], apply_markdown: false });
    expect(messages[0]).toMatchObject({ content: "m0", content_type: "text/x-markdown" });
  });

  test.each<[string, object, object]>([
    [
      "a malformed anchor",
      { anchor: "middle" },
      failure("REQUEST_VARIABLE_INVALID", "Invalid anchor", { var_name: "anchor" }),
    ],
    ["no anchor", {}, failure("BAD_REQUEST", "Missing 'anchor' argument.")],
    [
      "too many messages",
      { anchor: "newest", num_before: 5001 },
      failure("BAD_REQUEST", "Too many messages requested (maximum 5000)."),
    ],
    [
      "a malformed number",
      { anchor: "newest", num_before: "few" },
      failure("REQUEST_VARIABLE_INVALID", "num_before is not valid JSON", { var_name: "num_before" }),
    ],
    [
      "a negative number",
      { anchor: "newest", num_before: -1 },
      failure("REQUEST_VARIABLE_INVALID", "num_before is too small", { var_name: "num_before" }),
    ],
    [
      "an unknown operator",
      { anchor: "newest", narrow: [["shape", "round"]] },
      failure("BAD_NARROW", "Invalid narrow operator: unknown operator shape", {
        desc: "unknown operator shape",
      }),
    ],
    [
      "an unknown channel",
      { anchor: "newest", narrow: [["channel", "nowhere"]] },
      failure("BAD_NARROW", "Invalid narrow operator: unknown channel", { desc: "unknown channel" }),
    ],
    [
      "a narrow that is not a list",
      { anchor: "newest", narrow: { a: 1 } },
      failure("REQUEST_VARIABLE_INVALID", "narrow is not a list", { var_name: "narrow" }),
    ],
  ])("refuses %s", async (_what, query, expected) => {
    const { status, body } = await cleo.get("/messages", { num_before: 0, num_after: 0, ...query });
    expect([status, body]).toEqual([400, expected]);
  });
});

describe("flags", () => {
  const flagsOf = async (who: Client, id: number) => (await who.get(`/messages/${id}`)).body.message.flags;

  test.each(["read", "starred", "collapsed"])(
    "%s can be added and removed, for the caller alone",
    async (flag) => {
      const { id } = (await owner.post("/messages", toGeneral)).body;
      const added = await ben.post("/messages/flags", { messages: [id], op: "add", flag });
      expect(added.body).toEqual({
        result: "success",
        msg: "",
        messages: [id],
        ignored_because_not_subscribed_channels: [],
      });
      expect(await flagsOf(ben, id)).toContain(flag);
      expect(await flagsOf(owner, id)).not.toContain(flag);
      await ben.post("/messages/flags", { messages: [id], op: "remove", flag });
      expect(await flagsOf(ben, id)).not.toContain(flag);
    },
  );

  test("a message is read for a sender who typed it, and can be marked unread", async () => {
    const { id } = (await owner.post("/messages", toGeneral).set("User-Agent", "ZulipMobile/1.0")).body;
    expect(await flagsOf(owner, id)).toEqual(["read"]);
    await owner.post("/messages/flags", { messages: [id], op: "remove", flag: "read" });
    expect(await flagsOf(owner, id)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["unknown flags", { flag: "shiny" }, "Invalid flag: 'shiny'"],
    ["flags only the server sets", { flag: "mentioned" }, "Flag not editable: 'mentioned'"],
    ["unknown operations", { op: "flip" }, "Invalid message flag operation: 'flip'"],
    ["unknown messages", { messages: [9_999_999] }, "Invalid message(s)"],
  ])("refuses %s", async (_what, change, msg) => {
    const { body } = await ben.post("/messages/flags", { messages: [1], op: "add", flag: "read", ...change });
    expect(body).toEqual(failure("BAD_REQUEST", msg));
  });
});
