import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import request from "supertest";
import { onTheWire } from "../../support/clients/on-the-wire";
import { failure, success } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";

const secret = "a secret of more than thirty-two characters";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ settings: { PARLEY_JWT_KEY: secret } });
});
afterAll(() => server.stop());

const parts = (...all: readonly object[]) =>
  all.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
const signed = (claims: object, key: string = secret) => {
  const content = parts({ alg: "HS256" }, claims);
  return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
};
const fetchKey = async (given: object, on = server) =>
  (await request(on.http).post("/api/v1/jwt/fetch_api_key").type("form").send(onTheWire(given))).body;

test("exchanges a trusted program's token for a key, with the profile on request", async () => {
  const mia = await server.newMember("Mia");
  const json_web_token = signed({ email: mia.email });
  const body = await fetchKey({ json_web_token });
  expect(body).toEqual({ ...success(), api_key: expect.any(String), email: mia.email });
  const { status } = await request(server.http).get("/api/v1/users/me").auth(mia.email, body.api_key);
  expect(status).toBe(200);
  const { user } = await fetchKey({ json_web_token, include_profile: true });
  expect(user).toMatchObject({ user_id: mia.id, full_name: "Mia", delivery_email: mia.email });
});

test.each<[string, () => string, string]>([
  ["an empty token", () => "", "No JSON web token passed in request"],
  ["a malformed token", () => "x", "Bad JSON web token"],
  [
    "a token signed with another key",
    () => signed({ email: "owner@example.com" }, `${secret}!`),
    "Bad JSON web token",
  ],
  [
    "an unsigned token",
    () => `${parts({ alg: "none" }, { email: "owner@example.com" })}.`,
    "Bad JSON web token",
  ],
  ["an expired token", () => signed({ email: "owner@example.com", exp: 1 }), "Bad JSON web token"],
  [
    "a token for another program",
    () => signed({ email: "owner@example.com", aud: "another" }),
    "Bad JSON web token",
  ],
  [
    "a token for several programs",
    () => signed({ email: "owner@example.com", aud: ["a", "b"] }),
    "Bad JSON web token",
  ],
  [
    "a token from the future",
    () => signed({ email: "owner@example.com", iat: Math.floor(Date.now() / 1000) + 1000 }),
    "Bad JSON web token",
  ],
  ["a token without an email address", () => signed({}), "No email specified in JSON web token claims"],
])("refuses %s", async (_what, token, message) => {
  expect(await fetchKey({ json_web_token: token() })).toEqual(failure(message));
});

test("a public key verifies its private key's signatures, and refuses tokens signed with the public key as a secret", async () => {
  const other = await startServer({ settings: { PARLEY_JWT_KEY: pem, PARLEY_JWT_ALGORITHM: "RS256" } });
  const email = other.owner.email;
  const content = parts({ alg: "RS256" }, { email });
  const signature = sign("sha256", Buffer.from(content), privateKey).toString("base64url");
  const good = await fetchKey({ json_web_token: `${content}.${signature}` }, other);
  expect(good.result).toBe("success");
  const confused = await fetchKey({ json_web_token: signed({ email }, pem) }, other);
  expect(confused).toEqual(failure("Bad JSON web token"));
  await other.stop();
});

test("reports that JWT login is not enabled", async () => {
  const other = await startServer({ settings: { PARLEY_JWT_KEY: secret, PARLEY_JWT_SUBDOMAIN: "else" } });
  const json_web_token = signed({ email: other.owner.email });
  expect(await fetchKey({ json_web_token }, other)).toEqual(
    failure("JWT authentication is not enabled for this organization"),
  );
  await other.stop();
});
