import { systemGroupId } from "../../../src/domain/groups/system-group";
import { aChannel, aSubscription, aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * Texts other than messages are rendered as their writer's: somebody who may not know about a person or a channel can't
 * learn its name by writing its id, or an id by writing its name.
 */
let server: TestServer;
let owner: Client;
let member: Client;
let guest: Client;
/** The only channel that everybody here knows. */
const open = 80;
const henrietta = 503;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  member = await server.newMember("Mia Member");
  const user = aUser({ id: 500, role: "guest" });
  await server.append(
    { type: "user_created", user },
    { type: "user_created", user: aUser({ id: henrietta, fullName: "Hidden Henrietta" }) },
    { type: "channel_created", channel: aChannel({ id: open, name: "open" }) },
    {
      type: "subscribed",
      subscriptions: [member, user].map(({ id }) => aSubscription(id, open)),
      firstMessageId: 1,
    },
  );
  guest = server.clientOf(user);
  await owner
    .post("/channels/create", { name: "layoffs-2027", invite_only: true, subscribers: [owner.id] })
    .expect(200);
  await owner
    .patch("/realm", {
      can_access_all_users_group: { new: systemGroupId("role:members") },
      can_move_messages_between_topics_group: { new: systemGroupId("role:everyone") },
    })
    .expect(200);
});
afterAll(() => server.stop());

const hidden = `@_**|${henrietta}** #**layoffs-2027** #**layoffs-2027>x**`;
const expectNothingRevealed = (html: unknown): void => {
  expect(html).toEqual(expect.stringContaining("layoffs-2027"));
  expect(html).not.toMatch(/data-stream-id="(?!80")/);
  expect(html).not.toContain("Henrietta");
};

const later = Math.floor(Date.now() / 1000) + 3600;
const say = async (client: Client, more: object = {}): Promise<number> =>
  (await client.post("/messages", { type: "channel", to: open, topic: "t", content: "x", ...more })).body.id;
const newestOf = async (client: Client, narrow: object): Promise<string> =>
  (await client.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, narrow: [narrow] })).body
    .messages[0].content;

test("a reminder's note and its quoted message reveal nothing that their author may not know about", async () => {
  const id = await say(guest, { content: hidden });
  await guest
    .post("/reminders", { message_id: id, scheduled_delivery_timestamp: later, note: hidden })
    .expect(200);
  expectNothingRevealed((await guest.get("/reminders")).body.reminders[0].rendered_content);
  await server.database.db.raw("UPDATE jobs SET due_at = 0 WHERE kind = 'send_reminder'");
  await server.services.jobRunner.runDue();
  expectNothingRevealed(await newestOf(guest, { operator: "is", operand: "dm" }));
});

test("a profile value reveals nothing that its author may not know about", async () => {
  const { id } = (await owner.post("/realm/profile_fields", { name: "About", field_type: 2 })).body;
  await guest.patch("/users/me/profile_data", { data: [{ id, value: hidden }] }).expect(200);
  const { body } = await guest.get("/users/me", { include_custom_profile_fields: true });
  expectNothingRevealed(body.profile_data[id].rendered_value);
});

test("a channel's description and the notices about it reveal nothing that its author may not know about", async () => {
  const form = { name: "mine", description: "#**layoffs-2027**", subscribers: [member.id] };
  const { id } = (await member.post("/channels/create", form)).body;
  const description = async (): Promise<string> =>
    (await member.get(`/streams/${id}`)).body.stream.rendered_description;
  const notice = () => newestOf(member, { operator: "channel", operand: id });
  for (const html of [await description(), await notice()]) expectNothingRevealed(html);
  await member.patch(`/streams/${id}`, { description: "now #**layoffs-2027**" }).expect(200);
  for (const html of [await description(), await notice()]) expectNothingRevealed(html);
});

test("a topic's name can't smuggle a mention into the notice about a move", async () => {
  const id = await say(guest, { topic: "before" });
  const topic = `a** @_**|${henrietta}** #**layoffs-2027**`;
  await guest.patch(`/messages/${id}`, { topic, send_notification_to_new_thread: true }).expect(200);
  await guest.patch(`/messages/${id}`, { topic: "after", send_notification_to_new_thread: true }).expect(200);
  expectNothingRevealed(await newestOf(guest, { operator: "topic", operand: "after" }));
});

test("a group's name can't smuggle a channel link into a notice", async () => {
  const name = "x* #**layoffs-2027**";
  const { group_id } = (await member.post("/user_groups/create", { name, description: "", members: [] }))
    .body;
  const ben = await server.newMember("Ben");
  await member.post(`/user_groups/${group_id}/members`, { add: [ben.id] }).expect(200);
  expectNothingRevealed(await newestOf(ben, { operator: "is", operand: "dm" }));
});
