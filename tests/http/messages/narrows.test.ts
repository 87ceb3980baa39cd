import { aMessageSent } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

const say = async (topic: string, content = "x", to: unknown = general, who = owner): Promise<number> =>
  (await who.post("/messages", { type: "channel", to, topic, content })).body.id;
const write = async (to: readonly Client[], who = owner): Promise<number> =>
  (await who.post("/messages", { type: "direct", to: to.map(({ id }) => id), content: "x" })).body.id;
const idsOf = (messages: readonly { id: number }[]) => messages.map(({ id }) => id);
const page = { anchor: "newest", num_before: 100, num_after: 0 };
const find = async (narrow: unknown, who = ben, query: object = {}) => {
  const { body } = await who.get("/messages", { ...page, narrow, ...query });
  return body.messages ? idsOf(body.messages) : body.msg;
};

describe("narrows find", () => {
  test("direct messages with a user, alone or in a group", async () => {
    const [alone, group] = [await write([ben]), await write([ben, cleo])];
    const withCleo = { operator: "dm-including", operand: [cleo.id] };
    expect(await find([withCleo])).toEqual([group]);
    expect(await find([{ ...withCleo, operand: owner.email }])).toEqual([alone, group]);
    expect(await find([{ ...withCleo, operator: "group-pm-with", operand: owner.id }])).toEqual([group]);
    expect(await find([{ ...withCleo, operand: [999] }])).toMatch(/unknown user/);
  });

  test("starred messages, and unread messages", async () => {
    await ben.post("/mark_all_as_read");
    const ids = [await say("flags"), await say("flags"), await write([ben])];
    await ben.post("/messages/flags", { messages: [ids[0]], op: "add", flag: "starred" });
    await ben.post("/messages/flags", { messages: [ids[1]], op: "add", flag: "read" });
    expect(await find([["is", "starred"]])).toEqual([ids[0]]);
    expect(await find([["is", "unread"]])).toEqual([ids[0], ids[2]]);
    expect(
      await find([
        ["is", "unread"],
        ["is", "dm"],
      ]),
    ).toEqual([ids[2]]);
    const inTopic = [
      ["channel", "general"],
      ["topic", "flags"],
    ];
    expect(await find([...inTopic, ["-is", "unread"]])).toEqual([ids[1]]);
    expect(await find([["is", "starred"]], cleo)).toEqual([]);
    expect(await find([["is", "shiny"]])).toBe("Invalid narrow operator: unknown 'is' operand shiny");
  });

  test("resolved topics", async () => {
    const done = await say("✔ paint the shed");
    await say("paint the fence");
    expect(await find([["is", "resolved"]])).toEqual([done]);
  });

  test("messages with links", async () => {
    const id = await say("links", "[here](https://example.com)");
    await say("links", "no link");
    const inTopic = [
      ["channel", "general"],
      ["topic", "links"],
    ];
    expect(await find([...inTopic, ["has", "link"]])).toEqual([id]);
    expect(await find([...inTopic, ["has", "attachments"]])).toEqual([]);
    expect(await find([["has", "hair"]])).toBe("Invalid narrow operator: unknown 'has' operand hair");
  });

  test("one message by its id, and messages near another", async () => {
    const id = await say("ids");
    expect(await find([{ operator: "id", operand: id }])).toEqual([id]);
    expect(await find([["id", String(id)]])).toEqual([id]);
    expect(await find([["id", "x"]])).toBe("Invalid narrow operator: invalid message ID");
    expect(
      await find([
        ["channel", "general"],
        ["topic", "ids"],
        ["near", String(id)],
      ]),
    ).toEqual([id]);
  });

  test("the conversation of a message", async () => {
    const [one, two] = [await say("with one"), await say("with one")];
    const direct = await write([ben]);
    const withId = (operand: number) => ({ operator: "with", operand });
    expect(await find([withId(one)])).toEqual([one, two]);
    // The narrow's other terms are ignored, because the message may have moved.
    expect(await find([["channel", "general"], ["topic", "old name"], withId(two)])).toEqual([one, two]);
    expect(await find([withId(direct)])).toContain(direct);
    expect(await find([withId(999_999)])).toBe("Invalid narrow operator: invalid 'with' operator");
    expect(await find([["channel", "general"], ["topic", "with one"], withId(999_999)])).toEqual([one, two]);
    expect(await find([withId(one), withId(two)])).toBe("Invalid narrow operator: invalid 'with' operator");
  });
});

describe("messages by id", () => {
  test("return the readable ones in order", async () => {
    const [first, second] = [await say("named"), await say("named")];
    const secret = await write([cleo]);
    const { body } = await ben.get("/messages", { message_ids: [second, secret, 999_999, first] });
    expect(idsOf(body.messages)).toEqual([first, second]);
    expect(Object.keys(body).sort()).toEqual(["history_limited", "messages", "msg", "result"]);
    const narrowed = await ben.get("/messages", { message_ids: [first], narrow: [["topic", "other"]] });
    expect(narrowed.body.messages).toEqual([]);
  });

  test("can't be combined with an anchor", async () => {
    const { body } = await ben.get("/messages", { message_ids: [1], anchor: "newest" });
    expect(body).toEqual(
      failure("Unsupported parameter combination: num_before, num_after, anchor, message_ids"),
    );
    const { body: without } = await ben.get("/messages", { anchor: "newest", num_before: 1 });
    expect(without).toEqual(
      failure("Missing 'num_after' argument", "REQUEST_VARIABLE_MISSING", { var_name: "num_after" }),
    );
  });
});

test("a date is an anchor: the first message sent at or after it", async () => {
  const other = await startServer();
  const channel = (await other.services.directory.stateOf(other.realmId)).channelByName("general");
  const day = (date: string) => Date.parse(`2026-0${date}T12:00:00Z`) / 1000;
  const sentOn = (id: number, date: string) =>
    aMessageSent({
      id,
      sentAt: day(date),
      conversation: { kind: "channel", id: channel?.conversationId ?? 0, channelId: channel?.id ?? 0 },
    });
  await other.append(sentOn(11, "1-10"), sentOn(12, "1-20"), sentOn(14, "2-01"), sentOn(19, "2-02"));
  const anchorAt = async (anchor_date: string) => {
    const { body } = await other.owner.get("/messages", {
      anchor: "date",
      anchor_date,
      num_before: 0,
      num_after: 0,
      narrow: [["channel", "general"]],
    });
    return body.anchor ?? body.msg;
  };
  expect(await anchorAt("2026-01-01")).toBe(11);
  expect(await anchorAt("2026-01-15T00:00:00Z")).toBe(12);
  expect(await anchorAt("2026-02-01T13:00:00+01:00")).toBe(14);
  expect(await anchorAt("2026-02-01T12:00:01")).toBe(19);
  expect(await anchorAt("2026-03-01")).toBe(10_000_000_000_000_000);
  expect(await anchorAt("tomorrow")).toBe("Invalid anchor_date");
  const { body } = await other.owner.get("/messages", { anchor: "date", num_before: 0, num_after: 0 });
  expect(body).toEqual(
    failure("Missing 'anchor_date' argument", "REQUEST_VARIABLE_MISSING", { var_name: "anchor_date" }),
  );
  await other.stop();
});

describe("marking as read", () => {
  const unread = async (who = ben) => find([["is", "unread"]], who);

  test("marks everything", async () => {
    await say("much");
    await write([ben]);
    const events = await listenTo(ben, ["update_message_flags"]);
    expect((await ben.post("/mark_all_as_read")).body).toEqual(success({ complete: true }));
    expect(await unread()).toEqual([]);
    expect(await events()).toEqual([
      {
        type: "update_message_flags",
        op: "add",
        operation: "add",
        flag: "read",
        messages: [],
        all: true,
      },
    ]);
    expect((await ben.post("/mark_all_as_read")).body).toEqual(success({ complete: true }));
    expect(await events()).toEqual([]);
    const next = await say("later");
    expect(await unread()).toEqual([next]);
  });

  test("marks a topic, or a channel", async () => {
    await ben.post("/mark_all_as_read");
    const [one, two] = [await say("first"), await say("second")];
    const elsewhere = await say("third", "x", "random");
    await ben.post("/mark_topic_as_read", { stream_id: general, topic_name: "FIRST" });
    expect(await unread()).toEqual([two, elsewhere]);
    expect(one).toBeLessThan(two);
    const events = await listenTo(ben, ["update_message_flags"]);
    expect((await ben.post("/mark_stream_as_read", { stream_id: general })).body).toEqual(success());
    expect(await events()).toMatchObject([{ messages: [two], all: false }]);
    expect(await unread()).toEqual([elsewhere]);
    expect((await ben.post("/mark_stream_as_read", { stream_id: 999 })).body).toEqual(
      failure("Invalid channel ID"),
    );
  });
});
