import type { Role } from "../../../src/domain/users/role";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let created = 0;
const people = new Map<Role, Client>();
const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
const names = Object.keys(roles) as Role[];

beforeAll(async () => {
  server = await startServer();
  for (const role of names) people.set(role, await addUser(server, { role }));
});
afterAll(() => server.stop());

const as = (role: Role): Client => people.get(role) ?? server.owner;
const must = (role: string) => failure(`Must be an organization ${role}`, "UNAUTHORIZED_PRINCIPAL");
const denied = failure("Insufficient permission");
const newId = () => {
  created += 1;
  return created;
};

shows("§5 note 5", "each role has its number and flags", async () => {
  for (const role of names) {
    const { body } = await as(role).get("/users/me");
    expect(body).toMatchObject({
      role: roles[role],
      is_owner: role === "owner",
      is_admin: role === "owner" || role === "administrator",
      is_guest: role === "guest",
    });
  }
});

shows(
  "§5 note 5",
  "refuses administrators' actions to lower roles, and owners' actions to administrators too",
  async () => {
    const folder = (who: Client) =>
      who.post("/channel_folders/create", { name: `folder ${newId()}`, description: "" });
    const field = (who: Client) =>
      who.post("/realm/profile_fields", { name: `field ${newId()}`, field_type: 1 });
    const rename = async (who: Client) =>
      who.patch(`/users/${(await addUser(server)).id}`, { full_name: `Name ${newId()}` });
    const deactivate = async (who: Client) => who.delete(`/users/${(await addUser(server)).id}`);
    const domain = (who: Client) =>
      who.post("/realm/domains", { domain: `d${newId()}.example.com`, allow_subdomains: false });
    for (const [call, least, refusal] of [
      [folder, "administrator", must("administrator")],
      [field, "administrator", must("administrator")],
      [rename, "administrator", denied],
      [deactivate, "administrator", denied],
      [domain, "owner", must("owner")],
    ] as const)
      for (const role of names) {
        const { status, body } = await call(as(role));
        if (names.indexOf(role) <= names.indexOf(least)) expect(body).toMatchObject(success());
        else expect([role, status, body]).toEqual([role, 400, refusal]);
      }
  },
);

shows("§5 note 5", "reports the missing permission before invalid parameters", async () => {
  for (const [path, least] of [
    ["/channel_folders/create", "administrator"],
    ["/realm/profile_fields", "administrator"],
    ["/realm/domains", "owner"],
  ] as const) {
    expect((await as("moderator").post(path)).body).toEqual(must(least));
    expect((await as("owner").post(path)).body.code).toBe("REQUEST_VARIABLE_MISSING");
  }
});

shows("§5 note 6", "refuses invitations to a higher role, by mail and by link", async () => {
  const inviters = names.filter((role) => role !== "guest");
  await server.owner.patch("/realm", { create_multiuse_invite_group: { new: 3 } });
  for (const inviter of inviters)
    for (const role of names) {
      const terms = { invite_as: roles[role], stream_ids: [] };
      const invitee_emails = `i${newId()}@example.org`;
      const mail = (await as(inviter).post("/invites", { ...terms, invitee_emails })).body;
      const link = (await as(inviter).post("/invites/multiuse", terms)).body;
      const isWithin = roles[role] >= roles[inviter];
      expect([inviter, role, mail.result, link.result]).toEqual([
        inviter,
        role,
        ...(isWithin ? ["success", "success"] : ["error", "error"]),
      ]);
      // Zulip's servers answer without a code for invitations, unlike elsewhere.
      const refusal = role === "owner" ? must("owner") : failure("Must be an organization administrator");
      if (!isWithin) expect([mail, link]).toEqual([refusal, refusal]);
    }
  const { invites } = (await server.owner.get("/invites")).body;
  expect(invites).toHaveLength(2 * (5 + 4 + 3 + 2));
});
