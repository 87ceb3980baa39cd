import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let channelId: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await owner.patch("/realm", { send_channel_events_messages: false });
  for (const who of [owner, ben])
    await who.post("/users/me/subscriptions", { subscriptions: [{ name: "work" }] });
  channelId = (await owner.get("/get_stream_id", { stream: "work" })).body.stream_id;
  for (const [pattern, url_template] of [
    ["(?P<id>ABC-[0-9]+)", "https://abc.example.com/{id}"],
    ["(?P<id>[A-Z]+-[0-9]+)", "https://other.example.com/{id}"],
    ["hello#(?P<id>[0-9]+)", "https://hello.example.com/{id}"],
    ["#(?P<id>[0-9]+)", "https://tracker.example.com/{id}"],
    ["go (?P<to>.+)", "https://go.example.com/{+to}"],
  ])
    await owner.post("/realm/filters", { pattern, url_template });
});
afterAll(() => server.stop());

const send = async (topic: string): Promise<number> =>
  (await ben.post("/messages", { type: "channel", to: channelId, topic, content: "hello" })).body.id;
const linksOf = async (id: number) => (await owner.get(`/messages/${id}`)).body.message.topic_links;

test.each<[string, readonly (readonly [string, string])[]]>([
  ["nothing here", []],
  ["ABC-1", [["ABC-1", "https://abc.example.com/ABC-1"]]],
  ["XYZ-1 ABC-2", [["XYZ-1", "https://other.example.com/XYZ-1"], ["ABC-2", "https://abc.example.com/ABC-2"]]], // biome-ignore format: a table
  ["hello#1 #2", [["hello#1", "https://hello.example.com/1"], ["#2", "https://tracker.example.com/2"]]], // biome-ignore format: a table
  ["google.com, #3", [["google.com", "https://google.com"], ["#3", "https://tracker.example.com/3"]]], // biome-ignore format: a table
  ["✔ #4", [["#4", "https://tracker.example.com/4"]]],
  ["#4x", []],
  ["go a/b", [["go a/b", "https://go.example.com/a/b"]]],
])("the topic %j has the right links", async (topic, links) => {
  expect(await linksOf(await send(topic))).toEqual(links.map(([text, url]) => ({ text, url })));
});

test("messages have topic links when sent, fetched and moved", async () => {
  const events = await listenTo(owner, ["message", "update_message"], { client_capabilities: {} });
  const id = await send("about #5");
  const link = (number: number) => [{ text: `#${number}`, url: `https://tracker.example.com/${number}` }];
  const { body } = await owner.get("/messages", { anchor: id, num_before: 0, num_after: 0 });
  expect(body.messages[0].topic_links).toEqual(link(5));
  await ben.patch(`/messages/${id}`, { topic: "about #6" });
  await ben.patch(`/messages/${id}`, { content: "only the content" });
  expect(await linksOf(id)).toEqual(link(6));
  const [sent, moved, edited] = await events();
  expect(sent).toMatchObject({ message: { topic_links: link(5) } });
  expect(moved).toMatchObject({ subject: "about #6", topic_links: link(6) });
  expect(edited).not.toHaveProperty("topic_links");
});

test("direct messages have no topic links, and a change of linkifiers takes effect at once", async () => {
  const direct = await ben.post("/messages", { type: "direct", to: [owner.id], content: "#7" });
  expect(await linksOf(direct.body.id)).toEqual([]);
  const id = await send("see NEW7");
  expect(await linksOf(id)).toEqual([]);
  await owner.post("/realm/filters", {
    pattern: "NEW(?P<id>[0-9])",
    url_template: "https://new.example.com/{id}",
  });
  expect(await linksOf(id)).toEqual([{ text: "NEW7", url: "https://new.example.com/7" }]);
});
