import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const say = async (content: string, topic = "talk"): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: "general", topic, content })).body.id;
const page = { anchor: "newest", num_before: 100, num_after: 0 };
const search = async (operand: unknown, more: readonly object[] = [], who = ben) => {
  const narrow = [{ operator: "search", operand }, ...more];
  const { body } = await who.get("/messages", { ...page, narrow });
  if (body.messages === undefined) throw new Error(body.msg);
  return body.messages as { id: number; match_content: string; match_subject: string }[];
};
const found = async (operand: string, more: readonly object[] = []) =>
  (await search(operand, more)).map(({ id }) => id);

test("finds words in any form, anywhere in content or topic", async () => {
  const ids = [
    await say("We were running late for the meeting"),
    await say("nothing here", "meetings and runs"),
    await say("a run alone"),
  ];
  expect(await found("meet run")).toEqual([ids[0], ids[1]]);
  expect(await found("RUNS")).toEqual(ids);
  expect(await found("walk")).toEqual([]);
});

test("finds phrases literally", async () => {
  const [match] = [await say("the quick brown fox"), await say("brown and quick is the fox")];
  expect(await found('"quick brown"')).toEqual([match]);
  expect(await found('fox "QUICK brown"')).toEqual([match]);
  expect(await found("quick brown")).toHaveLength(2);
  expect(await found('"100%_"')).toEqual([]);
});

test.each([
  ["Chinese", "明天我们在东京开会讨论预算", "东京", "京东"],
  ["Japanese", "東京タワーへ行きました", "タワー", "ワータ"],
  ["Korean", "내일 회의실에서 만나요", "회의실", "실의회"],
])("finds a run of %s characters in their order", async (_language, content, part, shuffled) => {
  const id = await say(content);
  expect(await found(part)).toEqual([id]);
  expect(await found(shuffled)).toEqual([]);
  const [message] = await search(part);
  expect(message?.match_content).toContain(`<span class="highlight">${part}</span>`);
});

test("matches are highlighted in the content's HTML and in the topic", async () => {
  await say("see **painted** walls & <doors>", "painting <the> shed");
  const [message] = await search("paint");
  expect(message?.match_content).toBe(
    '<p>see <strong><span class="highlight">painted</span></strong> walls &amp; &lt;doors&gt;</p>',
  );
  expect(message?.match_subject).toBe('<span class="highlight">painting</span> &lt;the&gt; shed');
  const { body } = await ben.get("/messages", { ...page, narrow: [["topic", "painting <the> shed"]] });
  expect(body.messages[0]).not.toHaveProperty("match_content");
});

test("a search combines with other terms, and with negated ones", async () => {
  const [here, there] = [await say("pineapple", "fruit"), await say("pineapple", "pizza")];
  const topic = { operator: "topic", operand: "fruit" };
  expect(await found("pineapple", [topic])).toEqual([here]);
  expect(await found("pineapple", [{ ...topic, negated: true }])).toEqual([there]);
  const not = { operator: "search", operand: "pineapple", negated: true };
  const rest = await ben.get("/messages", { ...page, narrow: [topic, not, ["channel", "general"]] });
  expect(rest.body.messages).toEqual([]);
});

test("unreadable messages are not found, and edits are found at once", async () => {
  const { body } = await owner.post("/messages", { type: "direct", to: [owner.id], content: "zebra" });
  expect(await found("zebra")).toEqual([]);
  expect((await search("zebra", [], owner)).map(({ id }) => id)).toEqual([body.id]);
  const id = await say("giraffe");
  await owner.patch(`/messages/${id}`, { content: "elephant" });
  expect([await found("giraffe"), await found("elephant")]).toEqual([[], [id]]);
});

test("messages with reactions are found", async () => {
  const id = await say("liked");
  await ben.post(`/messages/${id}/reactions`, { emoji_name: "car" });
  const { body } = await ben.get("/messages", {
    ...page,
    narrow: [
      ["has", "reaction"],
      ["channel", "general"],
    ],
  });
  expect(body.messages.map((message: { id: number }) => message.id)).toEqual([id]);
});

test("refuses an empty search", async () => {
  const { body } = await ben.get("/messages", { ...page, narrow: [["search", ' "" ']] });
  expect(body.msg).toBe("Invalid narrow operator: nothing to search for");
});

test("returns matches among given message ids with highlights", async () => {
  const ids = [await say("walrus one"), await say("seal two")];
  const { body } = await ben.get("/messages/matches_narrow", {
    msg_ids: [...ids, 999_999],
    narrow: [["search", "walrus"]],
  });
  expect(body.messages).toEqual({
    [ids[0] ?? 0]: {
      match_content: '<p><span class="highlight">walrus</span> one</p>',
      match_subject: "talk",
    },
  });
});

test("an operand has at most a thousand entries", async () => {
  const operand = Array.from({ length: 1001 }, () => owner.id);
  const { body } = await ben.get("/messages", { ...page, narrow: [{ operator: "dm-including", operand }] });
  expect(body).toMatchObject({
    code: "BAD_NARROW",
    msg: "Invalid narrow operator: an operand of more than 1000 entries",
  });
});

test.each<[string, object[]]>([
  ["a search of 40,000 words", [{ operator: "search", operand: "word ".repeat(40_000) }]],
  ["a search of a few hundred phrases", [{ operator: "search", operand: '"a b" '.repeat(300) }]],
  ["many searches", Array.from({ length: 40 }, () => ({ operator: "search", operand: "one two" }))],
  ["many terms", Array.from({ length: 60 }, () => ({ operator: "is", operand: "starred" }))],
  ["a list of thousands of ids", [{ operator: "dm", operand: Array.from({ length: 5000 }, (_, id) => id) }]],
])("refuses %s before doing any work", async (_what, narrow) => {
  const begun = process.cpuUsage().user;
  for (const call of [
    ben.post("/messages/flags/narrow", { ...page, narrow, op: "add", flag: "starred" }),
    ben.post("/register", { narrow, fetch_event_types: ["realm_domains"] }),
  ]) {
    const { status, body } = await call;
    expect([status, body.result]).toEqual([400, "error"]);
  }
  expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(1000);
});
