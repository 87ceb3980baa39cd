import http from "supertest";
import { defaultRealmSettings } from "../../../src/domain/realm/realm-settings";
import type { User } from "../../../src/domain/users/user";
import { aChannel, anInvitation, aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let lastId = 500;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await server.append({ type: "channel_created", channel: aChannel({ id: 60, name: "open" }) });
});
afterAll(() => server.stop());

const add = async (more: Partial<User> = {}): Promise<Client> => {
  lastId += 1;
  const user = aUser({ id: lastId, joinedAt: Date.now() - 90 * 86_400_000, ...more });
  await server.append({ type: "user_created", user });
  return server.clientOf(user);
};
const invite = (client: Client, emails: string, more: object = {}) =>
  client.post("/invites", { invitee_emails: emails, stream_ids: [], ...more });
const listed = async (client: Client) =>
  (await client.get("/invites")).body.invites as { id: number; link_url?: string }[];
const mailsTo = async (email: string) =>
  (await server.mails()).filter((mail) => mail.startsWith(`Mail to ${email},`));

test("addresses that can't be invited come with their reasons", async () => {
  const { body } = await invite(owner, "x@mailinator.com,x@sub.mailinator.com");
  expect(body).toMatchObject({ code: "INVITATION_FAILED", sent_invitations: false });
  expect(body.errors).toEqual([
    ["x@mailinator.com", "Please use your real email address.", false],
    ["x@sub.mailinator.com", "Please use your real email address.", false],
  ]);
});

test("a mailed invitation is listed, sent again and revoked", async () => {
  const member = await add();
  await invite(member, "again@example.org").expect(200);
  const [own] = await listed(member);
  expect(own).toMatchObject({ email: "again@example.org", invited_as: 400, is_multiuse: false });
  await member.post(`/invites/${own?.id}/resend`).expect(200);
  const mails = await mailsTo("again@example.org");
  expect(mails).toHaveLength(2);
  expect(mails[0]).toBe(mails[1]);
  await member.delete(`/invites/${own?.id}`).expect(200);
  expect((await member.delete(`/invites/${own?.id}`)).body.msg).toBe("No such invitation");
  expect(await listed(member)).toEqual([]);
});

test("a reusable link is created, listed and revoked", async () => {
  const administrator = await add({ role: "administrator" });
  const created = await administrator.post("/invites/multiuse", { invite_as: 600, stream_ids: [60] });
  expect(created.body).toMatchObject({ result: "success" });
  const own = (await listed(administrator)).at(-1);
  expect(own).toMatchObject({ is_multiuse: true, link_url: created.body.invite_link, invited_as: 600 });
  expect(own).not.toHaveProperty("email");
  await administrator.delete(`/invites/multiuse/${own?.id}`).expect(200);
});

test("nobody is shown a link that gives more rights than they have", async () => {
  const [administrator, second] = [await add({ role: "administrator" }), await add({ role: "owner" })];
  const { invite_link: link } = (await second.post("/invites/multiuse", { invite_as: 100 })).body;
  const links = async (client: Client) => (await listed(client)).map(({ link_url }) => link_url);
  expect(await links(owner)).toContain(link);
  expect(await links(administrator)).not.toContain(link);
  const page = () => http(server.http).get(new URL(link).pathname).set("Host", "chat.example.com");
  expect((await page()).status).toBe(200);
  await owner.patch(`/users/${second.id}`, { role: 200 }).expect(200);
  expect(await links(second)).not.toContain(link);
  // A link that an owner made stops working when they are no longer an owner.
  expect((await page()).status).toBe(410);
});

test("a list of many opening brackets is refused", async () => {
  expect((await invite(owner, "<".repeat(100_000))).status).toBe(400);
});

test("administrators and the inviter get an event for a change, and nobody else does", async () => {
  const [member, other] = [await add(), await add()];
  const queueOf = async (client: Client) =>
    (await client.post("/register", { event_types: ["invites_changed"] })).body.queue_id as string;
  const queues = await Promise.all([owner, member, other].map(queueOf));
  await invite(member, "one@example.org,two@example.org").expect(200);
  const [own] = await listed(member);
  await member.delete(`/invites/${own?.id}`).expect(200);
  const received = await Promise.all(
    [owner, member, other].map(async (client, index) => {
      const query = { queue_id: queues[index], last_event_id: -1, dont_block: true };
      const { events } = (await client.get("/events", query)).body;
      return events.map(({ id: _, ...event }: { id: number }) => event);
    }),
  );
  const twice = [{ type: "invites_changed" }, { type: "invites_changed" }];
  expect(received).toEqual([twice, twice, []]);
});

test("limits a realm's invitations per day, no matter who sends them", async () => {
  const invitation = anInvitation({ id: 9000, mailedAt: Array.from({ length: 980 }, () => Date.now()) });
  const old = Array.from({ length: 500 }, () => Date.now() - 90_000_000);
  await server.append({
    type: "invitations_made",
    invitations: [invitation, anInvitation({ id: 9001, mailedAt: old })],
  });
  const many = Array.from({ length: 20 }, (_, index) => `many${index}@example.org`).join(",");
  const { body } = await invite(owner, many);
  expect(body).toMatchObject({
    code: "INVITATION_FAILED",
    errors: [],
    sent_invitations: false,
    daily_limit_reached: true,
  });
  expect(body.msg).toMatch(/^To protect users, Parley limits the number of invitations/);
  expect(await mailsTo("many0@example.org")).toEqual([]);
});

test("invitations survive a restart, and queued invitation mails are encrypted in storage", async () => {
  expect(defaultRealmSettings.inviteRequired).toBe(true);
  const before = await listed(owner);
  const again = await server.restarted();
  const { body } = await request(again, owner);
  expect(body.invites).toEqual(before);
  await again.close();
  const { rows } = await server.database.db.raw(
    "SELECT event FROM events UNION ALL SELECT to_json(i) FROM invitations i",
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(JSON.stringify(rows)).not.toContain("/join/");
});

const request = (node: TestServer, client: Client) =>
  node.clientOf({ id: client.id, email: client.email }).get("/invites");
