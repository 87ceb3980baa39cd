import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let moderators: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  const created = await owner.post("/channels/create", { name: "mods", subscribers: [1], invite_only: true });
  moderators = created.body.id;
});
afterAll(() => server.stop());

const report = async (who: Client, id: number, form: object) =>
  (await who.post(`/messages/${id}/report`, form)).body;
const enable = (channelId: number) => owner.patch("/realm", { moderation_request_channel_id: channelId });
const send = async (who: Client, form: object): Promise<number> =>
  (await who.post("/messages", form)).body.id;
const inGeneral = { type: "channel", to: 1, topic: "deals" };
const reports = async (): Promise<readonly { content: string; subject: string; sender_email: string }[]> => {
  const narrow = [{ operator: "channel", operand: moderators }];
  const query = { anchor: "newest", num_before: 10, num_after: 0, narrow, apply_markdown: false };
  return (await owner.get("/messages", query)).body.messages;
};

describe("a message can be reported to the moderators (level 382)", () => {
  test("the notification bot posts the reporter, the reason and the content", async () => {
    await enable(moderators);
    const events = await listenTo(owner, ["message"]);
    const id = await send(cleo, { ...inGeneral, content: "Buy now\n```\ncode\n```" });
    await events();
    expect(await report(ben, id, { report_type: "spam", description: "Third time" })).toEqual(success());
    expect(await events()).toMatchObject([
      { message: { display_recipient: "mods", subject: "Cleo moderation" }, flags: [] },
    ]);
    const { content } = (await reports()).at(-1) ?? {};
    expect(content).toMatch(
      new RegExp(
        `^@_\\*\\*Ben\\|${ben.id}\\*\\* reported a message that @_\\*\\*Cleo\\|${cleo.id}\\*\\* sent at <time:`,
      ),
    );
    expect(content).toContain("```quote\n**Spam**. Third time\n```");
    expect(content).toContain(`(#narrow/channel/1-general/topic/deals/near/${id})`);
    expect(content).toContain("```` spoiler\nBuy now\n```\ncode\n```\n````");
  });

  test("only for a known reason; 'other' requires an explanation of at most 1000 characters", async () => {
    const id = await send(cleo, { ...inGeneral, content: "x".repeat(10_000) });
    const invalid = (msg: string, name: string) =>
      failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });
    expect(await report(ben, id, { report_type: "boring" })).toEqual(
      invalid("Invalid report_type", "report_type"),
    );
    expect(await report(ben, id, { report_type: "other" })).toEqual(failure("An explanation is required."));
    const long = { report_type: "other", description: "y".repeat(1001) };
    expect(await report(ben, id, long)).toEqual(
      invalid("description is too long (limit: 1000 characters)", "description"),
    );
    expect(await report(ben, id, { ...long, description: "y".repeat(1000) })).toEqual(success());
    const { content = "" } = (await reports()).at(-1) ?? {};
    expect(content.length).toBeLessThanOrEqual(10_000);
    expect(content).toMatch(/x…\n```$/);
  });

  test("clients get the list of reasons", async () => {
    const { body } = await ben.post("/register", { event_types: [], fetch_event_types: ["realm"] });
    expect(body.realm_moderation_request_channel_id).toBe(moderators);
    expect(body.server_report_message_types[0]).toEqual({ key: "spam", name: "Spam" });
  });
});
