import * as E from "fp-ts/Either";
import request from "supertest";
import { limitMail } from "../../../src/application/mail/limit-mail";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

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

test("refuses password changes after ten wrong old passwords", async () => {
  const ben = await server.newMember("Ben");
  const change = (old: string) =>
    ben.patch("/settings", { old_password: old, new_password: "seven blue elephants" });
  for (let guess = 0; guess < 10; guess += 1) expect((await change(`wrong ${guess}`)).status).toBe(400);
  expect((await change("wrong")).status).toBe(429);
  expect((await change(ownerPassword)).status).toBe(429);
});

test("limits mail to an address across networks, and mail caused by one user", async () => {
  const { throttle } = server.services;
  const to = "gil@example.com";
  const causedFrom = (network: number) =>
    limitMail(throttle, server.realmId, to, { network: `198.51.${network}.0` });
  let refused = 0;
  for (let network = 0; network < 35; network += 1) if (E.isLeft(await causedFrom(network))) refused += 1;
  expect(refused).toBe(5);
  const by = { userId: 4711 };
  expect(await limitMail(throttle, server.realmId, to, by)).toEqual(E.right(undefined));
  for (let other = 1; other < 30; other += 1)
    expect(await limitMail(throttle, server.realmId, `${other}@example.com`, by)).toEqual(E.right(undefined));
  expect(await limitMail(throttle, server.realmId, "another@example.com", by)).toMatchObject({
    left: { code: "RATE_LIMIT_HIT" },
  });
});
