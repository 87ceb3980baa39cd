import { failure, listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { statementsOf } from "../../support/storage/statements-of";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
});
afterAll(() => server.stop());

let round = 0;
const newTopic = (): string => {
  round += 1;
  return `topic ${round}`;
};
const say = (content: string, topic = newTopic(), who = ben, to = "general") =>
  who.post("/messages", { type: "channel", to, topic, content });
const idOf = async (sending: ReturnType<typeof say>): Promise<number> => (await sending).body.id;
const flagsOf = async (id: number, who: Client): Promise<readonly string[]> =>
  (await who.get(`/messages/${id}`)).body.message.flags;
const htmlOf = async (id: number): Promise<string> => (await ben.get(`/messages/${id}`)).body.message.content;
const inNarrow = async (who: Client, is: string): Promise<readonly number[]> => {
  const narrow = [{ operator: "is", operand: is }];
  const { body } = await who.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
  return body.messages.map(({ id }: { id: number }) => id);
};
const newChannel = async (name: string, subscribers: readonly Client[], more: object = {}) => {
  await owner.post("/users/me/subscriptions", {
    subscriptions: [{ name }],
    principals: subscribers.map(({ id }) => id),
    ...more,
  });
};

describe("a mention", () => {
  test("flags the message for mentioned users in events, lists, narrows and the registration", async () => {
    const events = await listenTo(cleo, ["message"]);
    const id = await idOf(say("Hello @**Cleo**"));
    expect(await htmlOf(id)).toBe(
      `<p>Hello <span class="user-mention" data-user-id="${cleo.id}">@Cleo</span></p>`,
    );
    expect(await events()).toMatchObject([{ type: "message", flags: ["mentioned"] }]);
    expect(await flagsOf(id, cleo)).toEqual(["mentioned"]);
    expect(await flagsOf(id, owner)).toEqual([]);
    expect(await inNarrow(cleo, "mentioned")).toContain(id);
    expect(await inNarrow(owner, "mentioned")).not.toContain(id);
    const { body } = await cleo.post("/register", {
      fetch_event_types: ["message", "update_message_flags"],
    });
    expect(body.unread_msgs.mentions).toContain(id);
  });

  test("does not notify if it is silent, quoted or code", async () => {
    const id = await idOf(say("@_**Cleo** `@**Cleo**`\n\n> @**Cleo**\n\n```\n@**Cleo**\n```"));
    expect(await flagsOf(id, cleo)).toEqual([]);
  });

  test("doesn't flag messages the mentioned user doesn't receive", async () => {
    await newChannel("two of us", [owner, ben]);
    const id = await idOf(say("@**Cleo**", newTopic(), ben, "two of us"));
    expect(await htmlOf(id)).toContain("user-mention");
    expect(await flagsOf(id, cleo)).toEqual(["read", "historical"]);
  });

  test("of a group flags its members and its subgroups' members", async () => {
    const inner = await owner.post("/user_groups/create", {
      name: "inner",
      description: "",
      members: [cleo.id],
    });
    await owner.post("/user_groups/create", {
      name: "outer",
      description: "",
      members: [owner.id],
      subgroups: [inner.body.group_id],
    });
    const id = await idOf(say("@*outer*"));
    expect(await flagsOf(id, cleo)).toEqual(["mentioned"]);
    expect(await flagsOf(id, owner)).toEqual(["mentioned"]);
    expect(await flagsOf(id, ben)).toEqual([]);
  });

  test("of a group requires permission, unless it is silent", async () => {
    const nobody = (await owner.get("/user_groups")).body.user_groups.find(
      ({ name }: { name: string }) => name === "role:nobody",
    );
    await owner.post("/user_groups/create", {
      name: "quiet",
      description: "",
      members: [cleo.id],
      can_mention_group: nobody.id,
    });
    expect((await say("@*quiet*")).body).toEqual(
      failure("You are not allowed to mention user group 'quiet'."),
    );
    expect((await say("@_*quiet* @_*role:administrators*")).body).toMatchObject({ result: "success" });
  });
});

describe("a wildcard mention", () => {
  test("flags a channel message for all receivers, with both flag names", async () => {
    const events = await listenTo(cleo, ["message"]);
    const id = await idOf(say("@**all**"));
    const flags = ["stream_wildcard_mentioned", "wildcard_mentioned"];
    expect(await events()).toMatchObject([{ flags }]);
    expect(await flagsOf(id, cleo)).toEqual(flags);
    expect(await flagsOf(id, ben)).toEqual(flags);
    expect(await inNarrow(cleo, "mentioned")).toContain(id);
  });

  test("of the topic flags the message for users who wrote or reacted there", async () => {
    const topic = newTopic();
    const first = await idOf(say("first", topic, owner));
    await cleo.post(`/messages/${first}/reactions`, { emoji_name: "tada" });
    const dora = await server.newMember("Dora");
    const id = await idOf(say("@**topic**", topic));
    const flags = ["topic_wildcard_mentioned", "wildcard_mentioned"];
    expect(await flagsOf(id, owner)).toEqual(flags);
    expect(await flagsOf(id, cleo)).toEqual(flags);
    expect(await flagsOf(id, ben)).toEqual(flags);
    expect(await flagsOf(id, dora)).toEqual([]);
  });
});

test("alert words flag messages that contain them as whole words", async () => {
  await cleo.post("/users/me/alert_words", { alert_words: ["Cheese", "two words"] });
  const matching = await idOf(say("We have CHEESE."));
  const both = await idOf(say("here are two words"));
  const within = await idOf(say("cheesecake\n\n```\ncheese\n```"));
  expect(await flagsOf(matching, cleo)).toEqual(["has_alert_word"]);
  expect(await flagsOf(both, cleo)).toEqual(["has_alert_word"]);
  expect(await flagsOf(within, cleo)).toEqual([]);
  expect(await flagsOf(matching, owner)).toEqual([]);
  expect(await inNarrow(cleo, "alerted")).toEqual([matching, both]);
});

describe("an edit", () => {
  test("updates mention flags and keeps flags that readers set", async () => {
    const id = await idOf(say("@**Cleo** cheese"));
    await cleo.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    expect(await flagsOf(id, cleo)).toEqual(["has_alert_word", "mentioned", "starred"]);
    const events = await listenTo(cleo, ["update_message"]);
    await ben.patch(`/messages/${id}`, { content: "@**all**" });
    const flags = ["starred", "stream_wildcard_mentioned", "wildcard_mentioned"];
    expect(await events()).toMatchObject([{ type: "update_message", rendering_only: false, flags }]);
    expect(await flagsOf(id, cleo)).toEqual(flags);
    await ben.patch(`/messages/${id}`, { content: "nobody" });
    expect(await flagsOf(id, cleo)).toEqual(["starred"]);
  });

  test("may not add mentions the sender may not use", async () => {
    const id = await idOf(say("hello"));
    expect((await ben.patch(`/messages/${id}`, { content: "@*quiet*" })).body).toEqual(
      failure("You are not allowed to mention user group 'quiet'."),
    );
    expect(await htmlOf(id)).toBe("<p>hello</p>");
  });

  test("flags nothing for users who subscribed later", async () => {
    const id = await idOf(say("hello"));
    const late = await server.newMember("Late");
    await ben.patch(`/messages/${id}`, { content: "@**Late** @**all**" });
    expect(await flagsOf(id, late)).toEqual(["read", "historical"]);
  });
});

describe("links:", () => {
  test("channel names become links if the sender may know the channel", async () => {
    await newChannel("hidden", [owner], { invite_only: true });
    expect(await htmlOf(await idOf(say("#**hidden**")))).toBe("<p>#<strong>hidden</strong></p>");
    const id = await idOf(say("#**hidden**", newTopic(), owner));
    expect(await htmlOf(id)).toContain('<a class="stream" data-stream-id="');
  });

  test("links to a topic point to its newest message", async () => {
    const topic = newTopic();
    const newest = await idOf(say("x", topic));
    const href = `/#narrow/channel/1-general/topic/${topic.replace(" ", ".20")}`;
    expect(await htmlOf(await idOf(say(`#**general>${topic}**`)))).toContain(`href="${href}/with/${newest}"`);
    expect(await htmlOf(await idOf(say("#**general>none yet**")))).toContain(
      'href="/#narrow/channel/1-general/topic/none.20yet"',
    );
  });

  test("has: finds messages with links and images", async () => {
    const link = await idOf(say("#**general**"));
    const picture = await idOf(say("https://example.com/a.png"));
    const neither = await idOf(say('class="message_inline_image" <a href='));
    const idsWith = async (what: string) => {
      const narrow = [{ operator: "has", operand: what }];
      const { body } = await ben.get("/messages", { anchor: "newest", num_before: 99, num_after: 0, narrow });
      return body.messages.map(({ id }: { id: number }) => id);
    };
    expect(await idsWith("link")).toEqual(expect.arrayContaining([link, picture]));
    expect(await idsWith("image")).toEqual([picture]);
    expect(await idsWith("link")).not.toContain(neither);
  });
});

describe("rendering", () => {
  const render = async (content: string, who = ben) => (await who.post("/messages/render", { content })).body;

  test("follows the realm's settings and the sender's", async () => {
    await owner.patch("/realm", { inline_image_preview: false, default_code_block_language: "python" });
    await ben.patch("/settings", { translate_emoticons: true });
    expect((await render("https://example.com/a.png")).rendered).not.toContain("message_inline_image");
    expect((await render("```\nx\n```")).rendered).toContain('data-code-language="Python"');
    expect((await render(":)")).rendered).toContain("emoji-1f642");
    expect((await render(":)", cleo)).rendered).toBe("<p>:)</p>");
  });
});

test("a wildcard mention of more than fifteen users requires permission", async () => {
  const crowd = [];
  for (let n = 1; n <= 16; n += 1) crowd.push(await server.newMember(`Person ${n}`));
  await newChannel("crowd", [owner, ben, ...crowd]);
  expect((await say("@**channel**", "x", ben, "crowd")).body).toEqual(
    failure(
      "You do not have permission to use channel wildcard mentions in this channel.",
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  );
  expect((await say("@**channel**", "x", owner, "crowd")).body).toMatchObject({ result: "success" });
  expect((await say("@**topic**", "x", ben, "crowd")).body).toMatchObject({ result: "success" });
  for (const one of crowd) await say("me", "x", one, "crowd");
  expect((await say("@**topic**", "x", ben, "crowd")).body).toEqual(
    failure(
      "You do not have permission to use topic wildcard mentions in this topic.",
      "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  );
  expect((await say("@_**all** `@**all**`", "x", ben, "crowd")).body).toMatchObject({ result: "success" });
  const readsOf = async (content: string, code: string) => {
    const statements = await statementsOf(server.database.db, async () => {
      expect((await say(content, "x", ben, "crowd")).body.code).toBe(code);
    });
    return statements.filter((text) => text.includes("sender_id AS user_id")).length;
  };
  expect(await readsOf("@**topic**", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED")).toBe(1);
  expect(await readsOf("@**channel** @**topic**", "STREAM_WILDCARD_MENTION_NOT_ALLOWED")).toBe(0);
});
