import request from "supertest";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { aBrowser, fill } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const usual = { password_min_length: 8, password_min_guesses: 10_000, password_history: 0 };
const settings = (change: object) => owner.patch("/realm", change).expect(200);
afterEach(() => settings(usual));

const change = (who: Client, from: string, to: string) =>
  who.patch("/settings", { old_password: from, new_password: to });
const resetLink = async (email: string): Promise<string> => {
  await requestPasswordReset(server.services)(server.realmId, email, "203.0.113.8")();
  const mail = (await server.mails()).filter((one) => one.includes(email)).at(-1) ?? "";
  return /(\/accounts\/password\/reset\/[\w.-]+)/.exec(mail)?.[1] ?? "";
};

const short = "Xq7!vR2#";
const long = "seven blue elephants";

test("a new password needs the organization's minimum length, wherever it is chosen", async () => {
  const ann = await server.newMember("Ann");
  await settings({ password_min_length: 12 });
  expect((await change(ann, ownerPassword, short)).body).toMatchObject({
    code: "BAD_REQUEST",
    msg: "The password is too short: at least 12 characters.",
  });
  const created = (password: string) =>
    owner.post("/users", { email: "new@example.com", full_name: "New", password });
  expect((await created(short)).body.msg).toContain("at least 12 characters");
  const link = await resetLink(ann.email);
  const reset = await fill(aBrowser(server), link, { password: short });
  expect([reset.status, reset.text.includes("at least 12 characters")]).toEqual([400, true]);
  expect((await aBrowser(server).get(link)).text).toContain("At least 12 characters");
  await owner.post("/invites", { invitee_emails: "zoe@example.org", stream_ids: [] }).expect(200);
  const [invited = ""] = (await server.mails()).filter((mail) => mail.includes("zoe@example.org"));
  const join = /http:\/\/chat\.example\.com(\/join\/\S+)/.exec(invited)?.[1] ?? "";
  const joined = await fill(aBrowser(server), join, { full_name: "Zoe", password: short });
  expect([joined.status, joined.text.includes("at least 12 characters")]).toEqual([400, true]);
  await created(long).expect(200);
  await change(ann, ownerPassword, long).expect(200);
});

test("a new password needs the organization's minimum strength", async () => {
  const ben = await server.newMember("Ben");
  await settings({ password_min_guesses: 1_000_000_000_000 });
  expect((await change(ben, ownerPassword, "elephant9")).body.msg).toBe("New password is too weak!");
  await settings({ password_min_guesses: 10_000 });
  await change(ben, ownerPassword, "elephant9").expect(200);
});

test("a new password must differ from as many earlier ones as the organization says", async () => {
  const carl = await server.newMember("Carl");
  const passwords = ["seven blue elephants", "eight red giraffes", "nine green zebras"];
  const refused = "You have used this password before. Choose a different one.";
  await settings({ password_history: 3 });
  expect((await change(carl, ownerPassword, ownerPassword)).body.msg).toBe(refused);
  let current = ownerPassword;
  for (const next of passwords.slice(0, 2)) {
    await change(carl, current, next).expect(200);
    current = next;
  }
  for (const old of [ownerPassword, ...passwords.slice(0, 2)])
    expect((await change(carl, current, old)).body.msg).toBe(refused);
  const link = await resetLink(carl.email);
  const reset = await fill(aBrowser(server), link, { password: ownerPassword });
  expect([reset.status, reset.text.includes(refused)]).toEqual([400, true]);
  expect((await aBrowser(server).get(link)).text).toContain("one of your last 3 passwords");
  await change(carl, current, "nine green zebras").expect(200);
  await change(carl, "nine green zebras", ownerPassword).expect(200);
});

test("earlier passwords aren't stored without such a rule", async () => {
  const dora = await server.newMember("Dora");
  await settings({ password_history: 2 });
  await change(dora, ownerPassword, long).expect(200);
  await settings({ password_history: 0 });
  await change(dora, long, "nine green zebras").expect(200);
  const { rows } = await server.database.db.raw("SELECT * FROM old_passwords WHERE user_id = ?", [dora.id]);
  expect(rows).toEqual([]);
});

test("clients get the password rules", async () => {
  await settings({ password_min_length: 20, password_min_guesses: 1_000_000 });
  const { body } = await owner.post("/register", { event_types: ["realm"] });
  expect(body).toMatchObject({
    password_min_length: 20,
    password_max_length: 100,
    password_min_guesses: 1_000_000,
    realm_password_min_length: 20,
    realm_password_history: 0,
  });
});

test.each([
  [{ password_min_length: 7 }],
  [{ password_min_length: 101 }],
  [{ password_min_guesses: 9_999 }],
  [{ password_min_guesses: 1_000_000_000_001 }],
  [{ password_history: 11 }],
  [{ password_history: -1 }],
])("refuses %j as password rules", async (rule) => {
  const [name = ""] = Object.keys(rule);
  expect((await owner.patch("/realm", rule)).body).toMatchObject({
    code: "REQUEST_VARIABLE_INVALID",
    var_name: name,
  });
});

test("only owners can set the password rules", async () => {
  const admin = await server.newMember("Ada");
  await owner.patch(`/users/${admin.id}`, { role: 200 }).expect(200);
  for (const rule of [{ password_min_length: 9 }, { password_min_guesses: 20_000 }, { password_history: 1 }])
    expect((await admin.patch("/realm", rule)).body.msg).toBe("Must be an organization owner");
});

test("a user whose password is now too short can still log in with it", async () => {
  const emil = await server.newMember("Emil");
  await settings({ password_min_length: 100 });
  const { status } = await request(server.http)
    .post("/api/v1/fetch_api_key")
    .type("form")
    .send({ username: emil.email, password: ownerPassword });
  expect(status).toBe(200);
});
