import request from "supertest";
import { permitEmailChanges } from "../../../src/application/accounts/permit-email-changes";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let admin: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  admin = await add({ role: "administrator", email: "admin@example.com", fullName: "Ada Admin" });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const userOf = async ({ id }: { id: number }) => (await owner.get(`/users/${id}`)).body.user;
const change = async (who: Client, { id }: { id: number }, form: object) =>
  (await who.patch(`/users/${id}`, form)).body;
const person = (user: { id: number }, fields: object) => ({
  type: "realm_user",
  op: "update",
  person: { user_id: user.id, ...fields },
});
const mustOwn = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");

shows("§4.8 note 1", "allows only owners and administrators to change users", async () => {
  const [target, moderator, guest] = [
    await add(),
    await add({ role: "moderator" }),
    await add({ role: "guest" }),
  ];
  const bot = await add({ bot: newBot("generic", owner.id) });
  const before = await userOf(target);
  for (const who of [ben, moderator, guest, bot, target])
    for (const form of [{ full_name: "Changed" }, { role: 300 }, { profile_data: [] }, {}]) {
      const { status, body } = await who.patch(`/users/${target.id}`, form);
      expect([status, body]).toEqual([400, failure("Insufficient permission")]);
    }
  const anonymous = await request(server.http)
    .patch(`/api/v1/users/${target.id}`)
    .type("form")
    .send({ role: 300 });
  expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(await userOf(target)).toEqual(before);
  const robot = await add({ bot: newBot("generic", owner.id), role: "administrator" });
  for (const [index, who] of [owner, admin, robot].entries())
    expect(await change(who, target, { full_name: `Changed ${index}` })).toEqual(success());
  expect((await userOf(target)).full_name).toBe("Changed 2");
});

shows("§4.8 parameter user_id", "user_id must be a user of the organization, active or not", async () => {
  const deactivated = await add({ isActive: false });
  expect(await change(admin, deactivated, { full_name: "Gone Away" })).toEqual(success());
  expect(await userOf(deactivated)).toMatchObject({ full_name: "Gone Away", is_active: false });
  const systemBot = 2;
  for (const id of ["99999", "nobody", "-1", "1.5", systemBot]) {
    const { status, body } = await admin.patch(`/users/${id}`, { full_name: "X" });
    expect([status, body]).toEqual([400, failure("No such user")]);
  }
});

shows(
  ["§4.8 note 2", "§4.8 parameter full_name"],
  "an administrator can rename a user, with a bare success and events for everyone",
  async () => {
    const target = await add();
    const events = await listenTo(ben, ["realm_user"]);
    expect(await change(admin, target, { full_name: "  Pat Person " })).toEqual(success());
    expect((await userOf(target)).full_name).toBe("Pat Person");
    expect(await change(admin, target, { full_name: "💬".repeat(100) })).toEqual(success());
    expect(await events()).toEqual([
      person(target, { full_name: "Pat Person" }),
      person(target, { full_name: "💬".repeat(100) }),
    ]);
  },
);

shows("§4.8 parameter full_name", "refuses an invalid name together with all other changes", async () => {
  const target = await add({ fullName: "Tom" });
  for (const [full_name, message] of [
    ["n".repeat(101), "Name too long!"],
    ["a|5", "Invalid characters in name!"],
    ["**Tom**", "Invalid characters in name!"],
    ["Tom\u0007", "Invalid characters in name!"],
  ])
    expect(await change(admin, target, { role: 300, full_name })).toEqual(failure(String(message)));
  expect(await userOf(target)).toMatchObject({ full_name: "Tom", role: 400 });
});

shows("§4.8 parameter full_name", "names must be unique if the organization requires that", async () => {
  const [first, second] = [await add({ fullName: "Sam Same" }), await add()];
  await owner.patch("/realm", { require_unique_names: true });
  expect(await change(admin, second, { full_name: "sam same" })).toEqual(
    failure("Unique names required in this organization."),
  );
  expect(await change(admin, first, { full_name: "Sam SAME" })).toEqual(success());
  await owner.patch("/realm", { require_unique_names: false });
  expect(await change(admin, second, { full_name: "sam same" })).toEqual(success());
});

shows(
  ["§4.8 note 2", "§4.8 parameter full_name", "§4.8 parameter role", "§4.8 parameter new_email"],
  "missing, empty and unchanged values change nothing and send no event",
  async () => {
    const target = await add();
    const before = await userOf(target);
    const events = await listenTo(ben, ["realm_user"]);
    const same = { full_name: before.full_name, role: 400, new_email: target.email, profile_data: [] };
    for (const form of [same, {}, { full_name: "  " }, { full_name: "" }])
      expect(await change(admin, target, form)).toEqual(success());
    const { body } = await admin.patch(`/users/${target.id}`, { is_admin: true });
    expect(body).toEqual(success({ ignored_parameters_unsupported: ["is_admin"] }));
    expect([await userOf(target), await events()]).toEqual([before, []]);
  },
);

shows(
  "§4.8 parameter role",
  "role is one of five numbers, and moves the user to its system group",
  async () => {
    const target = await add();
    for (const role of [200, 300, 600, 400, 100]) {
      expect(await change(owner, target, { role })).toEqual(success());
      expect((await userOf(target)).role).toBe(role);
    }
    for (const role of [500, 0, 101])
      expect(await change(owner, target, { role })).toEqual(
        failure("Invalid role", "REQUEST_VARIABLE_INVALID", { var_name: "role" }),
      );
    expect((await change(owner, target, { role: "admin" })).code).toBe("REQUEST_VARIABLE_INVALID");
    expect(await change(owner, target, { role: 400 })).toEqual(success());
    const events = await listenTo(ben, ["realm_user", "user_group"]);
    expect(await change(admin, target, { role: 300 })).toEqual(success());
    const moved = { type: "user_group", user_ids: [target.id] };
    expect(await events()).toEqual([
      person(target, { role: 300 }),
      { ...moved, op: "remove_members", group_id: 3 },
      { ...moved, op: "remove_members", group_id: 4 },
      { ...moved, op: "add_members", group_id: 5 },
    ]);
    const { members } = (await owner.get("/user_groups/5/members", { direct_member_only: true })).body;
    expect(members).toContain(target.id);
  },
);

shows("§4.8 parameter role", "allows only owners to add and remove owners", async () => {
  const [second, member] = [await add({ role: "owner" }), await add()];
  expect(await change(admin, member, { role: 100 })).toEqual(mustOwn);
  expect(await change(admin, second, { role: 200 })).toEqual(mustOwn);
  expect([(await userOf(member)).role, (await userOf(second)).role]).toEqual([400, 100]);
  expect(await change(owner, second, { role: 200 })).toEqual(success());
  expect(await change(owner, member, { role: 100 })).toEqual(success());
  expect(await change(owner, member, { role: 600 })).toEqual(success());
});

shows("§4.8 parameter role", "the only owner keeps the role; one of two can give it up", async () => {
  const other = await startServer();
  const only = other.owner;
  // Neither of them is an active human owner.
  await addUser(other, { role: "owner", isActive: false });
  await addUser(other, { role: "owner", bot: newBot("generic", only.id) });
  expect(await change(only, only, { role: 200 })).toEqual(
    failure("The owner permission cannot be removed from the only organization owner."),
  );
  const second = await other.newMember("Second");
  expect(await change(only, second, { role: 100 })).toEqual(success());
  expect(await change(only, only, { role: 200 })).toEqual(success());
  expect((await second.get(`/users/${only.id}`)).body.user.role).toBe(200);
  expect(await change(only, second, { role: 400 })).toEqual(mustOwn);
  await other.stop();
});

shows(
  ["§7 error BAD_REQUEST, guest set as administrator in 4.8", "§4.8 note 2", "§4.8 parameter role"],
  "guests can't become administrators or owners without becoming members first",
  async () => {
    const guest = await add({ role: "guest" });
    for (const role of [200, 100]) {
      const { status, body } = await owner.patch(`/users/${guest.id}`, { role });
      expect([status, body]).toEqual([400, failure("Guests cannot be organization administrators")]);
    }
    expect((await userOf(guest)).role).toBe(600);
    for (const role of [400, 200]) expect(await change(owner, guest, { role })).toEqual(success());
    expect((await userOf(guest)).role).toBe(200);
  },
);

shows(
  "§4.8 parameter new_email",
  "new_email needs an owner with the special permission; the same key then works with the new address",
  async () => {
    const target = await add();
    const form = { new_email: " Moved@Example.com " };
    expect(await change(admin, target, form)).toEqual(mustOwn);
    await permitEmailChanges(server.services)(server.realmId, admin.email, true)();
    expect(await change(admin, target, form)).toEqual(mustOwn);
    expect(await change(owner, target, form)).toEqual(failure("User not authorized to change user emails"));
    await permitEmailChanges(server.services)(server.realmId, owner.email, true)();
    for (const [new_email, message] of [
      ["BEN@example.com", "Email 'BEN@example.com' already in use"],
      ["nonsense", "Enter a valid email address."],
      ["", "Enter a valid email address."],
    ])
      expect(await change(owner, target, { role: 300, new_email })).toEqual(failure(String(message)));
    expect((await userOf(target)).role).toBe(400);
    const events = await listenTo(ben, ["realm_user"]);
    expect(await change(owner, target, form)).toEqual(success());
    expect(await events()).toEqual([
      person(target, { delivery_email: "Moved@Example.com" }),
      person(target, { new_email: "Moved@Example.com" }),
    ]);
    const moved = server.clientOf({ id: target.id, email: "moved@example.com" });
    expect((await moved.get("/users/me")).body).toMatchObject({ delivery_email: "Moved@Example.com" });
    expect((await target.get("/users/me")).body.code).toBe("UNAUTHORIZED");
    await permitEmailChanges(server.services)(server.realmId, owner.email, false)();
    expect(await change(owner, target, { new_email: "again@example.com" })).toEqual(
      failure("User not authorized to change user emails"),
    );
  },
);
