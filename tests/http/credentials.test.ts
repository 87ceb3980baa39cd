import request from "supertest";
import { provePassword } from "../../src/application/login/prove-password";
import { limitMail } from "../../src/application/mail/limit-mail";
import { openPasswordReset } from "../../src/application/passwords/open-password-reset";
import { requestPasswordReset } from "../../src/application/passwords/request-password-reset";
import { resetPassword } from "../../src/application/passwords/reset-password";
import { aVisitor } from "../support/fakes";
import { type Client, ownerPassword, startServer, type TestServer } from "../support/http-application";

let server: TestServer;
let ann: Client;

beforeAll(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
});
afterAll(() => server.stop());

const logIn = (username: string, password: string, from: string) =>
  request(server.http)
    .post("/api/v1/fetch_api_key")
    .set("X-Forwarded-For", from)
    .type("form")
    .send({ username, password });

test("counts guesses from all addresses of an IPv6 network together", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await logIn(ann.email, `wrong ${guess}`, `2001:db8:5:6::${guess + 1}`)).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect((await logIn(ann.email, ownerPassword, "2001:db8:5:7::1")).status).toBe(200);
});

test("counts guesses at an account across networks, and still lets its owner in from a known network", async () => {
  const carl = await server.newMember("Carl");
  expect((await logIn(carl.email, ownerPassword, "192.0.2.77")).status).toBe(200);
  const statuses = new Set<number>();
  for (let network = 0; network < 210; network += 1) {
    const { status } = await logIn(carl.email, "", `198.51.${network}.1`);
    statuses.add(status);
    if (status === 429) break;
  }
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await logIn(carl.email, ownerPassword, "203.0.113.5")).status).toBe(429);
  expect((await logIn(carl.email, ownerPassword, "192.0.2.77")).status).toBe(200);
});

test("refuses password changes after ten wrong old passwords", async () => {
  const ben = await server.newMember("Ben");
  const change = (old: string) =>
    ben.patch("/settings", { old_password: old, new_password: "seven blue elephants" });
  for (let guess = 0; guess < 10; guess += 1) expect((await change(`wrong ${guess}`)).status).toBe(400);
  expect((await change("wrong")).status).toBe(429);
  expect((await change(ownerPassword)).status).toBe(429);
});

const resetLink = async (email: string): Promise<string> => {
  const outcome = await requestPasswordReset(server.services)(server.realmId, email, "203.0.113.8")();
  expect(outcome._tag).toBe("Right");
  const mail = (await server.mails()).filter((one) => one.includes(email)).at(-1) ?? "";
  return /accounts\/password\/reset\/([\w.-]+)/.exec(mail)?.[1] ?? "";
};

test("a password reset link dies when the account's address changes", async () => {
  const dora = await server.newMember("Dora");
  const token = await resetLink(dora.email);
  expect((await openPasswordReset(server.services)(server.realmId, token)())._tag).toBe("Right");
  await server.append({ type: "user_changed", userId: dora.id, change: { email: "dora.new@example.com" } });
  expect(await openPasswordReset(server.services)(server.realmId, token)()).toMatchObject({
    left: { code: "LINK_REFUSED" },
  });
});

test("resetting a password also ends the API key", async () => {
  const emil = await server.newMember("Emil");
  expect((await emil.get("/users/me")).status).toBe(200);
  const token = await resetLink(emil.email);
  const visitor = aVisitor(server.realmId);
  const outcome = await resetPassword(server.services)(visitor, token, "seven blue elephants")();
  expect(outcome._tag).toBe("Right");
  expect((await emil.get("/users/me")).status).toBe(401);
});

test("reset mail requested by strangers doesn't use up the owner's quota", async () => {
  const fay = await server.newMember("Fay");
  const ask = (from: string) => requestPasswordReset(server.services)(server.realmId, fay.email, from)();
  for (let request = 0; request < 6; request += 1) await ask("203.0.113.66");
  expect((await ask("203.0.113.66"))._tag).toBe("Left");
  expect((await ask("198.51.100.7"))._tag).toBe("Right");
});

test("a known network can still request a reset after strangers used up the address's quota", async () => {
  const hal = await server.newMember("Hal");
  const home = { ...aVisitor(server.realmId), remoteAddress: "192.0.2.9" };
  const proven = await provePassword(server.services)(home, hal.email, ownerPassword)();
  expect(proven._tag).toBe("Right");
  const ask = (from: string) => requestPasswordReset(server.services)(server.realmId, hal.email, from)();
  for (let request = 0; request < 35; request += 1) await ask(`203.0.${request}.1`);
  expect((await ask("203.0.99.1"))._tag).toBe("Left");
  expect((await ask("192.0.2.9"))._tag).toBe("Right");
});

test("limits mail to an address across networks, and mail caused by one user", async () => {
  const { throttle } = server.services;
  const to = "gil@example.com";
  const causedFrom = (network: number) =>
    limitMail(throttle, server.realmId, to, { network: `198.51.${network}.0` });
  let refused = 0;
  for (let network = 0; network < 35; network += 1) if (await causedFrom(network)) refused += 1;
  expect(refused).toBe(5);
  const by = { userId: 4711 };
  expect(await limitMail(throttle, server.realmId, to, by)).toBeUndefined();
  for (let other = 1; other < 30; other += 1)
    expect(await limitMail(throttle, server.realmId, `${other}@example.com`, by)).toBeUndefined();
  expect(await limitMail(throttle, server.realmId, "another@example.com", by)).toMatchObject({
    code: "RATE_LIMIT_HIT",
  });
});
