import request from "supertest";
import { joinRealm } from "../../../src/application/sign-up/join-realm";
import { aVisitor } from "../../support/application/fakes";
import { anInvitation } from "../../support/builders/entities";
import { failure, listenTo } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

/** Which login methods are enabled, and the consequences. */
const identity = { provider: "https://login.example.com", subject: "olive" };
let server: TestServer;
let owner: Client;

const signOn = {
  PARLEY_OIDC_ISSUER: "https://login.example.com",
  PARLEY_OIDC_CLIENT_ID: "parley",
  PARLEY_OIDC_CLIENT_SECRET: "a secret",
  PARLEY_OIDC_NAME: "Example SSO",
};

beforeEach(async () => {
  server = await startServer({ settings: signOn });
  owner = server.owner;
});
afterEach(() => server.stop());

const aBrowser = () => request.agent(server.http).set("Host", "chat.example.com");
const choose = async (methods: object, who = owner) =>
  (await who.patch("/realm", { authentication_methods: methods })).body;
const linkOwner = () => server.services.signOnIdentities.link(server.realmId, identity, owner.id, Date.now());
const withoutPasswords = async () => {
  await linkOwner();
  expect(await choose({ Email: false })).toMatchObject({ result: "success" });
};
const passwordsOff = failure(
  "Password authentication is disabled in this organization",
  "PASSWORD_AUTH_DISABLED",
);
const fetchKey = async () =>
  (
    await request(server.http)
      .post("/api/v1/fetch_api_key")
      .type("form")
      .send({ username: "owner@example.com", password: ownerPassword })
  ).body;
const serverSettings = async () => (await request(server.http).get("/api/v1/server_settings")).body;
const realmFields = async () =>
  (await owner.post("/register", { fetch_event_types: ["realm"], event_types: [] })).body;

test("all login methods the server offers are enabled at first", async () => {
  expect(await serverSettings()).toMatchObject({
    authentication_methods: { password: true, email: true, "openid connect": true, dev: false },
    external_authentication_methods: [{ name: "oidc" }],
    email_auth_enabled: true,
  });
  expect((await realmFields()).realm_authentication_methods).toMatchObject({
    Email: { enabled: true, available: true },
    "OpenID Connect": { enabled: true, available: true },
    GitHub: { enabled: false, available: false, unavailable_reason: expect.any(String) },
  });
});

test("nobody can log in with a password when passwords are disabled, and clients get an event", async () => {
  const events = await listenTo(owner, ["realm"]);
  await withoutPasswords();
  expect(await events()).toMatchObject([
    {
      type: "realm",
      op: "update_dict",
      property: "default",
      data: {
        authentication_methods: {
          Email: { enabled: false, available: true },
          "OpenID Connect": { enabled: true },
        },
      },
    },
  ]);
  expect(await serverSettings()).toMatchObject({
    authentication_methods: { password: false, email: false, "openid connect": true },
    email_auth_enabled: false,
  });
  expect(await realmFields()).toMatchObject({
    realm_authentication_methods: { Email: { enabled: false, available: true } },
    realm_email_auth_enabled: false,
    realm_password_auth_enabled: false,
  });
  expect(await fetchKey()).toEqual(passwordsOff);
  // Existing logins remain valid.
  expect((await owner.get("/users/me")).status).toBe(200);
  expect(await choose({ Email: true })).toMatchObject({ authentication_methods: { Email: true } });
  expect(await fetchKey()).toMatchObject({ result: "success" });
});

test("pages neither show nor accept a password when passwords are disabled", async () => {
  const browser = aBrowser();
  const form = await browser.get("/login");
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form.text)?.[1];
  await withoutPasswords();
  const { text } = await browser.get("/login");
  expect(text).not.toContain('type="password"');
  expect(text).toContain("Log in with Example SSO");
  const send = (path: string, values: object) =>
    browser
      .post(path)
      .type("form")
      .send({ csrfmiddlewaretoken, ...values });
  const entry = await send("/login", { username: "owner@example.com", password: ownerPassword });
  expect([entry.status, entry.headers["set-cookie"]]).toEqual([403, undefined]);
  expect((await send("/accounts/password/reset", { email: "owner@example.com" })).status).toBe(403);
  expect(await server.mails()).toEqual([]);
});

test("an older password reset link does not work when passwords are disabled", async () => {
  const browser = aBrowser();
  const page = await browser.get("/accounts/password/reset");
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)?.[1];
  await browser
    .post("/accounts/password/reset")
    .type("form")
    .send({ csrfmiddlewaretoken, email: "owner@example.com" });
  const [mail = ""] = await server.mails();
  const path = /http:\/\/chat\.example\.com(\/accounts\/password\/reset\/\S+)/.exec(mail)?.[1] ?? "";
  expect((await browser.get(path)).status).toBe(200);
  await withoutPasswords();
  expect((await browser.get(path)).status).toBe(403);
});

test("invited people join without a password when passwords are disabled", async () => {
  await withoutPasswords();
  await server.append({
    type: "invitations_made",
    invitations: [anInvitation({ id: 900, email: "zoe@example.com", inviterId: owner.id })],
  });
  const token = server.linkTokens.write("invitation", { realm: server.realmId, invitation: 900 });
  const joined = await joinRealm(server.services)(
    aVisitor(server.realmId),
    { purpose: "invitation", token },
    { fullName: "Zoe", password: "" },
  )();
  if (joined._tag === "Left") throw new Error(joined.left.message);
  expect(await server.services.credentials.passwordHash(server.realmId, joined.right)).toBeUndefined();
});

test("nobody can log in with the other service when it is disabled", async () => {
  await linkOwner();
  await choose({ "OpenID Connect": false });
  expect(await serverSettings()).toMatchObject({
    authentication_methods: { password: true, "openid connect": false },
    external_authentication_methods: [],
  });
  const browser = aBrowser();
  expect((await browser.get("/login")).text).not.toContain("Example SSO");
  for (const path of [
    "/accounts/login/social/oidc",
    "/accounts/register/social/oidc",
    "/complete/oidc?code=x",
  ])
    expect((await browser.get(path)).status).toBe(403);
});

test("only owners can change login methods, only offered ones, and one they can use must stay", async () => {
  const ben = await server.newMember("Ben");
  await server.append({ type: "role_changed", userId: ben.id, from: "member", to: "administrator" });
  expect(await choose({ "OpenID Connect": false }, ben)).toMatchObject({
    msg: "Must be an organization owner",
  });
  const invalid = (name: string) =>
    failure(`Invalid authentication method: ${name}. Valid methods are: ['Email', 'OpenID Connect']`);
  expect(await choose({ Smoke: true })).toEqual(invalid("Smoke"));
  expect(await choose({ GitHub: true })).toEqual(invalid("GitHub"));
  expect(await choose({ GitHub: false, Email: true })).toEqual({ result: "success", msg: "" });
  expect(await choose({ Email: false, "OpenID Connect": false })).toEqual(
    failure("At least one authentication method must be enabled."),
  );
  expect((await choose({ Email: false })).msg).toMatch(/^Log in with that service yourself first/);
  await linkOwner();
  expect(await choose({ Email: false })).toMatchObject({ result: "success" });
  expect((await choose("Email" as unknown as object)).result).toBe("error");
});

test("passwords work again when the server no longer offers the other service", async () => {
  await withoutPasswords();
  const later = await server.restarted(undefined, undefined, {});
  const { body } = await request(later.http)
    .post("/api/v1/fetch_api_key")
    .type("form")
    .send({ username: "owner@example.com", password: ownerPassword });
  expect(body).toMatchObject({ result: "success" });
  later.http.close();
  await later.close();
});

describe("on a development server", () => {
  let development: TestServer;
  beforeAll(async () => {
    development = await startServer({ mode: "development" });
  });
  afterAll(() => development.stop());

  test("keys cannot be fetched without a password when that is disabled", async () => {
    const fetch = async () =>
      (
        await request(development.http)
          .post("/api/v1/dev_fetch_api_key")
          .type("form")
          .send({ username: "owner@example.com" })
      ).body;
    expect(await fetch()).toMatchObject({ result: "success" });
    await choose({ Dev: false }, development.owner);
    expect(await fetch()).toMatchObject({ result: "error", code: "AUTHENTICATION_FAILED" });
  });
});
