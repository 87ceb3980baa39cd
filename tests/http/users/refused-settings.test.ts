import type { Test } from "supertest";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

interface Stored {
  readonly position: number;
  readonly mails: number;
  readonly password: string;
}

const stored = async (): Promise<Stored> => {
  const { rows } = await server.database.db.raw(
    `SELECT (SELECT position FROM realm_heads WHERE realm_id = :realmId),
       (SELECT count(*) FROM jobs WHERE realm_id = :realmId AND kind = 'deliver_mail') AS mails,
       (SELECT password_hash FROM credentials WHERE realm_id = :realmId AND user_id = :userId) AS password`,
    { realmId: server.realmId, userId: ann.id },
  );
  return rows[0];
};

const theme = { color_scheme: 2 };
const halves: readonly (readonly [what: string, request: () => Test])[] = [
  [
    "valid settings and a taken address",
    () => ann.patch("/settings", { ...theme, full_name: "Anna", email: ben.email }),
  ],
  [
    "a new password and an invalid address",
    () =>
      ann.patch("/settings", {
        old_password: "correct horse battery staple",
        new_password: "seven blue elephants dance",
        email: "ann",
      }),
  ],
  [
    "a new address and an unknown time zone",
    () => ann.patch("/settings", { email: "ann@example.org", timezone: "Middle/Earth" }),
  ],
  [
    "a user's new role and an invalid name",
    () => server.owner.patch(`/users/${ben.id}`, { role: 300, full_name: "a*b" }),
  ],
  [
    "a user's new name and a taken address",
    () => server.owner.patch(`/users/${ben.id}`, { full_name: "Benjamin", new_email: ann.email }),
  ],
  [
    "a realm's new name and an overlong description",
    () => server.owner.patch("/realm", { name: "Changed", description: "x".repeat(1001) }),
  ],
  [
    "a valid and an invalid new channel",
    () => ann.post("/users/me/subscriptions", { subscriptions: [{ name: "new" }, { name: "" }] }),
  ],
  [
    "a new group and an unknown member",
    () =>
      server.owner.post("/user_groups/create", { name: "crew", description: "", members: [ann.id, 9999] }),
  ],
  [
    "a valid and an invalid address to invite",
    () =>
      server.owner.post("/invites", {
        invitee_emails: "new@example.com, none",
        stream_ids: "[]",
        invite_as: 400,
      }),
  ],
  [
    "a channel's new description and a taken name",
    () => server.owner.patch("/streams/1", { description: "Changed", new_name: "random" }),
  ],
];

test.each(halves)("a request with %s changes nothing", async (_what, request) => {
  const before = await stored();
  const { status, body } = await request();
  expect([status, body.result]).toEqual([400, "error"]);
  expect(await stored()).toEqual(before);
});

test("a request with valid settings and a new address changes the settings and asks to confirm the address", async () => {
  const before = await stored();
  await ann.patch("/settings", { ...theme, full_name: "Anna", email: "anna@example.org" }).expect(200);
  const after = await stored();
  expect(after.position).toBeGreaterThan(before.position);
  expect(after.mails).toBe(before.mails + 1);
});
