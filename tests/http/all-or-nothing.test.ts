import type { Test } from "supertest";
import { type Client, startServer, type TestServer } from "../support/http-application";

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
    "settings with an address that is taken",
    () => ann.patch("/settings", { ...theme, full_name: "Anna", email: ben.email }),
  ],
  [
    "a new password with an address that is none",
    () =>
      ann.patch("/settings", {
        old_password: "correct horse battery staple",
        new_password: "seven blue elephants dance",
        email: "ann",
      }),
  ],
  [
    "a new address with a time zone that is none",
    () => ann.patch("/settings", { email: "ann@example.org", timezone: "Middle/Earth" }),
  ],
  [
    "a person's role with a name that is none",
    () => server.owner.patch(`/users/${ben.id}`, { role: 300, full_name: "a*b" }),
  ],
  [
    "a person's name with an address that is taken",
    () => server.owner.patch(`/users/${ben.id}`, { full_name: "Benjamin", new_email: ann.email }),
  ],
  [
    "a realm's name with a description that is too long",
    () => server.owner.patch("/realm", { name: "Changed", description: "x".repeat(1001) }),
  ],
  [
    "a new channel beside one that nobody may make",
    () => ann.post("/users/me/subscriptions", { subscriptions: [{ name: "new" }, { name: "" }] }),
  ],
  [
    "a group with a member whom there isn't",
    () =>
      server.owner.post("/user_groups/create", { name: "crew", description: "", members: [ann.id, 9999] }),
  ],
  [
    "invitations, one of them to what is no address",
    () =>
      server.owner.post("/invites", {
        invitee_emails: "new@example.com, none",
        stream_ids: "[]",
        invite_as: 400,
      }),
  ],
  [
    "a channel's description with a name that is taken",
    () => server.owner.patch("/streams/1", { description: "Changed", new_name: "random" }),
  ],
];

test.each(halves)("%s: all of it is refused", async (_what, request) => {
  const before = await stored();
  const { status, body } = await request();
  expect([status, body.result]).toEqual([400, "error"]);
  expect(await stored()).toEqual(before);
});

test("settings and an address that are both in order are changed and asked for together", async () => {
  const before = await stored();
  await ann.patch("/settings", { ...theme, full_name: "Anna", email: "anna@example.org" }).expect(200);
  const after = await stored();
  expect(after.position).toBeGreaterThan(before.position);
  expect(after.mails).toBe(before.mails + 1);
});
