import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let admin: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  admin = await add({ role: "administrator" });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const userOf = async ({ id }: { id: number }) => (await owner.get(`/users/${id}`)).body.user;
const deactivate = async (who: Client, { id }: { id: number }, form = {}) =>
  (await who.delete(`/users/${id}`, form)).body;
const person = (user: { id: number }, fields: object) => ({
  type: "realm_user",
  op: "update",
  person: { user_id: user.id, ...fields },
});
const isActive = async (user: { id: number }) => (await userOf(user)).is_active;

shows(
  [
    "§4.12 note 3",
    "§3 User active (is_active true) by DELETE /users/{user_id} to deactivated (is_active false)",
  ],
  "deactivates the user's bots, then the user, ends their access, and answers with a bare success",
  async () => {
    const target = await add();
    const bots = [
      await add({ bot: newBot("generic", target.id) }),
      await add({ bot: newBot("outgoing_webhook", target.id) }),
    ];
    const inactiveBot = await add({ bot: newBot("generic", target.id), isActive: false });
    const other = await add({ bot: newBot("generic", ben.id) });
    const events = await listenTo(ben, ["realm_user"]);
    expect(await deactivate(admin, target)).toEqual(success());
    expect(await events()).toEqual([...bots, target].map((user) => person(user, { is_active: false })));
    for (const user of [target, ...bots, inactiveBot]) {
      expect(await isActive(user)).toBe(false);
      const { status, body } = await user.get("/users/me");
      expect([status, body]).toEqual([401, failure("Account is deactivated", "USER_DEACTIVATED")]);
    }
    expect([await isActive(other), (await other.get("/users/me")).status]).toEqual([true, 200]);
    const login = { username: target.email, password: ownerPassword };
    const refused = await request(server.http).post("/api/v1/fetch_api_key").type("form").send(login);
    expect([refused.status, refused.body.code]).toEqual([401, "USER_DEACTIVATED"]);
  },
);

shows("§4.12 note 1", "allows only owners and administrators to deactivate users", async () => {
  const target = await add();
  const callers = [
    ben,
    target,
    await add({ role: "moderator" }),
    await add({ role: "guest" }),
    await add({ bot: newBot("generic", owner.id) }),
  ];
  for (const who of callers) {
    const { status, body } = await who.delete(`/users/${target.id}`);
    expect([status, body]).toEqual([400, failure("Insufficient permission")]);
  }
  const anonymous = await request(server.http).delete(`/api/v1/users/${target.id}`);
  expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(await isActive(target)).toBe(true);
  expect(await deactivate(owner, target)).toEqual(success());
});

shows(
  "§4.12 parameter user_id",
  "user_id must be an active user; only owners can deactivate owners",
  async () => {
    const bot = await add({ bot: newBot("generic", owner.id) });
    const [deactivated, second] = [await add({ isActive: false }), await add({ role: "owner" })];
    for (const id of [99_999, bot.id])
      expect(await deactivate(admin, { id })).toEqual(failure("No such user"));
    expect(await deactivate(admin, deactivated)).toEqual(failure("User is deactivated"));
    expect(await deactivate(admin, second)).toEqual(
      failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    );
    expect([await isActive(bot), await isActive(second)]).toEqual([true, true]);
    expect(await deactivate(owner, second)).toEqual(success());
    const self = await add({ role: "administrator" });
    expect(await deactivate(self, self)).toEqual(success());
    expect(await isActive(self)).toBe(false);
  },
);

shows(
  ["§4.12 note 3", "§7 error BAD_REQUEST, deactivating the only owner"],
  "refuses to deactivate the only active human owner, but not one of two",
  async () => {
    const other = await startServer();
    const only = other.owner;
    await addUser(other, { role: "owner", isActive: false });
    await addUser(other, { role: "owner", bot: newBot("generic", only.id) });
    const { status, body } = await only.delete(`/users/${only.id}`);
    expect([status, body]).toEqual([400, failure("Cannot deactivate the only organization owner")]);
    expect((await only.get("/users/me")).body.is_active).toBe(true);
    const second = await addUser(other, { role: "owner" });
    expect(await deactivate(only, only)).toEqual(success());
    expect(await deactivate(second, second)).toEqual(
      failure("Cannot deactivate the only organization owner"),
    );
    await other.stop();
  },
);

shows(
  "§4.12 note 2",
  "mails the comment to the user; an empty comment sends a mail without it, a missing one no mail",
  async () => {
    const name = "deactivation_notification_comment";
    const [commented, silent, quiet] = [await add(), await add(), await add()];
    expect(await deactivate(admin, commented, { [name]: " Farewell, friend! " })).toEqual(success());
    expect(await deactivate(admin, silent, { [name]: "" })).toEqual(success());
    expect(await deactivate(admin, quiet)).toEqual(success());
    const mails = await server.mails();
    const mailsTo = ({ email }: Client) => mails.filter((mail) => mail.startsWith(`Mail to ${email},`));
    expect(mailsTo(commented)).toEqual([expect.stringMatching(/\sFarewell, friend!$/)]);
    expect(mailsTo(silent)).toEqual([expect.not.stringContaining("Farewell")]);
    expect(mailsTo(quiet)).toEqual([]);
    const target = await add();
    expect(await deactivate(admin, target, { [name]: "x".repeat(2001) })).toEqual(
      failure(`${name} is too long (limit: 2000 characters)`, "REQUEST_VARIABLE_INVALID", { var_name: name }),
    );
    expect(await isActive(target)).toBe(true);
    expect(await deactivate(admin, target, { [name]: "x".repeat(2000) })).toEqual(success());
  },
);

shows(
  ["§3 note 3"],
  "an administrator can reactivate a user unchanged, with events for everyone, and repeating it does nothing",
  async () => {
    const target = await server.newMember("Coming Back");
    const group = { name: "comers", description: "", members: [target.id] };
    const { group_id } = (await owner.post("/user_groups/create", group)).body;
    const isMember = async () => {
      const { members } = (await owner.get(`/user_groups/${group_id}/members`)).body;
      const { subscribers } = (await owner.get("/streams/1/members")).body;
      return [members.includes(target.id), subscribers.includes(target.id)];
    };
    await deactivate(admin, target);
    expect(await isMember()).toEqual([false, false]);
    const missed = { type: "channel", to: "general", topic: "t", content: "while you were away" };
    const missedId = (await owner.post("/messages", missed)).body.id;
    expect((await ben.post(`/users/${target.id}/reactivate`)).body).toEqual(
      failure("Insufficient permission"),
    );
    const events = await listenTo(ben, ["realm_user"]);
    for (let times = 0; times < 2; times += 1)
      expect((await admin.post(`/users/${target.id}/reactivate`)).body).toEqual(success());
    expect(await events()).toEqual([person(target, { is_active: true })]);
    expect(await isMember()).toEqual([true, true]);
    // Their old key has ended; their password gets them a new one.
    expect((await target.get("/users/me")).body.code).toBe("UNAUTHORIZED");
    const login = { username: target.email, password: ownerPassword };
    const { api_key } = (await request(server.http).post("/api/v1/fetch_api_key").type("form").send(login))
      .body;
    const registered = await request(server.http)
      .post("/api/v1/register")
      .auth(target.email, api_key)
      .type("form")
      .send({ event_types: '["message","update_message_flags"]' });
    const unread = registered.body.unread_msgs.streams.flatMap(
      (one: { unread_message_ids: number[] }) => one.unread_message_ids,
    );
    expect(unread).not.toContain(missedId);
  },
);
