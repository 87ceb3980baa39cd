import request, { type Test } from "supertest";
import * as github from "../../support/builders/webhook-payloads/github";
import { onTheWire } from "../../support/clients/on-the-wire";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let bot: Client & { readonly key: string };

const newBot = async (by: Client, name: string, bot_type: number, more: object = {}) => {
  const { body } = await by.post("/bots", { full_name: name, short_name: name, bot_type, ...more });
  const email = `${name}-bot@chat.example.com`;
  return { ...server.clientOf({ id: body.user_id, email }), key: body.api_key as string };
};

beforeAll(async () => {
  server = await startServer();
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  ann = await server.newMember("Ann");
  bot = await newBot(ann, "reporter", 2);
});
afterAll(() => server.stop());

const postTo = (name: string, query: object) =>
  request(server.http).post(`/api/v1/external/${name}`).query(onTheWire(query));
const report = (name: string, query: object, payload: unknown, headers: Record<string, string> = {}): Test =>
  postTo(name, query)
    .set({ "Content-Type": "application/json", ...headers })
    .send(typeof payload === "string" ? payload : JSON.stringify(payload));

const newest = async (
  by: Client,
): Promise<{
  content: string;
  sender_id: number;
  subject: string;
  client: string;
  type: string;
  display_recipient: unknown;
}> =>
  (
    await by.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false })
  ).body.messages.at(-1);
const everything = async (by: Client): Promise<number> =>
  (await by.get("/messages", { anchor: "newest", num_before: 500, num_after: 0 })).body.messages.length;

describe("a webhook's message goes", () => {
  test("to a channel by name, with the service's topic", async () => {
    const { body } = await report("json", { api_key: bot.key, stream: "general" }, { a: 1 });
    expect(body).toEqual(success());
    expect(await newest(ann)).toMatchObject({
      type: "stream",
      display_recipient: "general",
      subject: "JSON",
      sender_id: bot.id,
      content: '```json\n{\n  "a": 1\n}\n```',
      client: "ZulipJSONWebhook",
    });
  });

  test("to a channel by id, with the URL's topic, which may be empty", async () => {
    const { stream_id } = (await ann.get("/get_stream_id", { stream: "general" })).body;
    for (const topic of ["deploys & more", ""]) {
      await report("json", { api_key: bot.key, stream: `${stream_id}`, topic }, {});
      expect(await newest(ann)).toMatchObject({ display_recipient: "general", content: "```json\n{}\n```" });
    }
    expect((await report("json", { api_key: bot.key, stream: "general", topic: "x" }, {})).body).toEqual(
      success(),
    );
    expect((await newest(ann)).subject).toBe("x");
  });

  test("in fifty messages at most, the last of which says how many more there are", async () => {
    const form = { name: "alerts", subscribers: [ann.id] };
    await ann.post("/channels/create", form).expect(200);
    const one = { status: "firing", labels: {}, startsAt: "", endsAt: "" };
    const narrow = [{ operator: "channel", operand: "alerts" }];
    const all = async () =>
      (await ann.get("/messages", { anchor: "newest", num_before: 200, num_after: 0, narrow })).body.messages;
    const alerts = Array(120).fill(one);
    const query = { api_key: bot.key, stream: "alerts" };
    expect((await report("grafana", query, { alerts })).body).toEqual(success());
    expect(await all()).toHaveLength(50);
    expect((await all()).at(-1).content).toContain("71 more");
  });

  test("to the bot's owner, or to the user whose key it is, if no channel is named", async () => {
    await report("json", { api_key: bot.key }, { b: 2 });
    expect(await newest(ann)).toMatchObject({ type: "private", sender_id: bot.id, subject: "" });
    await report("json", { api_key: server.owner.apiKey }, { c: 3 });
    expect(await newest(server.owner)).toMatchObject({ type: "private", sender_id: server.owner.id });
  });

  test("nowhere if its channel is missing, which is reported to the bot's owner at most once a minute", async () => {
    const before = await everything(ann);
    for (const stream of ["nowhere", "404404"])
      expect((await report("json", { api_key: bot.key, stream }, {})).body).toEqual(success());
    expect(await newest(ann)).toMatchObject({
      type: "private",
      sender_id: bot.id,
      content: `Your bot @_**reporter|${bot.id}** has a problem. It has something to tell in the channel \`nowhere\`, which does not exist.`,
    });
    expect(await everything(ann)).toBe(before + 1);
  });

  test("nowhere if its channel is hidden from the bot and its owner, as if it were missing", async () => {
    await server.owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "closed" }],
      invite_only: true,
    });
    const { status, body } = await report("json", { api_key: bot.key, stream: "closed" }, {});
    expect([status, body]).toEqual([200, success()]);
    const missing = await report("json", { api_key: bot.key, stream: "never there" }, {});
    expect([missing.status, missing.body]).toEqual([status, body]);
  });
});

describe("webhooks accept", () => {
  test("every bot's key and a user's key", async () => {
    const generic = await newBot(ann, "generic", 1);
    const outgoing = await newBot(ann, "outgoing", 3, { payload_url: '"https://a.example"' });
    for (const { key } of [bot, generic, outgoing, { key: ann.apiKey }, { key: ` ${bot.key} ` }])
      expect((await report("json", { api_key: key, stream: "general" }, {})).body).toEqual(success());
  });

  test("no other key", async () => {
    const deactivated = await newBot(ann, "gone", 2);
    await ann.delete(`/bots/${deactivated.id}`);
    const old = await newBot(ann, "old", 2);
    expect((await report("json", { api_key: old.key, stream: "general" }, {})).status).toBe(200);
    const { body: renewed } = await ann.post(`/bots/${old.id}/api_key/regenerate`);
    const outcomes: unknown[] = [];
    for (const api_key of [deactivated.key, old.key, "a".repeat(32), "short", "__proto__"]) {
      const { status, body } = await report("json", { api_key, stream: "general" }, {});
      outcomes.push([status, body.code, body.msg]);
    }
    expect(outcomes).toEqual([
      [401, "USER_DEACTIVATED", "Account is deactivated"],
      [401, "INVALID_API_KEY", "Invalid API key"],
      [401, "INVALID_API_KEY", "Invalid API key"],
      [401, "INVALID_API_KEY", "Malformed API key"],
      [401, "INVALID_API_KEY", "Malformed API key"],
    ]);
    expect((await report("json", { api_key: renewed.api_key, stream: "general" }, {})).status).toBe(200);
    const without = await report("json", { stream: "general" }, {}).auth(ann.email, ann.apiKey);
    expect([without.status, without.body]).toEqual([
      400,
      failure("Missing 'api_key' argument", "REQUEST_VARIABLE_MISSING", { var_name: "api_key" }),
    ]);
  });
});

describe("webhook requests:", () => {
  const query = () => ({ api_key: bot.key, stream: "general" });
  const event = (name: string) => ({ "X-GitHub-Event": name });

  test("accepts GitHub's, by header, limited to the events the URL selects", async () => {
    const send = (more: object) => report("github", { ...query(), ...more }, github.push(), event("push"));
    const before = await everything(ann);
    for (const more of [
      { only_events: ["issues", "push_t*"] },
      { exclude_events: ["push*"] },
      { only_events: ["push_commits"], exclude_events: ["push_commits"] },
      { branches: "develop" },
    ])
      expect((await send(more)).body).toEqual(success());
    expect(await everything(ann)).toBe(before);
    await send({ only_events: ["push_*"], exclude_events: ["issues"], branches: "main" });
    expect(await newest(ann)).toMatchObject({ subject: "tiles / main", client: "ZulipGitHubWebhook" });
  });

  test("accepts a form with a payload, as Slack's integrations and GitHub send it", async () => {
    const form = postTo("slack_incoming", query()).type("form");
    expect(
      (await form.send({ payload: JSON.stringify({ text: "from a form", channel: "#ops" }) })).body,
    ).toEqual(success());
    expect(await newest(ann)).toMatchObject({ subject: "ops", content: "from a form" });
    const hub = postTo("github", query()).set(event("push")).type("form");
    await hub.send({ payload: JSON.stringify(github.push()) });
    expect((await newest(ann)).subject).toBe("tiles / main");
    const empty = await postTo("slack_incoming", query()).type("form").send({ other: "x" });
    expect([empty.status, empty.body]).toEqual([
      400,
      failure("Missing 'payload' argument", "REQUEST_VARIABLE_MISSING", {
        var_name: "payload",
      }),
    ]);
  });

  test("accepts JSON with any or no content type, of more than a megabyte, and ill-formed text", async () => {
    const types = ["text/plain", "application/vnd.thing+json; charset=utf-8"];
    for (const type of types)
      expect((await report("json", query(), { type }, { "Content-Type": type })).body).toEqual(success());
    const big = { filler: "x".repeat(2_000_000) };
    expect((await report("json", query(), big)).body).toEqual(success());
    expect((await newest(ann)).content).toMatch(/\[message truncated\]$/);
    await report("slack_incoming", query(), '{"text": "a\\u0000b\\ud800c", "channel": "t\\u0007u\\u0000"}');
    expect(await newest(ann)).toMatchObject({ content: "ab\ufffdc", subject: "t u" });
  });

  test.each<[string, string, unknown, Record<string, string>, number, object]>([
    ["invalid JSON", "json", "{", {}, 400, failure("Malformed JSON", "INVALID_JSON")],
    ["an empty body", "json", "", {}, 400, failure("Malformed JSON", "INVALID_JSON")],
    [
      "JSON that is nested deeper than any program nests it",
      "json",
      `${"[".repeat(600)}${"]".repeat(600)}`,
      {},
      400,
      failure("Malformed JSON", "INVALID_JSON"),
    ],
    [
      "a missing header",
      "github",
      {},
      {},
      400,
      failure("Missing the HTTP event header 'X-GitHub-Event'", "MISSING_HTTP_EVENT_HEADER", {
        header: "X-GitHub-Event",
      }),
    ],
    [
      "an event it has no text for",
      "github",
      { action: "created" },
      event("sponsorship"),
      200,
      failure(
        "The 'sponsorship:created' event isn't currently supported by the GitHub webhook; ignoring",
        "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
        { webhook_name: "GitHub", event_type: "sponsorship:created" },
      ),
    ],
    [
      "another service's payload",
      "grafana",
      { zen: "" },
      {},
      400,
      failure("Unable to parse request: Did Grafana generate this event?", "ANOMALOUS_WEBHOOK_PAYLOAD", {
        webhook_name: "Grafana",
      }),
    ],
    ["an unknown service", "teapot", {}, {}, 404, failure("API endpoint not found", "NOT_FOUND")],
    [
      "the name of an object's built-in property",
      "__proto__",
      {},
      {},
      404,
      failure("API endpoint not found", "NOT_FOUND"),
    ],
  ])("refuses %s", async (_what, name, payload, headers, status, expected) => {
    const answer = await report(name, query(), payload, headers);
    expect([answer.status, answer.body]).toEqual([status, expected]);
  });

  test("refuses invalid UTF-8 and oversized bodies", async () => {
    const bad = await postTo("json", query())
      .set("Content-Type", "text/plain")
      .send(Buffer.from([0x22, 0xff, 0x22]));
    expect([bad.status, bad.body.msg]).toEqual([400, "Request is not valid UTF-8"]);
    const big = await report("json", query(), `"${"x".repeat(5_000_001)}"`);
    expect([big.status, big.body.msg]).toEqual([413, "Request is too large"]);
  });

  test("notifies the owner of a misconfigured service", async () => {
    const [one, two] = [await newBot(ann, "no-json", 2), await newBot(ann, "no-header", 2)];
    await report("json", { api_key: one.key }, "<xml/>");
    expect(await newest(ann)).toMatchObject({
      sender_id: one.id,
      content: expect.stringContaining("is not JSON"),
    });
    await report("gitlab", { api_key: two.key }, {});
    expect(await newest(ann)).toMatchObject({
      sender_id: two.id,
      content: expect.stringContaining("lacks the header `X-Gitlab-Event`"),
    });
  });

  test("announces every service and its options to clients", async () => {
    const { body } = await ann.post("/register", { fetch_event_types: ["realm_incoming_webhook_bots"] });
    const known: { name: string; all_event_types: string[] | null }[] = body.realm_incoming_webhook_bots;
    expect(known.map(({ name }) => name)).toEqual([
      "alertmanager",
      "github",
      "gitlab",
      "grafana",
      "json",
      "slack_incoming",
    ]);
    expect(known[0]).toEqual({
      name: "alertmanager",
      display_name: "Prometheus Alertmanager",
      all_event_types: null,
      config_options: [],
      url_options: [
        { key: "name", label: "Label or annotation for the topic", input_type: "text" },
        { key: "desc", label: "Label or annotation for the text", input_type: "text" },
      ],
    });
    const branches = { key: "branches", label: "Branches, with commas between them", input_type: "text" };
    expect(known[1]).toMatchObject({ name: "github", url_options: [branches] });
    expect(known[1]?.all_event_types).toContain("push_commits");
  });
});

test("webhook requests are rate limited by bot", async () => {
  const limited = await startServer({ callsPerMinute: 2 });
  const { body } = await limited.owner.post("/bots", { full_name: "b", short_name: "b", bot_type: 2 });
  const statuses: number[] = [];
  for (let call = 0; call < 3; call += 1)
    statuses.push(
      (await request(limited.http).post("/api/v1/external/json").query({ api_key: body.api_key }).send({}))
        .status,
    );
  expect(statuses).toEqual([200, 200, 429]);
  await limited.stop();
});
