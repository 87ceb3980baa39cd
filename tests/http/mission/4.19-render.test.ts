import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  await owner.post("/channels/create", { name: "hidden", invite_only: true, subscribers: [owner.id] });
});
afterAll(() => server.stop());

const render = async (content: string, who = ben) => (await who.post("/messages/render", { content })).body;
const longest = async (): Promise<number> =>
  (await ben.post("/register", { fetch_event_types: ["realm"] })).body.max_message_length;

shows(
  ["§4.19 note 1", "§4.19 parameter content"],
  "returns the HTML of what the caller would send",
  async () => {
    const content = "**Hi** @**Cleo** #**hidden**\n\n* `code` & <b>\n* $$x$$ :tada:";
    const { rendered, ...rest } = await render(content);
    expect(rest).toEqual(success());
    expect(rendered).toMatch(
      `<p><strong>Hi</strong> <span class="user-mention" data-user-id="${cleo.id}">@Cleo</span> #<strong>hidden</strong></p>`,
    );
    expect(rendered).toContain("<code>code</code> &amp; &lt;b&gt;");
    const { id } = (await ben.post("/messages", { type: "direct", to: [cleo.id], content })).body;
    expect((await cleo.get(`/messages/${id}`)).body.message.content).toBe(rendered);
    expect((await render("#**hidden**", owner)).rendered).toContain('class="stream"');
  },
);

shows("§4.19 note 1", "sends nothing and notifies no mentioned user", async () => {
  const events = await listenTo(cleo, ["message"]);
  await render("@**Cleo** @**all**");
  expect(await events()).toEqual([]);
});

shows(
  "§4.19 parameter content",
  "content is required and may be empty, in a form or multipart body",
  async () => {
    const { status, body } = await ben.post("/messages/render", {});
    expect([status, body]).toEqual([
      400,
      failure("Missing 'content' argument", "REQUEST_VARIABLE_MISSING", { var_name: "content" }),
    ]);
    expect(await render("")).toEqual(success({ rendered: "" }));
    expect(await render("a\0b")).toEqual(failure("Message must not contain null bytes"));
    const inParts = request(server.http).post("/api/v1/messages/render").auth(ben.email, ben.apiKey);
    expect((await inParts.field("content", "*é*")).body).toEqual(success({ rendered: "<p><em>é</em></p>" }));
  },
);

shows(
  ["§8 limit message length", "§4.19 parameter content"],
  "content may have exactly the length that registration returns, in code points",
  async () => {
    const most = await longest();
    expect(most).toBe(10_000);
    expect((await render("𝐱".repeat(most))).rendered).toHaveLength("<p></p>".length + 2 * most);
    const { status, body } = await ben.post("/messages/render", { content: "x".repeat(most + 1) });
    expect([status, body]).toEqual([400, failure(`content is too long (limit: ${most} characters)`)]);
  },
);

shows("§4.19 note 1", "allows bots and guests, and requires a key", async () => {
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  const bot = aUser({ id: 51, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append(...[guest, bot].map((user) => ({ type: "user_created", user }) as const));
  for (const user of [guest, bot])
    expect(await render("*x*", server.clientOf(user))).toEqual(success({ rendered: "<p><em>x</em></p>" }));
  const anonymous = request(server.http).post("/api/v1/messages/render").type("form");
  expect((await anonymous.send({ content: "x" })).status).toBe(401);
});
