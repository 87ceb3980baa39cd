import request, { type Test } from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, ownerPassword, type TestServer } from "../../support/http/http-application";
import { missionEndpoints } from "../../support/mission/endpoints";
import { shows } from "../../support/mission/levels";
import { jsonOf, startBotServer } from "../../support/servers/bot-servers";
import { startPeer } from "../../support/servers/peer";

let bots: Awaited<ReturnType<typeof startBotServer>>;
let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  bots = await startBotServer();
  server = bots.server;
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
const whoIs = (authorization: string): Test =>
  request(server.http).get("/api/v1/users/me").set("Authorization", authorization);
const logIn = (form: object) => request(server.http).post("/api/v1/fetch_api_key").type("form").send(form);
const notLoggedIn = failure("Not logged in: API authentication or user session required", "UNAUTHORIZED");
const malformed = failure("Malformed API key", "UNAUTHORIZED");
const invalid = failure("Invalid API key", "UNAUTHORIZED");
let created = 0;
const newBot = async (): Promise<{ user_id: number; api_key: string; email: string }> => {
  created += 1;
  const short_name = `plain${created}`;
  const { body } = await ben.post("/bots", { full_name: short_name, short_name });
  return { ...body, email: `${short_name}-bot@chat.example.com` };
};

shows("§5 note 1", "an address in any letter case and its key authenticate a user or a bot", async () => {
  const bot = await newBot();
  for (const [email, key, id] of [
    [ben.email, ben.apiKey, ben.id],
    [ben.email.toUpperCase(), ben.apiKey, ben.id],
    [owner.email, owner.apiKey, owner.id],
    [bot.email, bot.api_key, bot.user_id],
  ] as const) {
    const { status, body } = await whoIs(basic(email, key));
    expect([status, body.user_id]).toEqual([200, id]);
  }
  expect((await whoIs(basic(ben.email, ben.apiKey).replace("Basic", "basic"))).status).toBe(200);
});

shows("§5 note 1", "every endpoint of the API except one requires them and documents how", async () => {
  for (const [, method, path] of missionEndpoints) {
    const { status, body, headers } = await request(server.http)[method](`/api/v1${path}`);
    expect([path, status, body]).toEqual([path, 401, notLoggedIn]);
    expect(headers["www-authenticate"]).toBe('Basic realm="zulip"');
  }
});

shows("§5 note 1", "refuses wrong credentials with 401 and a code for their kind", async () => {
  const deactivated = await addUser(server, { isActive: false });
  const wrong = "x".repeat(32);
  for (const [authorization, expected] of [
    ["Bearer abc", notLoggedIn],
    ["Basic", notLoggedIn],
    ["Basic !", notLoggedIn],
    [basic(ben.email, ""), notLoggedIn],
    [basic("", ben.apiKey), notLoggedIn],
    [basic(ben.email, "short"), malformed],
    [basic(ben.email, wrong), invalid],
    [basic(ben.email, owner.apiKey), invalid],
    [basic("x@example.com", ben.apiKey), invalid],
    [basic(deactivated.email, deactivated.apiKey), failure("Account is deactivated", "USER_DEACTIVATED")],
  ] as const) {
    const { status, body } = await whoIs(authorization);
    expect([authorization, status, body]).toEqual([authorization, 401, expected]);
  }
});

shows("§5 note 1", "a key works only in its own organization", async () => {
  const other = { name: "Other", subdomain: "other", ownerEmail: "olga@example.com", ownerName: "Olga" };
  const founded = await createRealm(server.services)(other)();
  const password = founded._tag === "Right" ? founded.right.generatedPassword : "";
  const olga = await logIn({ username: other.ownerEmail, password }).set("Host", "other.chat.example.com");
  const key = basic(other.ownerEmail, olga.body.api_key);
  expect((await whoIs(key).set("Host", "other.chat.example.com")).body).toMatchObject({ full_name: "Olga" });
  expect((await whoIs(key).set("Host", "chat.example.com")).body).toEqual(invalid);
});

shows(
  "§5 note 2",
  "users get their key for address and password, and bots' owners with the bot",
  async () => {
    const { body } = await logIn({ username: "BEN@example.com", password: ownerPassword });
    expect(body).toEqual(success({ api_key: ben.apiKey, email: "ben@example.com", user_id: ben.id }));
    for (const form of [
      { username: ben.email, password: "no" },
      { username: "nobody@example.com", password: ownerPassword },
    ]) {
      const refused = await logIn(form);
      expect([refused.status, refused.body]).toEqual([
        401,
        failure("Your username or password is incorrect", "AUTHENTICATION_FAILED"),
      ]);
    }
    const bot = await newBot();
    expect((await ben.get(`/bots/${bot.user_id}/api_key`)).body).toEqual(success({ api_key: bot.api_key }));
  },
);

shows("§5 note 2", "a new key ends the old one", async () => {
  const bot = await newBot();
  const renewed = (await ben.post(`/bots/${bot.user_id}/api_key/regenerate`)).body;
  expect((await whoIs(basic(bot.email, bot.api_key))).body).toEqual(invalid);
  expect((await whoIs(basic(bot.email, renewed.api_key))).body.user_id).toBe(bot.user_id);
  const dora = await server.newMember("Dora");
  const own = (await dora.post("/users/me/api_key/regenerate")).body;
  expect((await whoIs(basic(dora.email, dora.apiKey))).body).toEqual(invalid);
  expect((await whoIs(basic(dora.email, own.api_key))).body.user_id).toBe(dora.id);
});

shows("§5 note 3", "returns the server's settings without a key and with a wrong one", async () => {
  const settings = () => request(server.http).get("/api/v1/server_settings");
  const { status, body } = await settings();
  expect([status, body.result]).toEqual([200, "success"]);
  expect((await settings().set("Authorization", basic(ben.email, "short"))).body).toEqual(body);
});

shows("§5 note 4", "accepts resumable uploads with a key or a browser's session", async () => {
  const begin = (test: Test) => test.set({ "Tus-Resumable": "1.0.0", "Upload-Length": "5" });
  const nobody = await begin(request(server.http).post("/api/v1/tus"));
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
  const key = basic(ben.email, ben.apiKey);
  expect((await begin(request(server.http).post("/api/v1/tus").set("Authorization", key))).status).toBe(201);
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const page = (await browser.get("/login")).text;
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1];
  const form = { csrfmiddlewaretoken, username: ben.email, password: ownerPassword };
  expect((await browser.post("/login").type("form").send(form)).status).toBe(303);
  expect((await begin(browser.post("/api/v1/tus"))).status).toBe(201);
});

shows("§5 note 7", "posts to a bot's server with that bot's own token", async () => {
  const peer = await startPeer();
  const [first, second] = [await bots.newBot(peer.url), await bots.newBot(peer.url)];
  for (const bot of [first, second, first]) await bots.writeTo(ben, [bot.id], "help");
  await bots.deliver();
  const tokens = peer.received.map((received): string => jsonOf(received).token);
  const [one, other] = [await bots.tokenOf(first), await bots.tokenOf(second)];
  // Several bots are called at once.
  expect(tokens.toSorted()).toEqual([one, other, one].toSorted());
  expect(one).not.toBe(other);
  for (const token of [one, other]) {
    expect(token).toMatch(/^\S{20,}$/);
    expect((await whoIs(basic(first.email, token))).status).toBe(401);
  }
  await peer.close();
});

shows("§5 note 8", "the login methods listed in the server's settings work", async () => {
  const { body } = await request(server.http).get("/api/v1/server_settings");
  const enabled = Object.entries(body.authentication_methods).flatMap(([name, is]) => (is ? [name] : []));
  expect(enabled).toEqual(["password", "email"]);
  expect(body.external_authentication_methods).toEqual([]);
  expect((await logIn({ username: ben.email, password: ownerPassword })).status).toBe(200);
  for (const [path, status] of [
    ["/dev_fetch_api_key", 404],
    ["/jwt/fetch_api_key", 400],
  ] as const)
    expect((await request(server.http).post(`/api/v1${path}`).send(`username=${ben.email}`)).status).toBe(
      status,
    );
});
